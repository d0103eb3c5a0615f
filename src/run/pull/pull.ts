import { whyOver } from '../../plan/decisions.ts'
import type { Instant, Lease, ProcessIdentity } from '../../plan/lease.ts'
import { runLease, stepLease } from '../../plan/lease-names.ts'
import type { PlanState } from '../../plan/state.ts'
import type { StepId } from '../../plan/types.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { PlanLog } from '../../store/plan-log.ts'
import type { ApprovedPlan } from '../approved-plan.ts'

/** An approved plan, and who pulls steps out of it one by one. */
export interface Pull {
  readonly machine: Machine
  readonly log: PlanLog
  readonly approved: ApprovedPlan
  readonly who: Puller
  readonly leaseMs: number
}

export interface Puller {
  /** Two of the same name are one holder. */
  readonly name: string
  /** Whether somebody sits at a terminal, who may decide about steps that nobody holds. */
  readonly isPerson: boolean
}

/** The lease on a step while it holds. */
export function liveClaim(machine: Machine, state: PlanState, step: StepId, now: Instant): Lease | undefined {
  return live(machine, state, stepLease(step), now)
}

/** The lease on the run of the whole plan while it holds. */
export function liveRun(machine: Machine, state: PlanState, now: Instant): Lease | undefined {
  return live(machine, state, runLease, now)
}

function live(machine: Machine, state: PlanState, on: string, now: Instant): Lease | undefined {
  const lease = state.leases.get(on)
  const isDead = (process: ProcessIdentity): boolean => machine.fate(process) === 'dead'
  return lease === undefined || whyOver(lease, now, isDead) !== undefined ? undefined : lease
}
