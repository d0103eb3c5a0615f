import { Command, CommanderError } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { registerConfig } from './config.ts'
import { registerDoctor } from './doctor.ts'

declare const STEADPLAN_VERSION: string

export async function main(args: readonly string[]): Promise<void> {
  const program = new Command('steadplan')
    .description('The plan engine for coding agents: approve a plan once, walk away, come back to steps proven done.')
    .version(STEADPLAN_VERSION, '-V, --version')
    .showHelpAfterError('Try `steadplan --help`.')
    .addHelpText('after', help)
    .exitOverride()
  registerDoctor(program)
  registerConfig(program)
  for (const command of allBelow(program)) command.exitOverride()
  if (args.length === 0) return program.outputHelp()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  }
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allBelow(one)])
}

const help = `
Exit codes:
  0  done                       1  faults found, or refused
  2  wrong command line         3  somebody else was faster or holds the lock: try again
  70 a defect of ours           128+n  ended by signal n`
