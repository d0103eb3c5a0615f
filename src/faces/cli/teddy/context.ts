import type { Command } from 'commander'
import { run } from '../action.ts'
import { sessionOption, type WithSession } from './session/session-option.ts'

/** `teddy context`, with `show`, `add`, `remove`. */
export function registerContext(program: Command): void {
  const context = program
    .command('context')
    .description('What the agent sees when it makes the next plan')
    .option(...sessionOption)
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((options: ContextOptions) => show(options))
  context
    .command('show')
    .description('All of it, with sizes, and what of it is missing (the same as without a word)')
    .action((_: unknown, command: Command) => show(command.optsWithGlobals()))
  context
    .command('add')
    .description('Put files, or addresses in the web, into it')
    .argument('<path...>', 'paths from where you are')
    .option('--always', 'keep them in every turn of the session, whichever agent is called')
    .action((paths: string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ContextOptions>()
      return run(options, async (terminal, where) => {
        const { addToContext } = await import('./context/change.ts')
        return addToContext(terminal, where, paths, options)
      })
    })
  context
    .command('remove')
    .description('Take them out of it')
    .argument('<path...>', 'paths from where you are, or as the context names them')
    .action((paths: string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ContextOptions>()
      return run(options, async (terminal, where) => {
        const { removeFromContext } = await import('./context/change.ts')
        return removeFromContext(terminal, where, paths, options)
      })
    })
}

export interface ContextOptions extends WithSession {
  readonly always?: boolean
  readonly json?: boolean
}

function show(options: ContextOptions): Promise<void> {
  return run(options, async (terminal, where) => {
    const { showContext } = await import('./context/show.ts')
    return showContext(terminal, where, options)
  })
}

const help = `
A READ that succeeds puts its resource into the context of the next turn, a PRUNE takes it out. The lists are plain text, one
path or address on each line, and may be edited: session.context of the session, turn.context of the turn.

Examples:
  teddy context
  teddy context add src/login.ts docs/style.md
  teddy context add --always README.md
  teddy context remove src/login.ts`
