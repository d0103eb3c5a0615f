import type { Command } from 'commander'
import { run } from '../action.ts'
import { newProgram, runProgram } from '../program.ts'
import { registerCheck } from './check.ts'
import { registerConfig } from './config.ts'
import { registerDecide } from './decide.ts'
import { registerDoctor } from './doctor.ts'
import { registerLook } from './look.ts'
import { registerLoop } from './loop.ts'
import { registerNew } from './new.ts'
import { registerRun } from './run.ts'

export async function main(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args
  if (first === undefined || (first === '--json' && rest.length === 0)) return whatNeedsYou(first === '--json')
  if (first === 'agentctl') return (await import('../agentctl/main.ts')).main(rest)
  if (first === 'teddy') return (await import('../teddy/main.ts')).main(rest)
  if (first === 'planloop') return (await import('../planloop/main.ts')).main(rest)
  const program = newProgram('steadplan', description, help)
  for (const [title, register] of groups) {
    program.commandsGroup(title)
    register(program)
  }
  await runProgram(program, args)
}

const description = 'The plan engine for coding agents: approve a plan once, walk away, come back to steps proven done.'

const groups: readonly (readonly [title: string, register: (program: Command) => void])[] = [
  ['Start:', registerNew],
  ['Sound:', registerCheck],
  ['Look:', registerLook],
  ['Decide:', registerDecide],
  ['Do:', registerRun],
  ['Loop, for agents that drive themselves:', registerLoop],
  ['Keep:', registerDoctor],
  ['Keep:', registerConfig],
]

function whatNeedsYou(json: boolean): Promise<void> {
  return run({ json }, async (terminal, context) => (await import('./now/now.ts')).now(terminal, context, { json }))
}

const help = `
Without a command: what needs you now.
\`steadplan agentctl …\`, \`steadplan teddy …\` and \`steadplan planloop …\` are the same as \`agentctl …\` and so on.`
