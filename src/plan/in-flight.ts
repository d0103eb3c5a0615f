import { whyOver } from './decisions.ts'
import type { Instant, ProcessIdentity } from './lease.ts'
import { runLease, stepLease } from './lease-names.ts'
import type { PlanState } from './state.ts'
import type { StepId } from './types.ts'

/** What has to be known to tell whether a holder is still there. */
export interface Witness {
  readonly now: Instant
  readonly isDead: (process: ProcessIdentity) => boolean
}

/**
 * Whether somebody who is alive has a step that the log calls in progress: the run of the plan, or an agent that pulled the
 * step itself. Where nobody has, it is interrupted, whether or not the log says so already.
 */
export function isInFlight(state: PlanState, step: StepId, witness: Witness): boolean {
  return isHeld(state, runLease, witness) || isHeld(state, stepLease(step), witness)
}

export function isHeld(state: PlanState, on: string, { now, isDead }: Witness): boolean {
  const lease = state.leases.get(on)
  return lease !== undefined && whyOver(lease, now, isDead) === undefined
}
