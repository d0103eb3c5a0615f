import type { Command } from 'commander'
import { type LoopOptions, withSession } from './loop.ts'
import { runLoop } from './run.ts'

/** `planloop plan`, `suggest`, `describe`. */
export function registerPlanning(program: Command): void {
  withSession(program.command('plan'))
    .description('All tasks of the session, and how they stand')
    .option('--markdown', 'as a page: a checklist with what each task says')
    .option('--json', 'for programs')
    .action((options: PlanOptions) =>
      runLoop(options, async (terminal, context) => (await import('./plan.ts')).plan(terminal, context, options)),
    )

  withSession(program.command('suggest'))
    .description('Ask the planner for work that no task covers yet; nothing is added')
    .option('--strict', 'warnings of the gates refuse a suggestion as well')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((options: SuggestOptions) =>
      runLoop(options, async (terminal, context) => (await import('./suggest.ts')).suggest(terminal, context, options)),
    )

  program
    .command('describe')
    .description('The JSON Schema of a message; without a name: which there are')
    .argument('[message]', 'as in update, status-answer, error')
    .option('--json', 'for programs: without a name, all schemas')
    .action((name: string | undefined, options: LoopOptions) =>
      runLoop(options, async (terminal) => (await import('./describe.ts')).describe(terminal, name, options)),
    )
}

export interface PlanOptions extends LoopOptions {
  readonly markdown?: boolean
}

export interface SuggestOptions extends LoopOptions {
  readonly strict?: boolean
}

const help = `
Who is asked is the setting \`planner.source\`.

Examples:
  planloop suggest
  planloop suggest --json`
