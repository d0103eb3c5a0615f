import { Command, CommanderError } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { processTerminal } from '../terminal.ts'
import { registerCheck } from './check.ts'
import { registerPreprocess } from './preprocess.ts'

declare const STEADPLAN_VERSION: string

export async function main(args: readonly string[]): Promise<void> {
  const program = new Command('teddy')
    .description('Markdown plans of actions, as language models write them: mend their fences, name their faults.')
    .version(STEADPLAN_VERSION, '-V, --version')
    .showHelpAfterError('Try `teddy --help`.')
    .addHelpText('after', help)
    .exitOverride()
  registerPreprocess(program)
  registerCheck(program)
  for (const command of program.commands) command.exitOverride()
  const [first] = args
  if (first === undefined) return program.outputHelp()
  if (later.includes(first)) {
    processTerminal.err(`This version of steadplan does not have \`teddy ${first}\` yet.\n`)
    process.exitCode = exitCodes.usage
    return
  }
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  }
}

const later = ['execute', 'plan', 'start', 'resume', 'context', 'status']

const help = `
Not in this version yet: ${later.join(', ')}.

Exit codes:
  0  done                       1  faults found, or refused
  2  wrong command line         3  somebody else was faster: try again
  70 a defect of ours           128+n  ended by signal n`
