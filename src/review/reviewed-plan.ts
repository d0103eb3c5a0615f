import { isInFlight, type Witness } from '../plan/in-flight.ts'
import type { PlanState } from '../plan/state.ts'
import { stepStatus } from '../plan/state.ts'
import { statusWords } from '../plan/status-words.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { StepId } from '../plan/types.ts'
import { wordByHand } from '../plan/word-by-hand.ts'
import { witnessOf } from '../store/leases.ts'
import type { Machine } from '../store/machine/port.ts'
import { readPlanState } from '../store/plan-log.ts'
import type { OpenedPlan } from '../store/plans/open-plan.ts'
import { readUserKey } from '../store/user-key.ts'
import type { UserDirectories } from '../store/workspace/user-directories.ts'
import { type Digest, digestOf } from './digest.ts'
import { isSealed } from './seal.ts'
import { type Standing, standingOf } from './standing.ts'

/** A plan with where it stands: what happened to it, and how far the last yes covers what it says now. */
export interface ReviewedPlan extends OpenedPlan {
  readonly state: PlanState
  readonly digest: Digest
  readonly standing: Standing
  readonly statusOf: (step: StepId) => StepStatus
}

export async function reviewedPlan(
  machine: Machine,
  userDirs: UserDirectories,
  opened: OpenedPlan,
): Promise<ReviewedPlan> {
  const state = await readPlanState(machine, opened.place)
  const witness = witnessOf(machine)
  const key = state.approval && (await readUserKey(machine, userDirs))
  const digest = digestOf(opened.reading.signed)
  const standing = standingOf(digest, state.approval, (one) => isSealed(key, opened.place.plan, one))
  return { ...opened, state, digest, standing, statusOf: (step) => statusNow(opened, state, step, witness) }
}

/**
 * What the log says, unless somebody wrote another word into the file (a person, or a branch that was merged), or whoever
 * had the step is dead or silent: that is seen at once, though only the next run writes it into the log.
 */
function statusNow({ found, reading }: OpenedPlan, state: PlanState, step: StepId, witness: Witness): StepStatus {
  const byHand = wordByHand(statusWords[found.dialect].step, state, step, reading.words.get(step)?.word)
  if (byHand !== undefined) return byHand
  const logged = stepStatus(state, step)
  return logged === 'in_progress' && !isInFlight(state, step, witness) ? 'interrupted' : logged
}
