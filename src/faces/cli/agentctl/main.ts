import { Command, CommanderError } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { registerPlan } from './plan.ts'
import { registerSetTopic } from './topic.ts'

declare const STEADPLAN_VERSION: string

export async function main(args: readonly string[]): Promise<void> {
  const program = new Command('agentctl')
    .description('What an agent in plan mode calls: it says what it works on, and writes, checks and submits plans.')
    .version(STEADPLAN_VERSION, '-V, --version')
    .showHelpAfterError('Try `agentctl --help`.')
    .addHelpText('after', help)
    .exitOverride()
  registerSetTopic(program)
  registerPlan(program)
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
Environment:
  AGENTCTL_SESSION_ID   the session that the command belongs to; has to be set
  AGENTCTL_AGENT        the name of the agent that calls
  AGENTFLOW_HOME        where plans are kept, ~/.agentflow by default

Exit codes:
  0  done                       1  faults found, or refused
  2  wrong command line         3  somebody else was faster or holds the lock: try again
  70 a defect of ours           128+n  ended by signal n`
