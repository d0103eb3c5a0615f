import type { PlanReading, StatusWord } from '../dialects/plan-reading.ts'
import { fault } from '../plan/diagnostics/fault.ts'
import type { Approval, PlanState } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import { type Digest, digestOf } from '../review/digest.ts'
import type { ReviewedPlan } from '../review/reviewed-plan.ts'
import { isStepSealed } from '../review/step-seal.ts'
import { listVersions } from '../store/content/history.ts'
import { versionContent } from '../store/content/version-content.ts'
import type { Machine } from '../store/machine/port.ts'
import { type OpenOptions, openPlan, readingOf } from '../store/plans/open-plan.ts'
import { readUserKey } from '../store/user-key.ts'
import type { UserDirectories } from '../store/workspace/user-directories.ts'

export { refusalOfStep } from './refusal-of-step.ts'

/** A plan as it was approved, which need not be what its files say now. */
export interface ApprovedPlan {
  readonly reading: PlanReading
  readonly digest: Digest
  readonly approval: Approval
  /** Whether its steps are given out without a yes of anybody. */
  readonly isFree?: boolean
  /** Whether a step that waits for a yes of its own has it, for what it says. */
  readonly hasOwnYes: (state: PlanState, step: StepId) => boolean
  /** The status words that stand in its files at this moment. */
  readonly wordsNow: () => Promise<ReadonlyMap<StepId, StatusWord>>
}

/**
 * What may be carried out: the content that somebody said yes to. Files that were edited since are a draft; they change
 * nothing before they are approved themselves.
 */
export async function approvedPlan(
  machine: Machine,
  userDirs: UserDirectories,
  reviewed: ReviewedPlan,
  options: OpenOptions,
): Promise<ApprovedPlan> {
  const { standing, found, place } = reviewed
  const { approval } = standing
  if (approval === undefined) throw fault('E_NOT_APPROVED', `nobody has approved the plan ${found.name} yet`)
  if (standing.is === 'foreign') {
    throw fault('E_NOT_APPROVED', `the approval in the log of ${found.name} was not given here, so it does not count`)
  }
  const reading =
    standing.is === 'whole' ? reviewed.reading : await approvedReading(machine, reviewed, approval, options)
  const digest = digestOf(reading.signed)
  if (digest.hash !== approval.hash) {
    throw fault('E_NOT_APPROVED', `version ${approval.version} of ${found.name} is not what was approved`)
  }
  const key = await readUserKey(machine, userDirs)
  const hasOwnYes = (state: PlanState, step: StepId): boolean => {
    const given = state.stepApprovals.get(step)
    return given !== undefined && given.hash === digest.steps.get(step) && isStepSealed(key, place.plan, step, given)
  }
  const wordsNow = async () => (await openPlan(machine, found, options)).reading.words
  return { reading, digest, approval, hasOwnYes, wordsNow }
}

async function approvedReading(
  machine: Machine,
  { found, place }: ReviewedPlan,
  { version }: Approval,
  options: OpenOptions,
): Promise<PlanReading> {
  const { versions } = await listVersions(machine, place)
  return readingOf(found, versionContent(versions, version), options).reading
}
