import { type Command, InvalidArgumentError, Option } from 'commander'
import { type PlanStatus, planStatuses } from '../../../plan/lifecycle.ts'
import { planHelp, run } from '../action.ts'

/** `steadplan list`, `show`, `graph`, `diff`, `history`. Each loads what it needs when it is called. */
export function registerLook(program: Command): void {
  // Behind the name of a command `--version` is an option of that command.
  program.enablePositionalOptions()

  program
    .command('list')
    .description('The plans of this project, how far they are and what each waits for')
    .option('--all', 'also those that are completed or cancelled, and earlier turns of sessions')
    .addOption(new Option('--status <status>', 'only those with this status').choices(planStatuses))
    .option('--json', 'for programs')
    .addHelpText('after', help.list)
    .action((options: ListOptions) =>
      run(options, async (terminal, context) => {
        const { listPlans } = await import('./look/list.ts')
        return listPlans(terminal, context, options)
      }),
    )

  program
    .command('show')
    .description('One plan, or one step of it, with how its approval stands')
    .argument('[plan]', planHelp)
    .argument('[step]', 'the id of a step, to see that step in full')
    .option('--version <number>', 'as it was in this version', number)
    .option('--json', 'for programs: everything')
    .addHelpText('after', help.show)
    .action((plan: string | undefined, step: string | undefined, options: ShowOptions) =>
      run(options, async (terminal, context) => {
        const { showPlan } = await import('./look/show.ts')
        return showPlan(terminal, context, plan, step, options)
      }),
    )

  program
    .command('graph')
    .description('Which step waits for which, wave by wave')
    .argument('[plan]', planHelp)
    .addOption(new Option('--format <format>', 'how to draw it').choices(['text', 'mermaid', 'json']).default('text'))
    .option('--json', 'the same as --format json')
    .addHelpText('after', help.graph)
    .action((plan: string | undefined, options: GraphOptions) =>
      run(options, async (terminal, context) => {
        const { graphPlan } = await import('./look/graph.ts')
        return graphPlan(terminal, context, plan, options)
      }),
    )

  program
    .command('diff')
    .description('What changed in a plan, first by meaning, then line by line')
    .argument('[plan]', planHelp)
    .argument('[from]', 'a version; otherwise the approved one, or the last that was kept')
    .argument('[to]', 'a version; otherwise the files as they are now')
    .option('--stat', 'only the summary and the number of lines')
    .option('--json', 'for programs')
    .addHelpText('after', help.diff)
    .action((plan: string | undefined, from: string | undefined, to: string | undefined, options: DiffOptions) =>
      run(options, async (terminal, context) => {
        const { diffPlan } = await import('./look/diff.ts')
        return diffPlan(terminal, context, { plan, from, to }, options)
      }),
    )

  program
    .command('history')
    .description('Every version of a plan and everything that happened to it, the newest last')
    .argument('[plan]', planHelp)
    .option('--limit <number>', 'how many lines at most', number, 50)
    .option('--restore <version>', 'put the files of this version back; what is there now is kept as a version', number)
    .option('--json', 'for programs')
    .addHelpText('after', help.history)
    .action((plan: string | undefined, options: HistoryOptions) =>
      run(options, async (terminal, context) => {
        const { planHistory } = await import('./look/history.ts')
        return planHistory(terminal, context, plan, options)
      }),
    )
}

interface JsonOption {
  readonly json?: boolean
}

export interface ListOptions extends JsonOption {
  readonly all?: boolean
  readonly status?: PlanStatus
}

export interface ShowOptions extends JsonOption {
  readonly version?: number
}

export interface GraphOptions extends JsonOption {
  readonly format?: 'text' | 'mermaid' | 'json'
}

export interface DiffOptions extends JsonOption {
  readonly stat?: boolean
}

export interface HistoryOptions extends JsonOption {
  readonly limit?: number
  readonly restore?: number
}

function number(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value === 0) throw new InvalidArgumentError('A whole number above 0 is needed.')
  return value
}

const help = {
  list: `
Examples:
  steadplan list                     what is open
  steadplan list --all               also what has ended
  steadplan list --status proposed   what waits for a yes`,
  show: `
Examples:
  steadplan show                     the only plan there is
  steadplan show login               the plan whose name begins like this
  steadplan show login write-tests   one step in full
  steadplan show login --version 2   as it was`,
  graph: `
Examples:
  steadplan graph login
  steadplan graph login --format mermaid > login.mmd`,
  diff: `
Examples:
  steadplan diff login          since the approval, or since the last version kept
  steadplan diff login 2        since version 2
  steadplan diff login 2 3      between two versions
  steadplan diff login --stat   how much`,
  history: `
Examples:
  steadplan history login
  steadplan history login --restore 3   nothing is lost: what is there now stays as a version`,
}
