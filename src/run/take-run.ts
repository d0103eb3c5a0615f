import { movePlan, takeLease, whyOver } from '../plan/decisions.ts'
import type { Instant, ProcessIdentity } from '../plan/lease.ts'
import type { LeaseEnded, LeaseTaken, PlanRecord } from '../plan/records.ts'
import type { PlanState } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import type { Machine } from '../store/machine/port.ts'
import type { PlanLog } from '../store/plan-log.ts'
import { runLease, stepLease } from './lease.ts'
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
    const left = orphans(state, (step) => isHeld(state, step, now, isDead))
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

/** Whether an agent that pulls its steps itself still has this one. */
function isHeld(state: PlanState, step: StepId, now: Instant, isDead: (process: ProcessIdentity) => boolean): boolean {
  const lease = state.leases.get(stepLease(step))
  return lease !== undefined && whyOver(lease, now, isDead) === undefined
}
