import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { checkId } from '../paths/ids.ts'
import { changeSession } from './change-session.ts'
import { keepSnapshot, refuseRunning, removePlanDirectories, removePlanFiles } from './empty-plan.ts'
import type { SessionPlace } from './session-place.ts'
import type { PlacedThread, SessionRecord } from './session-record.ts'
import { realHome, threadPlan } from './thread-plan.ts'

/** Who empties plans, and how. */
export interface Emptying {
  readonly by: string
  readonly fileCap: number
  readonly lock: LockOptions
}

export interface RemovedThread {
  readonly thread: PlacedThread
  /** The version that keeps what was removed; undefined when there was nothing. */
  readonly version: number | undefined
  /** False when files that are not the plan's stand in its directory. */
  readonly isDirectoryGone: boolean
}

/**
 * Takes an additional thread out of a session.
 *
 *     snapshot ─▶ record ─▶ files ─▶ directories
 *
 * The record comes before the files, so that whoever is cut off leaves no thread behind that is allocated and has lost
 * its plan. The next commit removes what is left.
 */
export async function removeThread(
  machine: Machine,
  place: SessionPlace,
  threadId: string,
  how: Emptying,
): Promise<RemovedThread> {
  const bad = checkId(threadId)
  if (bad) throw new Fault([bad])
  return changeSession(machine, place, how.lock, async ({ record, save }) => {
    const thread = additionalThread(record, place.id, threadId)
    const found = threadPlan(await realHome(machine, place.home), thread, how.fileCap)
    await refuseRunning(machine, found)
    const version = await keepSnapshot(machine, found, { by: how.by, why: 'before the thread is removed' }, how.lock)
    const additional = record!.additional.filter((one) => one !== thread)
    await save({ ...record!, additional, removed: [...record!.removed, thread] })
    return { thread, version, isDirectoryGone: await finishRemoval(machine, place, thread, how) }
  })
}

/** Removes what is left of a thread that the record does not count any more. Doing it twice does no harm. */
export async function finishRemoval(
  machine: Machine,
  place: SessionPlace,
  thread: PlacedThread,
  { by, fileCap, lock }: Emptying,
): Promise<boolean> {
  const found = threadPlan(await realHome(machine, place.home), thread, fileCap)
  await removePlanFiles(machine, found, { by, why: 'the thread was removed' }, lock)
  return removePlanDirectories(machine, found)
}

function additionalThread(record: SessionRecord | undefined, sessionId: string, threadId: string): PlacedThread {
  const { current, additional, removed } = record ?? { current: undefined, additional: [], removed: [] }
  const found = additional.find((one) => one.thread_id === threadId)
  if (found) return found
  if (threadId === (current?.thread_id ?? sessionId)) {
    throw fault('E_CURRENT_THREAD', 'the current thread cannot be removed', { actual: threadId })
  }
  if (removed.some((one) => one.thread_id === threadId)) {
    throw fault('E_UNKNOWN_THREAD', 'the thread was removed already', {
      actual: threadId,
      hint: 'Nothing more is needed: `agentctl plan commit` records it.',
    })
  }
  const ids = additional.map((one) => one.thread_id)
  const near = suggest(threadId, ids)
  throw fault('E_UNKNOWN_THREAD', 'the session has no additional thread with this id', {
    actual: threadId,
    ...(near !== undefined && { expected: near, hint: `Did you mean "${near}"?` }),
    ...(ids.length === 0 && { hint: 'The session has no additional thread.' }),
  })
}
