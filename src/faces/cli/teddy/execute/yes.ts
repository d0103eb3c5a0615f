import type { PlanStatus } from '../../../../plan/lifecycle.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { approvedPlan } from '../../../../run/approved-plan.ts'
import type { Here } from './here.ts'

/** Which actions somebody has said yes to already, as they are written now. */
export interface KnownYes {
  /** The plan has its yes, and each action that is not held back by one of its own. */
  readonly isApproved: boolean
  readonly has: (step: StepId) => boolean
  readonly hasOwn: (step: StepId) => boolean
}

export async function knownYes({ machine, userDirs, opening }: Here, reviewed: ReviewedPlan): Promise<KnownYes> {
  const { standing, state, actions } = reviewed
  if (standing.is !== 'whole' || waiting.has(state.status)) return none
  const approved = await approvedPlan(machine, userDirs, reviewed, opening)
  const hasOwn = (step: StepId): boolean => approved.hasOwnYes(state, step)
  const each = approved.approval.each === true
  const needsOwn = (step: StepId): boolean => each || (actions.get(step)?.consents.length ?? 0) > 0
  return { isApproved: true, hasOwn, has: (step) => !needsOwn(step) || hasOwn(step) }
}

const none: KnownYes = { isApproved: false, has: () => false, hasOwn: () => false }

/** In these a plan waits for a yes, whatever was said to its content before. */
const waiting: ReadonlySet<PlanStatus> = new Set(['draft', 'proposed', 'rejected', 'needs_review', 'replanning'])
