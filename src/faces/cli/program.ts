import { Command, CommanderError } from 'commander'
import { exitCodes } from './exit-codes.ts'

declare const STEADPLAN_VERSION: string

/** One of our commands, without its subcommands. */
export function newProgram(name: string, description: string, help: string): Command {
  return new Command(name)
    .description(description)
    .version(STEADPLAN_VERSION, '-V, --version')
    .showHelpAfterError(`Try \`${name} --help\`.`)
    .addHelpText('after', help + exits)
}

const exits = `

Exit codes:
  0  done                       1  faults found, or refused
  2  wrong command line         3  somebody else was faster or holds the lock: try again
  70 a defect of ours           128+n  ended by signal n`

/** Without a word it shows its help. A wrong command line is told by the parser, and is an exit code here. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  for (const command of [program, ...allBelow(program)]) command.exitOverride()
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
