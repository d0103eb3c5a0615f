import { isFault } from '../../../../plan/diagnostics/fault.ts'
import type { PlanState } from '../../../../plan/state.ts'
import type { Step } from '../../../../plan/types.ts'
import { projectStatus } from '../../../../run/project-status.ts'
import { openPlanLog } from '../../../../store/plan-log.ts'
import { type FoundPlan, openPlaceOf } from '../../../../store/plans/found-plan.ts'
import type { Project } from '../../project.ts'

export interface StatusWriter {
  /** Soon, and not more often than is good for the disk. */
  readonly later: (state: PlanState) => void
  /** Now, to the end. */
  readonly now: (state: PlanState) => Promise<void>
}

/**
 * Writes into the plan's own files how steps ended, while a run goes on. The log has it already, so what cannot be
 * written is a warning and nothing more.
 */
export function statusWriter(
  { machine, lock }: Project,
  found: FoundPlan,
  steps: readonly Step[],
  warn: (message: string) => void,
): StatusWriter {
  let writing: Promise<void> = Promise.resolve()
  let isWriting = false
  let lastMs = Number.NEGATIVE_INFINITY

  const write = async (state: PlanState): Promise<void> => {
    lastMs = machine.now().monotonicMs
    try {
      const place = await openPlaceOf(machine, found)
      const log = await openPlanLog(machine, place, { lockWaitMs: lock.waitMs, command: lock.command })
      await projectStatus(machine, found, log, steps, state, lock)
    } catch (error) {
      if (!isFault(error)) throw error
      warn(`The files of the plan could not be told how steps ended: ${error.message}`)
    }
  }
  return {
    later(state) {
      // What is passed over here is written by the next one, or at the end.
      if (isWriting || machine.now().monotonicMs - lastMs < pauseMs) return
      isWriting = true
      writing = write(state).finally(() => {
        isWriting = false
      })
      writing.catch(() => {})
    },
    async now(state) {
      await writing
      await write(state)
    },
  }
}

const pauseMs = 2000
