import type { Command } from 'commander'
import { run } from '../action.ts'
import { sessionOption, type WithSession } from './session/session-option.ts'

/** `teddy status`. */
export function registerStatus(program: Command): void {
  program
    .command('status')
    .description('Where each session stands, and what to do next')
    .option(...sessionOption)
    .option('--json', 'for programs')
    .action((options: StatusOptions) =>
      run(options, async (terminal, context) => {
        const { tellStatus } = await import('./status/status.ts')
        return tellStatus(terminal, context, options)
      }),
    )
}

export interface StatusOptions extends WithSession {
  readonly json?: boolean
}
