import { type Command, InvalidArgumentError } from 'commander'
import { planHelp, run, type WithSet } from '../action.ts'
import { setOption } from './config/set-option.ts'
import { addHelp, doneHelp, failHelp, nextHelp, skipHelp } from './loop/help.ts'

/** `steadplan next`, `done`, `fail`, `skip`, `add`. */
export function registerLoop(program: Command): void {
  program
    .command('next')
    .description('Take the next step of an approved plan, with all that is needed to do it')
    .argument('[plan]', planHelp)
    .option('--agent <name>', agentHelp)
    .option('--budget <tokens>', 'about how long the text of the step may be (default: 4000)', positive)
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', nextHelp)
    .action((plan: string | undefined, options: NextOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { next } = await import('./loop/next.ts')
        return next(terminal, context, plan, options)
      }),
    )

  program
    .command('done')
    .description('Say that a step is done; its commands are run, and it counts when they pass')
    .usage('[options] [plan] <step>')
    .argument('<words...>', stepHelp)
    .option('--agent <name>', agentHelp)
    .option('--token <number>', 'only if the claim is the one with this number', positive)
    .option('--result <text>', 'what came of it, for the steps that depend on it')
    .option('--result-file <path>', 'the same from a file, - for standard input')
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', doneHelp)
    .action((words: string[], options: DoneOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { done } = await import('./loop/done.ts')
        return done(terminal, context, words, options)
      }),
    )

  for (const [name, description, help] of [
    ['fail', 'Say that a step cannot be done; what waits for it does not run', failHelp],
    ['skip', 'Leave a step out; what waits for it runs as if it were done', skipHelp],
  ] as const) {
    program
      .command(name)
      .description(description)
      .usage('[options] [plan] <step>')
      .argument('<words...>', stepHelp)
      .requiredOption('--why <text>', 'the reason, for whoever looks at it')
      .option('--agent <name>', agentHelp)
      .option('--token <number>', 'only if the claim is the one with this number', positive)
      .option('--json', 'for programs')
      .addOption(setOption())
      .addHelpText('after', help)
      .action((words: string[], options: GiveUpOptions & WithSet) =>
        run(options, async (terminal, context) => {
          const { giveUp } = await import('./loop/give-up.ts')
          return giveUp(terminal, context, name, words, options)
        }),
      )
  }

  program
    .command('add')
    .description('Add a step to a plan; it waits for a yes of the person')
    .argument('<title>', 'what is to be done')
    .option('--plan <name>', planHelp)
    .option('--after <steps>', 'the steps it comes after, with commas between them (repeatable)', collectSteps)
    .option('--text <text>', 'what is to be done, at length; without it the title says it all')
    .option('--verify <command>', 'a command that has to pass before it counts as done (repeatable)', collect)
    .option('--files <path>', 'a file that it touches (repeatable)', collect)
    .option('--id <id>', 'its id, instead of one made of the title')
    .option('--agent <name>', 'who adds it')
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', addHelp)
    .action((title: string, options: AddOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { add } = await import('./loop/add.ts')
        return add(terminal, context, title, options)
      }),
    )
}

export interface NextOptions {
  readonly agent?: string
  readonly budget?: number
  readonly json?: boolean
}

export interface DoneOptions {
  readonly agent?: string
  readonly token?: number
  readonly result?: string
  readonly resultFile?: string
  readonly json?: boolean
}

export interface GiveUpOptions {
  readonly why: string
  readonly agent?: string
  readonly token?: number
  readonly json?: boolean
}

export interface AddOptions {
  readonly plan?: string
  readonly after?: readonly string[]
  readonly text?: string
  readonly verify?: readonly string[]
  readonly files?: readonly string[]
  readonly id?: string
  readonly agent?: string
  readonly json?: boolean
}

function positive(text: string): number {
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0
  if (number > 0) return number
  throw new InvalidArgumentError('A whole number above 0 is needed.')
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

function collectSteps(text: string, before: readonly string[] = []): readonly string[] {
  const steps = text.split(',').map((step) => step.trim())
  return [...before, ...steps.filter((step) => step !== '')]
}

const stepHelp = 'the id of the step or the beginning of it, with the name of the plan before it when there are several'
const agentHelp = 'who takes the step; each agent needs a name of its own (default: $AGENTCTL_AGENT, or who calls)'
