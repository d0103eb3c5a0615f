import type { PlanState } from '../plan/state.ts'
import { stepStatus } from '../plan/state.ts'
import { statusWords } from '../plan/status-words.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { StepId } from '../plan/types.ts'
import { wordByHand } from '../plan/word-by-hand.ts'
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
  const key = state.approval && (await readUserKey(machine, userDirs))
  const digest = digestOf(opened.reading.signed)
  const standing = standingOf(digest, state.approval, (one) => isSealed(key, opened.place.plan, one))
  return { ...opened, state, digest, standing, statusOf: (step) => statusNow(opened, state, step) }
}

/** What the log says, unless somebody wrote another word into the file: a person, or a branch that was merged. */
function statusNow({ found, reading }: OpenedPlan, state: PlanState, step: StepId): StepStatus {
  const word = reading.words.get(step)?.word
  return wordByHand(statusWords[found.dialect].step, state, step, word) ?? stepStatus(state, step)
}
