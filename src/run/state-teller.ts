import type { PlanState } from '../plan/state.ts'
import type { Machine } from '../store/machine/port.ts'
import type { PlanLog } from '../store/plan-log.ts'

export interface StateTeller {
  /** Something changed. It is told at most once a second, one telling at a time; one that fails harms nothing. */
  changed(): void
  /** Tells it for certain. */
  tell(): Promise<void>
}

/** Tells whoever shows where a plan stands. Writing that down takes locks which the steps of the run need as well. */
export function stateTeller(
  machine: Machine,
  log: PlanLog,
  onState: (state: PlanState) => void | Promise<void>,
): StateTeller {
  let toldMs = Number.NEGATIVE_INFINITY
  let telling: Promise<void> | undefined
  const tell = async (): Promise<void> => onState((await log.read()).state)
  return {
    changed() {
      const nowMs = machine.now().monotonicMs
      if (telling !== undefined || nowMs - toldMs < everyMs) return
      toldMs = nowMs
      telling = tell()
        .catch(() => {})
        .finally(() => {
          telling = undefined
        })
    },
    async tell() {
      await telling
      await tell()
    },
  }
}

const everyMs = 1000
