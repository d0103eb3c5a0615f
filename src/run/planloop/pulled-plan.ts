import { fault } from '../../plan/diagnostics/fault.ts'
import type { ReviewedPlan } from '../../review/reviewed-plan.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readSession } from '../../store/planloop/session-fold.ts'
import type { OpenOptions } from '../../store/plans/open-plan.ts'
import type { UserDirectories } from '../../store/workspace/user-directories.ts'
import { type ApprovedPlan, approvedPlan } from '../approved-plan.ts'

/**
 * The plan that agents are given steps of one by one: what was approved, and of a session of planloop what it says, unless
 * its tasks need a yes.
 */
export async function pulledPlan(
  machine: Machine,
  userDirs: UserDirectories,
  reviewed: ReviewedPlan,
  options: OpenOptions,
): Promise<ApprovedPlan> {
  const { found, place, reading, digest } = reviewed
  if (found.dialect !== 'planloop' || (await readSession(machine, place)).needsApproval) {
    return approvedPlan(machine, userDirs, reviewed, options)
  }
  return {
    reading,
    digest,
    approval: { ...digest, version: 0, by: 'planloop', channel: 'command', seal: '', at: '' },
    isFree: true,
    hasOwnYes: () => true,
    wordsNow: async () => new Map(),
  }
}

/** A blocker halts a session, whichever way its tasks are asked for. */
export async function refuseBlocked(machine: Machine, { found, place }: ReviewedPlan): Promise<void> {
  if (found.dialect !== 'planloop') return
  const { signals } = await readSession(machine, place)
  const blocker = [...signals.values()].find(({ level }) => level === 'blocker')
  if (blocker === undefined) return
  throw fault('E_NOTHING_READY', `the signal '${blocker.id}' blocks the session: ${blocker.message}`, {
    hint: `Mend what it is about, then run \`planloop alert --session ${found.name} --id ${blocker.id} --clear\`.`,
  })
}
