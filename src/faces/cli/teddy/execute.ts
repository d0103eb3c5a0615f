import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Resolution, resolutions } from '../../../run/recovery.ts'
import { run, type WithSet } from '../action.ts'
import { setOption } from '../steadplan/config/set-option.ts'
import { sessionOption, type WithSession } from './session/session-option.ts'

/** `teddy execute`. */
export function registerExecute(program: Command): void {
  program
    .command('execute')
    .description('Carry out a plan: check all of it, ask about each action, stop at the first that fails, and report')
    .argument(
      '[file]',
      'a plan in the project; - for standard input; without one: the plan of the session, or the clipboard',
    )
    .option('-y, --yes', 'say yes to every action but those that need a yes of their own')
    .option(
      '--consent <number>',
      'say yes to this action, which needs a yes of its own; can be said again',
      another,
      [],
    )
    .option('--dry-run', 'show all that would be done, and change nothing')
    .option('--only <numbers>', 'carry out these actions alone, such as 1,3-5', positions)
    .option('--atomic', 'keep what is changed in files only if every action comes to its end, otherwise put it back')
    .addOption(
      new Option('--interrupted <what>', 'what becomes of a command that was cut off by a crash').choices(resolutions),
    )
    .option('--again', 'carry out anew what is done already')
    .option('--report <file>', 'where the report goes; - prints it, which is usual')
    .option('--copy', 'put the report on the clipboard; usual for a plan that came from there')
    .option('--no-copy', 'do not')
    .option(...sessionOption)
    .option('--json', 'for programs: one line for each event, the outcome last')
    .addOption(setOption())
    .addHelpText('after', help)
    .action((file: string | undefined, options: ExecuteOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { executePlan } = await import('./execute/execute.ts')
        const { processInputs } = await import('./input.ts')
        return executePlan(terminal, context, processInputs(context), file, options)
      }),
    )
}

export interface ExecuteOptions extends WithSession {
  readonly yes?: boolean
  /** Positions of actions. */
  readonly consent?: readonly number[]
  readonly only?: readonly number[]
  readonly dryRun?: boolean
  readonly atomic?: boolean
  readonly interrupted?: Resolution
  readonly again?: boolean
  readonly report?: string
  readonly copy?: boolean
  readonly json?: boolean
}

function another(text: string, before: readonly number[]): readonly number[] {
  return [...before, position(text)]
}

//     1,3-5  →  1, 3, 4, 5
function positions(text: string): readonly number[] {
  const all = text.split(',').flatMap((part) => {
    const [first, last, ...more] = part.trim().split('-')
    const [from, to] = [position(first!), position(last ?? first!)]
    if (more.length > 0 || to < from) throw notNumbers()
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
  return [...new Set(all)].sort((one, other) => one - other)
}

function position(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text.trim())) return Number(text)
  throw notNumbers()
}

function notNumbers(): InvalidArgumentError {
  return new InvalidArgumentError('Numbers of actions are needed, such as 3, or 1,3-5.')
}

const help = `
Everything is checked before anybody is asked, and all faults are named at once. At a terminal each action is shown with what
it does, and you say yes, no, yes to all the rest, or quit. What other programs obey (.git, settings of editors and agents) and
variables that decide what runs need a yes of their own. The report goes to standard output, everything else beside it.

A plan from standard input or the clipboard is mended and kept in .teddy/plans; the same text is the same plan. After a crash the
same command goes on: what is done is not done again, and what was cut off is decided about.

Exit codes: 0 all is done, but for what you left out; 1 something failed, or was refused; 3 somebody else carries it out;
130 ended by Ctrl-C. Ctrl-C once: nothing more is begun. Twice: what runs is cancelled.

Examples:
  teddy execute plan.md
  teddy execute                          the plan of the session, or what you have just copied
  teddy execute plan.md --dry-run
  teddy execute plan.md --only 1,3-5 --atomic
  teddy execute plan.md --interrupted redo
  teddy execute plan.md --yes --json | jq .type`
