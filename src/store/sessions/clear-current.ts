import type { Machine } from '../machine/port.ts'
import { allocated } from './allocate.ts'
import { changeSession } from './change-session.ts'
import { keepSnapshot, refuseRunning, removePlanFiles } from './empty-plan.ts'
import type { Emptying } from './remove-thread.ts'
import type { SessionPlace } from './session-place.ts'
import type { PlacedThread } from './session-record.ts'
import { realHome, threadPlan } from './thread-plan.ts'

export interface ClearedThread {
  readonly thread: PlacedThread
  /** The version that keeps what was cleared; undefined when there was nothing. */
  readonly version: number | undefined
}

/**
 * Empties the plan of the current thread; its directory stays. The record comes before the files: cut off in between, the
 * plan is still there and the next commit takes it for what it is.
 */
export async function clearCurrent(
  machine: Machine,
  place: SessionPlace,
  project: string,
  { by, fileCap, lock }: Emptying,
): Promise<ClearedThread> {
  return changeSession(machine, place, lock, async (held) => {
    const record = await allocated(machine, place, project, held)
    const thread = record.current
    const found = threadPlan(await realHome(machine, place.home), thread, fileCap)
    await refuseRunning(machine, found)
    const version = await keepSnapshot(machine, found, { by, why: 'before the plan is cleared' }, lock)
    await held.save({ ...record, cleared: true })
    await removePlanFiles(machine, found, { by, why: 'the plan was cleared' }, lock)
    return { thread, version }
  })
}
