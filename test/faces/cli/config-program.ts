import { Command } from 'commander'
import { registerConfig } from '../../../src/faces/cli/steadplan/config.ts'

/** `steadplan config …` as a program of its own, until it is one among the others. */
const program = new Command('steadplan')
registerConfig(program)
await program.parseAsync(['config', ...process.argv.slice(2)], { from: 'user' })
