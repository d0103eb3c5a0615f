import type { Lease } from './lease.ts'
import type { PlanStatus } from './lifecycle.ts'
import type { PlanRecord } from './records.ts'
import type { StepStatus } from './step-status.ts'
import type { StepId } from './types.ts'

/** Where a plan and its steps stand: the log, folded. */
export interface PlanState {
  status: PlanStatus
  /** How often it was rejected since it was last approved. */
  rejections: number
  /** How often it was planned anew. */
  revision: number
  /** Steps that something happened to; all others are pending. */
  readonly steps: Map<StepId, StepState>
  readonly leases: Map<string, Lease>
}

export interface StepState {
  readonly status: StepStatus
  /** How often it was begun. */
  readonly attempts: number
  readonly by: string
  readonly at: string
  readonly why?: string
}

/** A record as it comes out of the log. */
export type Logged<Record> = Record & { readonly at: string; readonly seq: number }

export function emptyState(): PlanState {
  return { status: 'draft', rejections: 0, revision: 0, steps: new Map(), leases: new Map() }
}

export function stepStatus(state: PlanState, id: StepId): StepStatus {
  return state.steps.get(id)?.status ?? 'pending'
}

/** Takes one record into the state, in place. Records of kinds it does not know, from a later version, change nothing. */
export function applyRecord(state: PlanState, record: Logged<PlanRecord>): void {
  switch (record.type) {
    case 'plan.moved':
      state.status = record.to
      if (record.event === 'reject') state.rejections++
      if (record.event === 'approve') state.rejections = 0
      if (record.event === 'replan') state.revision++
      break
    case 'step.moved': {
      const attempts = (state.steps.get(record.step)?.attempts ?? 0) + (record.to === 'in_progress' ? 1 : 0)
      const { to: status, by, at, why } = record
      state.steps.set(record.step, { status, attempts, by, at, ...(why === undefined ? {} : { why }) })
      break
    }
    case 'lease.taken': {
      const { holder, ttlMs, moment, process } = record
      state.leases.set(record.on, {
        token: record.seq,
        holder,
        ttlMs,
        at: moment,
        ...(process === undefined ? {} : { process }),
      })
      break
    }
    case 'lease.renewed': {
      const lease = state.leases.get(record.on)
      if (lease?.token === record.token) state.leases.set(record.on, { ...lease, at: record.moment })
      break
    }
    case 'lease.ended':
      if (state.leases.get(record.on)?.token === record.token) state.leases.delete(record.on)
      break
    case 'note':
      break
  }
}

/** As plain data, for a snapshot. */
export function saveState(state: PlanState): unknown {
  return { ...state, steps: [...state.steps], leases: [...state.leases] }
}

/** From plain data; undefined when it is not what `saveState` gives. */
export function loadState(data: unknown): PlanState | undefined {
  const saved = data as { [Key in keyof PlanState]?: unknown } | null
  if (typeof saved?.status !== 'string' || !Array.isArray(saved.steps) || !Array.isArray(saved.leases)) return undefined
  return {
    status: saved.status as PlanStatus,
    rejections: Number(saved.rejections),
    revision: Number(saved.revision),
    steps: new Map(saved.steps as [StepId, StepState][]),
    leases: new Map(saved.leases as [string, Lease][]),
  }
}
