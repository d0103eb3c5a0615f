import { type Diagnostic, hasErrors, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { stepStatus } from '../../plan/state.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { StepId } from '../../plan/types.ts'
import { type ActionsChecked, type Consent, checkActions } from '../../rules/actions/check.ts'
import type { ProjectFacts } from '../../rules/actions/facts.ts'
import type { Machine } from '../machine/port.ts'
import { readPlanState } from '../plan-log.ts'
import { gatherFacts } from '../project-files/facts.ts'
import type { OpenedPlan } from './open-plan.ts'
import { type StepActions, withAsking } from './step-actions.ts'

export interface ProjectLook {
  /** The steps that will be carried out; without it, what the log says is left. */
  readonly isLeft?: (step: StepId) => boolean
  /** What is remembered, against which memos and the context are checked. */
  readonly remembered?: Pick<ProjectFacts, 'memos' | 'context'>
}

/** Adds what is wrong with a list of actions in the project as it is, and what those that are left will do to it. */
export async function inProject(
  machine: Machine,
  opened: OpenedPlan,
  { isLeft, remembered }: ProjectLook = {},
): Promise<OpenedPlan> {
  const { list, found, reading } = opened
  const isMeant = list && (isLeft ?? (await stepsLeft(machine, opened)))
  if (list === undefined || isMeant === undefined) return opened
  const { steps, places } = reading.plan
  const [first] = opened.content.files.values()
  const checked = checkActions(list, {
    file: places!.file,
    text: Buffer.from(first!.bytes).toString(),
    facts: await gatherFacts(machine, found.workspace.root, list, remembered),
    isMeant: (position) => isMeant(steps[position - 1]!.id),
  })
  const consents = byPosition(checked.consents)
  const actions = new Map([...opened.actions].map(([step, own]) => [step, withChecked(own, checked.changes, consents)]))
  // A rule about paths has said what the look at the project says better.
  const said = new Set(checked.diagnostics.map(placeOf))
  const others = opened.diagnostics.filter((one) => !said.has(placeOf(one)))
  const diagnostics = sorted([...others, ...checked.diagnostics])
  return { ...opened, reading: withAsking(reading, actions), actions, diagnostics, isSound: !hasErrors(diagnostics) }
}

/**
 * The steps that are still to be carried out. Undefined when there are none, or when nobody can say what the files hold: a
 * step is under way, or was cut off.
 */
async function stepsLeft(machine: Machine, { place, reading }: OpenedPlan): Promise<ProjectLook['isLeft']> {
  try {
    const state = await readPlanState(machine, place)
    const ids = reading.plan.steps.map(({ id }) => id)
    const statuses = new Set<StepStatus>(ids.map((id) => stepStatus(state, id)))
    if (statuses.has('in_progress') || statuses.has('interrupted')) return undefined
    const isLeft = (id: StepId) => stepStatus(state, id) === 'pending' || stepStatus(state, id) === 'failed'
    return state.status !== 'cancelled' && ids.some(isLeft) ? isLeft : undefined
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}

function placeOf({ code, range }: Diagnostic): string {
  return `${code} ${range?.start.offset}`
}

/** An action is a step of its own here, so that its position tells which. */
function withChecked(own: StepActions, changes: ActionsChecked['changes'], consents: Consents): StepActions {
  const { position } = own.actions[0]!
  const change = changes.get(position)
  const known = new Set(own.consents.map(({ what }) => what))
  const others = (consents.get(position) ?? []).filter(({ what }) => !known.has(what))
  return { ...own, changes: new Map(change && [[position, change]]), consents: [...own.consents, ...others] }
}

type Consents = ReadonlyMap<number, readonly Consent[]>

function byPosition(consents: readonly Consent[]): Consents {
  const grouped = new Map<number, Consent[]>()
  for (const one of consents) grouped.set(one.position, [...(grouped.get(one.position) ?? []), one])
  return grouped
}
