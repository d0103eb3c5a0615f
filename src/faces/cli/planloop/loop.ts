import { type Command, InvalidArgumentError } from 'commander'
import { runLoop } from './run.ts'

/** `planloop start`, `status`, `update`, `alert`, `sync`: what the loop is made of. */
export function registerLoop(program: Command): void {
  program
    .command('start')
    .description('Begin a session with a goal; with a planner configured it also breaks the goal down into tasks')
    .option('--goal <text>', 'what is to be achieved')
    .option('--spec <file>', 'the document that says what is wanted, for the planner; else a file that the goal names')
    .option('--no-planner', 'leave the planning to the agent, whoever is configured')
    .option('--strict', 'warnings of the gates refuse the plan of the planner as well')
    .option('--json', 'for programs; also without it where nobody sits at a terminal')
    .addHelpText('after', helps.start)
    .action((options: StartOptions) =>
      runLoop(options, async (terminal, context) =>
        (await import('./start/start.ts')).start(terminal, context, options),
      ),
    )

  withSession(program.command('status'))
    .description('What is to be done next')
    .option('--json', 'for agents')
    .option('--compact', 'leave out the list of all tasks')
    .option('--agent <name>', 'claim the task for this agent, so that no other gets it')
    .option('--budget <tokens>', 'about how much may be told about the task; leaves out the list of all tasks', whole)
    .option('--allow-overlap', 'also tasks that touch the files of one that is in progress')
    .addHelpText('after', helps.status)
    .action((options: StatusOptions) =>
      runLoop(options, async (terminal, context) =>
        (await import('./status/status.ts')).status(terminal, context, options),
      ),
    )

  withSession(program.command('update'))
    .description('Add tasks, change them, report; all of it is taken or nothing')
    .argument('[payload]', 'JSON; @file for a file; - for standard input')
    .option('--json [payload]', 'answer in JSON; the payload may stand behind it')
    .option('--file <file>', 'the payload from a file')
    .option('--strict', 'warnings of the gates refuse the update as well')
    .option('--agent <name>', 'who reports')
    .option('--token <number>', 'of the claim, as `status` answered it', whole)
    .addHelpText('after', helps.update)
    .action((payload: string | undefined, options: UpdateOptions) =>
      runLoop(options, async (terminal, context) =>
        (await import('./update/update.ts')).update(terminal, context, payload, options),
      ),
    )

  withSession(program.command('alert'))
    .description('Raise or clear a signal; a blocker halts the work until it is cleared')
    .requiredOption('--id <id>', 'as in test_failure')
    .option('--level <level>', 'blocker, warning or info', 'blocker')
    .option('--message <text>', 'what is wrong')
    .option('--task <id>', 'the task it is about', whole)
    .option('--clear', 'it is mended')
    .option('--check <command>', 'run a command: where it fails the signal blocks, where it passes it is cleared')
    .option('--agent <name>', 'who says so')
    .option('--json', 'for programs')
    .addHelpText('after', helps.alert)
    .action((options: AlertOptions) =>
      runLoop(options, async (terminal, context) => (await import('./alert.ts')).alert(terminal, context, options)),
    )

  withSession(program.command('sync'))
    .description('Write the current instructions for agents into docs/agents.md; what others wrote there stays')
    .option('--agent <name>', 'who asks')
    .option('--json', 'for programs')
    .addHelpText('after', helps.sync)
    .action((options: LoopOptions) =>
      runLoop(options, async (terminal, context) => (await import('./sync.ts')).sync(terminal, context, options)),
    )
}

export interface LoopOptions {
  /** `update` takes its payload behind it. */
  readonly json?: boolean | string
  readonly session?: string
  readonly agent?: string
}

export interface StartOptions extends LoopOptions {
  readonly goal?: string
  readonly spec?: string
  readonly planner: boolean
  readonly strict?: boolean
}

export interface StatusOptions extends LoopOptions {
  readonly compact?: boolean
  readonly budget?: number
  readonly allowOverlap?: boolean
}

export interface UpdateOptions extends LoopOptions {
  readonly file?: string
  readonly strict?: boolean
  readonly token?: number
}

export interface AlertOptions extends LoopOptions {
  readonly id: string
  readonly level: string
  readonly message?: string
  readonly task?: number
  readonly clear?: boolean
  readonly check?: string
}

export function withSession(command: Command): Command {
  return command.option('--session <id>', 'the session, if not the current one')
}

function whole(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It has to be a whole number from 1 on.')
}

const helps = {
  start: `
Examples:
  planloop start --goal "Implement the features described in spec.md"
  planloop start --goal "Add a login page" --spec docs/login.md --json`,
  status: `
Examples:
  planloop status --json
  planloop status --json --compact --agent codex-1`,
  update: `
\`planloop describe update\` prints the schema of the payload.

Examples:
  planloop update --json '{"update_tasks": [{"id": 2, "status": "DONE", "result": "Four tables."}]}'
  planloop update --file plan.json --strict
  planloop update --json - < plan.json`,
  alert: `
Examples:
  planloop alert --id test_failure --message "npm test fails in users.test.ts" --task 2
  planloop alert --id test_failure --clear
  planloop alert --id test_failure --check "npm test"`,
  sync: `
Examples:
  planloop sync`,
} as const
