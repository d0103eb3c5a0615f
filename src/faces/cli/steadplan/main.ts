import { Command, CommanderError } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { registerCheck } from './check.ts'
import { registerConfig } from './config.ts'
import { registerDecide } from './decide.ts'
import { registerDoctor } from './doctor.ts'
import { registerLook } from './look.ts'
import { registerLoop } from './loop.ts'
import { registerNew } from './new.ts'
import { registerRun } from './run.ts'

declare const STEADPLAN_VERSION: string

export async function main(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args
  if (first === undefined || (first === '--json' && rest.length === 0)) return whatNeedsYou(first === '--json')
  if (first === 'agentctl') return (await import('../agentctl/main.ts')).main(rest)
  if (first === 'teddy') return (await import('../teddy/main.ts')).main(rest)
  const program = new Command('steadplan')
    .description('The plan engine for coding agents: approve a plan once, walk away, come back to steps proven done.')
    .version(STEADPLAN_VERSION, '-V, --version')
    .showHelpAfterError('Try `steadplan --help`.')
    .addHelpText('after', help)
    .exitOverride()
  for (const [title, register] of groups) {
    program.commandsGroup(title)
    register(program)
  }
  for (const command of allBelow(program)) command.exitOverride()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  }
}

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

async function whatNeedsYou(json: boolean): Promise<void> {
  const { runCommand } = await import('../run.ts')
  const { now } = await import('./now/now.ts')
  const { processContext } = await import('./config/context.ts')
  await runCommand((terminal) => now(terminal, processContext(), { json }), { json })
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allBelow(one)])
}

const help = `
Without a command: what needs you now.
\`steadplan agentctl …\` and \`steadplan teddy …\` are the same as \`agentctl …\` and \`teddy …\`.

Exit codes:
  0  done                       1  faults found, or refused
  2  wrong command line         3  somebody else was faster or holds the lock: try again
  70 a defect of ours           128+n  ended by signal n`
