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

/** Which kind of value each field of a record has; with `?` where it may be absent. */
const shapes: Readonly<Record<PlanRecord['type'], Readonly<Record<string, string>>>> = {
  'plan.moved': { event: 'string', from: 'string', to: 'string', by: 'string', why: 'string?' },
  'step.moved': { step: 'string', from: 'string', to: 'string', by: 'string', token: 'number?', why: 'string?' },
  'lease.taken': { on: 'string', holder: 'string', ttlMs: 'number', moment: 'object', process: 'object?' },
  'lease.renewed': { on: 'string', token: 'number', moment: 'object' },
  'lease.ended': { on: 'string', token: 'number', why: 'string' },
  note: { text: 'string', by: 'string', step: 'string?' },
}

/**
 * Whether a record has the shape of its type. A log can come with a repository and say anything. Types that are not
 * known, from a later version, pass: nothing is done with them.
 */
export function hasItsShape(given: object): boolean {
  const record = given as Readonly<Record<string, unknown>>
  const { type } = record
  if (typeof type !== 'string') return false
  if (!Object.hasOwn(shapes, type)) return true
  return Object.entries(shapes[type as PlanRecord['type']]).every(([field, kind]) => {
    const value = record[field]
    return value === undefined ? kind.endsWith('?') : typeof value === kind.replace('?', '') && value !== null
  })
}
