import type { Command } from 'commander'
import type { LoopOptions } from './loop.ts'
import { runLoop } from './run.ts'

/** `planloop sessions list`, `use`, `show`. */
export function registerSessions(program: Command): void {
  const sessions = program.command('sessions').description('The sessions there are')

  sessions
    .command('list', { isDefault: true })
    .description('the sessions of this project, the last one first')
    .option('--all', 'those of other projects too')
    .option('--json', 'for programs')
    .action((options: ListOptions) =>
      runLoop(options, async (terminal, context) =>
        (await import('./sessions/list.ts')).listSessions(terminal, context, options),
      ),
    )

  sessions
    .command('use')
    .description('make a session the current one of this project')
    .argument('<id>')
    .option('--json', 'for programs')
    .action((id: string, options: LoopOptions) =>
      runLoop(options, async (terminal, context) =>
        (await import('./sessions/use.ts')).useSession(terminal, context, id, options),
      ),
    )

  sessions
    .command('show')
    .description('a whole session; without an id the current one')
    .argument('[id]')
    .option('--json', 'for programs')
    .action((session: string | undefined, options: LoopOptions) =>
      runLoop(options, async (terminal, context) =>
        (await import('./plan.ts')).plan(terminal, context, { ...options, ...(session !== undefined && { session }) }),
      ),
    )
}

export interface ListOptions extends LoopOptions {
  readonly all?: boolean
}
