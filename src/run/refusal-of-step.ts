import type { PlanState } from '../plan/state.ts'
import type { Step } from '../plan/types.ts'
import type { ApprovedPlan } from './approved-plan.ts'

/** Why a step may not begin in a state; undefined when its approval holds. */
export function refusalOfStep(
  state: PlanState,
  step: Step,
  approved: Pick<ApprovedPlan, 'approval' | 'hasOwnYes' | 'isFree'>,
): string | undefined {
  if (approved.isFree) return undefined
  if (state.approval === undefined) return 'the approval was taken back'
  // A later yes counts once its seal was looked at, which is done when the run begins anew.
  if (state.approval.seal !== approved.approval.seal) return 'another version of the plan was approved since'
  const isAsked = step.approval === 'user' || state.approval.each === true
  if (isAsked && !approved.hasOwnYes(state, step.id)) return 'it waits for a yes of its own'
  return step.agent === 'person' ? 'a person does it' : undefined
}
