import { fault } from '../plan/diagnostics/fault.ts'
import type { PlanRecord } from '../plan/records.ts'
import type { Step } from '../plan/types.ts'
import type { ApprovalPolicy } from '../store/config/settings.ts'
import { openPlanLog } from '../store/plan-log.ts'
import { openPlaceOf } from '../store/plans/found-plan.ts'
import { openUserKey } from '../store/user-key.ts'
import type { ReviewContext } from './decide.ts'
import { refusalOf } from './policy.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'
import { isStepSealed, stepSealOf } from './step-seal.ts'

/** Throws why this step cannot get a yes of its own from this caller, before anybody is asked. */
export function refuseStepApproval(
  { caller }: Pick<ReviewContext, 'caller'>,
  { standing, actions }: ReviewedPlan,
  step: Step,
  policy: ApprovalPolicy,
): void {
  if (step.approval !== 'user' && !standing.approval?.each) {
    throw fault('E_BAD_MOVE', `step ${step.id} needs no yes of its own`, { hint: 'It has the yes of its plan.' })
  }
  if (!standing.covers(step.id)) {
    throw fault('E_NOT_APPROVED', `step ${step.id} is not as it was approved with the plan`, {
      hint: 'Approve the plan first; the yes to the step comes after that.',
    })
  }
  const refusal = refusalOf(caller, policy, { steps: [step] }, actions)
  if (refusal) throw refusal
}

/** Says yes to one step as it was shown. A run that waits for it goes on by itself. Answers the hash of the step. */
export async function approveStep(
  context: ReviewContext,
  shown: ReviewedPlan,
  step: Step,
  policy: ApprovalPolicy,
): Promise<string> {
  refuseStepApproval(context, shown, step, policy)
  const { machine, userDirs, caller, lock } = context
  const place = await openPlaceOf(machine, shown.found)
  const key = await openUserKey(machine, userDirs)
  const given = { hash: shown.digest.steps.get(step.id)!, by: caller.by, channel: caller.channel }
  const record: PlanRecord = {
    type: 'step.approval',
    step: step.id,
    ...given,
    seal: stepSealOf(key, place.plan, step.id, given),
  }
  const log = await openPlanLog(machine, place, { lockWaitMs: lock.waitMs, command: lock.command })
  await log.decide((state) => {
    const before = state.stepApprovals.get(step.id)
    if (before?.hash === given.hash && isStepSealed(key, place.plan, step.id, before)) {
      throw fault('E_BAD_MOVE', `step ${step.id} has its yes already, by ${before.by} at ${before.at}`)
    }
    return { records: [record], answer: undefined }
  })
  return given.hash
}
