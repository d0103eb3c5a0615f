import { movePlan, takeLease } from '../plan/decisions.ts'
import { isHeld } from '../plan/in-flight.ts'
import type { ProcessIdentity } from '../plan/lease.ts'
import { runLease, stepLease } from '../plan/lease-names.ts'
import type { LeaseEnded, LeaseTaken, PlanRecord } from '../plan/records.ts'
import type { PlanState } from '../plan/state.ts'
import type { Machine } from '../store/machine/port.ts'
import type { PlanLog } from '../store/plan-log.ts'
import { interrupt, orphans } from './recovery.ts'

/**
 * Makes this process the one that carries out the plan, or fails with `E_CLAIMED` and the name of who does. In the same
 * moment the steps that a dead executor left in flight become interrupted. Answers the token to show from here on.
 */
export function takeRun(machine: Machine, log: PlanLog, by: string, ttlMs: number): Promise<number> {
  const self = machine.self()
  const isDead = (process: ProcessIdentity): boolean => machine.fate(process) === 'dead'
  return log.decide((state, now, nextSeq) => {
    const holder = `${by} (pid ${self.pid} on ${self.host})`
    const taken = takeLease(state, { on: runLease, holder, ttlMs, process: self }, now, isDead)
    const left = orphans(state, (step) => isHeld(state, stepLease(step), { now, isDead }))
    return {
      records: [...taken, ...interrupt(state, left, by), ...stalled(state, by, taken)],
      answer: nextSeq + taken.length - 1,
    }
  })
}

/** What a run that ended without a word left as being carried out. */
function stalled(state: PlanState, by: string, taken: readonly (LeaseEnded | LeaseTaken)[]): PlanRecord[] {
  const [ended] = taken
  if (state.status !== 'executing' || ended?.type !== 'lease.ended') return []
  const why = ended.why === 'died' ? 'its executor died' : 'its executor fell silent'
  return movePlan(state, 'stall', { by, why })
}
