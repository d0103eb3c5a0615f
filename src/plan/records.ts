import type { Instant, ProcessIdentity } from './lease.ts'
import type { PlanEvent, PlanStatus } from './lifecycle.ts'
import type { StepStatus } from './step-status.ts'
import type { StepId } from './types.ts'

/** What can happen to a plan, as its log keeps it. The log adds `at` and `seq` to each. */
export type PlanRecord = PlanMoved | StepMoved | LeaseTaken | LeaseRenewed | LeaseEnded | Noted

export interface PlanMoved {
  readonly type: 'plan.moved'
  readonly event: PlanEvent
  readonly from: PlanStatus
  readonly to: PlanStatus
  readonly by: string
  readonly why?: string
}

export interface StepMoved {
  readonly type: 'step.moved'
  readonly step: StepId
  readonly from: StepStatus
  readonly to: StepStatus
  readonly by: string
  /** Of the lease under which it happened. */
  readonly token?: number
  readonly why?: string
}

export interface LeaseTaken {
  readonly type: 'lease.taken'
  /** What it is for: `step:<id>`, or `run` for the whole plan. */
  readonly on: string
  readonly holder: string
  readonly ttlMs: number
  readonly moment: Instant
  readonly process?: ProcessIdentity
}

export interface LeaseRenewed {
  readonly type: 'lease.renewed'
  readonly on: string
  readonly token: number
  readonly moment: Instant
}

export interface LeaseEnded {
  readonly type: 'lease.ended'
  readonly on: string
  readonly token: number
  readonly why: 'released' | 'expired' | 'died'
}

export interface Noted {
  readonly type: 'note'
  readonly text: string
  readonly by: string
  readonly step?: StepId
}
