import type { PlanReading } from '../../dialects/plan-reading.ts'
import type { Action } from '../../dialects/teddy/plan.ts'
import { changesWhatRuns } from '../../plan/code-variables.ts'
import type { StepId } from '../../plan/types.ts'
import type { Consent, FileChange } from '../../rules/actions/check.ts'
import { isProtected } from '../paths/protected.ts'

/** What is done to carry out a step that consists of actions. */
export interface StepActions {
  readonly actions: readonly Action[]
  /** What a CREATE or EDIT does to its file, by the position of the action; known where the project was looked at. */
  readonly changes: ReadonlyMap<number, FileChange>
  /** What the yes to the plan does not cover. */
  readonly consents: readonly Consent[]
}

export type ActionsByStep = ReadonlyMap<StepId, StepActions>

/** As far as can be said without looking at the project. */
export function stepActions(actions: readonly Action[]): StepActions {
  return { actions, changes: new Map(), consents: actions.flatMap(consentsOf) }
}

function consentsOf(action: Action): Consent[] {
  const { position } = action
  if (action.kind === 'EXECUTE') {
    const names = action.env.map(({ name }) => name).filter(changesWhatRuns)
    return names.map((what) => ({ position, what, why: 'it decides what runs without the command saying so' }))
  }
  if (action.kind !== 'CREATE' && action.kind !== 'EDIT') return []
  const entry = isProtected(action.path.value)
  return entry === undefined
    ? []
    : [{ position, what: action.path.value, why: `${entry.path} is protected: ${entry.why}` }]
}

/** Steps that the yes to the plan does not cover wait for a yes of their own. */
export function withAsking(reading: PlanReading, byStep: ActionsByStep): PlanReading {
  const asks = (id: StepId): boolean => (byStep.get(id)?.consents.length ?? 0) > 0
  if (![...byStep.keys()].some(asks)) return reading
  const steps = reading.plan.steps.map((step) => (asks(step.id) ? { ...step, approval: 'user' as const } : step))
  return { ...reading, plan: { ...reading.plan, steps } }
}
