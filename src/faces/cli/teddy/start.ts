import type { Command } from 'commander'
import { run } from '../action.ts'

/** `teddy start`. */
export function registerStart(program: Command): void {
  program
    .command('start')
    .description('Begin a session: a conversation with an agent, turn by turn, kept in .teddy/sessions/')
    .argument('[name]', 'what it is called; without one its name is made of the message')
    .option('-m, --message <text>', 'what is wanted')
    .option('--file <path>', 'the same from a file; - for standard input, which is also read when it is a pipe')
    .option('--agent <name>', 'who plans, such as Pathfinder; without it the first plan says')
    .option('--context <path...>', 'files, or addresses in the web, that the agent sees from the start')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((name: string | undefined, options: StartOptions) =>
      run(options, async (terminal, context) => {
        const { startSession } = await import('./start/start.ts')
        const { processInputs } = await import('./input.ts')
        return startSession(terminal, context, processInputs(context), name, options)
      }),
    )
}

export interface StartOptions {
  readonly message?: string
  readonly file?: string
  readonly agent?: string
  readonly context?: readonly string[]
  readonly json?: boolean
}

const help = `
The new session is the current one: what the other commands mean when no session is named.

Examples:
  teddy start -m "Add a login page"
  teddy start login --agent Pathfinder --file brief.md --context README.md docs/style.md
  git diff | teddy start review`
