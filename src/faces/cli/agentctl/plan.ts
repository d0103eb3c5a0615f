import type { Command } from 'commander'
import { run } from '../action.ts'

/** `agentctl plan dir`, `request-thread-dir`, `remove-thread`, `clear-current`, `commit`, `context`. */
export function registerPlan(program: Command): void {
  const plan = program.command('plan').description('Write, check and submit the plans of the session')

  plan
    .command('dir')
    .description("the directory for the current thread's plan; made when it is missing")
    .option('--json', 'for programs: thread_id and plan_dir')
    .addHelpText('after', helps.dir)
    .action((options: JsonOption) =>
      run(options, async (terminal, context) => (await import('./plan/dir.ts')).planDir(terminal, context, options)),
    )

  plan
    .command('request-thread-dir')
    .description('a directory for the plan of a further thread; answers with one line of JSON')
    .option('--json', 'changes nothing: the answer is always JSON')
    .addHelpText('after', helps.request)
    .action((options: JsonOption) =>
      run(options, async (terminal, context) =>
        (await import('./plan/request-thread-dir.ts')).requestThreadDir(terminal, context),
      ),
    )

  plan
    .command('remove-thread')
    .description('give up a further thread; what its plan said is kept in its history')
    .requiredOption('--thread-id <id>', 'as request-thread-dir answered it')
    .option('--json', 'for programs')
    .addHelpText('after', helps.remove)
    .action((options: JsonOption & { threadId: string }) =>
      run(options, async (terminal, context) =>
        (await import('./plan/remove-thread.ts')).removePlanThread(terminal, context, options),
      ),
    )

  plan
    .command('clear-current')
    .description("empty the current thread's plan; what it said is kept in its history, the directory stays")
    .option('--json', 'for programs')
    .addHelpText('after', helps.clear)
    .action((options: JsonOption) =>
      run(options, async (terminal, context) =>
        (await import('./plan/clear-current.ts')).clearCurrentPlan(terminal, context, options),
      ),
    )

  plan
    .command('commit')
    .description('check the plans of all threads and submit them together; with a fault in any, none is submitted')
    .option('--json', 'for programs')
    .addHelpText('after', helps.commit)
    .action((options: JsonOption) =>
      run(options, async (terminal, context) =>
        (await import('./plan/commit.ts')).commitPlans(terminal, context, options),
      ),
    )

  plan
    .command('context')
    .description('the system prompt for an agent that is to plan, with the directories of the session')
    .option('--json', 'for programs: the directories, and the prompt')
    .addHelpText('after', helps.context)
    .action((options: JsonOption) =>
      run(options, async (terminal, context) =>
        (await import('./plan/context.ts')).planContext(terminal, context, options),
      ),
    )
}

interface JsonOption {
  readonly json?: boolean
}

const helps = {
  dir: `
Examples:
  cd "$(agentctl plan dir)"
  agentctl plan dir --json`,
  request: `
Examples:
  agentctl plan request-thread-dir
  agentctl plan request-thread-dir | jq -r .plan_dir`,
  remove: `
The current thread cannot be removed; empty it with \`agentctl plan clear-current\`.

Examples:
  agentctl plan remove-thread --thread-id 01950f64-7d3e-7b2a-9c41-3f2a6d0e8b57`,
  clear: `
Examples:
  agentctl plan clear-current && agentctl plan commit    submits that this thread has no plan`,
  commit: `
All faults of all directories are named at once. Committing again amends: tasks that are done stay as they are, a running
one may not be removed, all others may change.

Examples:
  agentctl plan commit
  agentctl plan commit --json`,
  context: `
Examples:
  agentctl plan context > system-prompt.md
  agentctl plan context --json | jq -r .CURRENT_PLAN_DIR`,
} as const
