import { diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault, fault, isFault } from '../../../../plan/diagnostics/fault.ts'
import type { Step, StepId } from '../../../../plan/types.ts'
import { refuseApproval } from '../../../../review/decide.ts'
import type { OpenedPlan } from '../../../../store/plans/open-plan.ts'
import { type Here, isPerson } from './here.ts'
import { headLines, stepLines } from './show.ts'
import { commandFor, type PlanSource } from './source.ts'

/** What was said to the actions that had no yes yet. */
export interface Answers {
  readonly yes: ReadonlySet<StepId>
  readonly no: ReadonlySet<StepId>
  /** Whether a person was asked, which takes its time. */
  readonly isAsked: boolean
}

/**
 * Gets a yes or a no to each of the actions: by the command line, or by the person, who is shown all that each of them does.
 * Undefined when the person leaves. Throws `E_NEEDS_PERSON` when somebody has to be asked and nobody is there.
 */
export async function answersTo(
  here: Here,
  source: PlanSource,
  opened: OpenedPlan,
  open: readonly Step[],
): Promise<Answers | undefined> {
  const { options } = here
  const ownYes = open.filter(({ id }) => needsOwn(opened, id) && !isConsented(here, opened, id))
  const usual = open.filter((step) => !ownYes.includes(step))
  if (open.length === 0) return { yes: new Set(), no: new Set(), isAsked: false }
  if (!isPerson(here)) {
    refuseWithoutPerson(here, source, opened, ownYes)
    return { yes: new Set(open.map(({ id }) => id)), no: new Set(), isAsked: false }
  }
  const asked = options.yes ? ownYes : open
  const given = options.yes ? usual.map(({ id }) => id) : []
  if (asked.length === 0) return { yes: new Set(given), no: new Set(), isAsked: false }
  return ask(here, opened, { asked, given, name: source.name })
}

function needsOwn({ actions }: OpenedPlan, step: StepId): boolean {
  return (actions.get(step)?.consents.length ?? 0) > 0
}

function isConsented({ options: { consent = [] } }: Here, { reading }: OpenedPlan, step: StepId): boolean {
  return consent.includes(reading.plan.steps.findIndex(({ id }) => id === step) + 1)
}

interface Question {
  readonly asked: readonly Step[]
  /** What the command line says yes to. */
  readonly given: readonly StepId[]
  readonly name: string
}

async function ask(here: Here, opened: OpenedPlan, { asked, given, name }: Question): Promise<Answers | undefined> {
  const { beside, context } = here
  const [yes, no] = [new Set(given), new Set<StepId>()]
  let isAll = false
  beside.out(`${headLines(opened, name, beside).join('\n')}\n`)
  for (const step of asked) {
    beside.out(`${stepLines(opened, step, beside).join('\n')}\n`)
    const isOwn = needsOwn(opened, step.id) && !isConsented(here, opened, step.id)
    const answer = isAll && !isOwn ? 'y' : await answerOf(isOwn ? ownQuestion : question, context.ask)
    if (answer === 'q') return undefined
    if (answer === 'a') isAll = true
    if (answer === 'n') no.add(step.id)
    else yes.add(step.id)
  }
  return { yes, no, isAsked: true }
}

interface Choice {
  readonly text: string
  readonly keys: string
}

const question: Choice = {
  text: 'Carry it out? [y]es, [n]o, yes to [a]ll the rest, [q]uit > ',
  keys: 'ynaq',
}
const ownQuestion: Choice = { text: 'Carry it out all the same? [y]es, [n]o, [q]uit > ', keys: 'ynq' }

/** Who does not answer leaves. */
async function answerOf({ text, keys }: Choice, put: Here['context']['ask']): Promise<string> {
  for (let tries = 0; tries < 3; tries++) {
    const answer = (await put(text)).trim().toLowerCase()
    const key = answer === 'yes' || answer === 'no' || answer === 'all' || answer === 'quit' ? answer[0]! : answer
    if (key.length === 1 && keys.includes(key)) return key
  }
  return 'q'
}

function refuseWithoutPerson(here: Here, source: PlanSource, opened: OpenedPlan, ownYes: readonly Step[]): void {
  const { caller, policy, options } = here
  const command = commandFor(here, source)
  if (!options.yes) {
    throw fault('E_NEEDS_PERSON', 'Somebody has to say yes to what is carried out, and nobody can be asked here.', {
      actual: caller.channel,
      expected: 'terminal',
      hint: `Run \`${command}\` at a terminal. Where \`approval.policy\` lets programs approve, \`--yes\` says yes.`,
    })
  }
  try {
    refuseApproval(caller, policy, opened)
  } catch (error) {
    if (!isFault(error, 'E_NEEDS_PERSON')) throw error
    const hint = `Ask the person to run \`${command}\` at a terminal. \`approval.policy\` says who may approve.`
    throw new Fault([{ ...error.diagnostics[0]!, hint }])
  }
  const [first, ...others] = ownYes.map(({ id, place }) => {
    const position = opened.reading.plan.steps.findIndex((one) => one.id === id) + 1
    const reasons = opened.actions.get(id)!.consents.map(({ what, why }) => `${what} (${why})`)
    return diagnostic('E_NEEDS_PERSON', `Action ${position} needs a yes of its own: ${reasons.join('; ')}.`, {
      ...(place?.id && { file: place.file, range: place.id }),
      hint: `Run \`${command}\` at a terminal, or say \`--consent ${position}\` as well.`,
    })
  })
  if (first !== undefined) throw new Fault([first, ...others])
}
