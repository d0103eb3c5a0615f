import type { Lease } from './lease.ts'
import { type PlanStatus, planStatuses } from './lifecycle.ts'
import { type Channel, hasItsShape, type PlanMoved, type PlanRecord, type StepApproved } from './records.ts'
import { type StepStatus, stepStatuses } from './step-status.ts'
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
  /** The last yes; whether it covers what the files say now is a matter of comparing hashes. */
  approval: Approval | undefined
  /** The yes of steps that wait for one of their own. */
  readonly stepApprovals: Map<StepId, StepApproval>
  /** The last two words that were written into the file of a step: after a crash either may stand there. */
  readonly projected: Map<StepId, readonly string[]>
  /** What everything has cost so far, as far as agents told. */
  readonly spent: Spent
  /** What was said with the last rejection, until the plan is approved. */
  feedback: Feedback | undefined
}

export interface Approval {
  readonly hash: string
  readonly plan: string
  readonly steps: ReadonlyMap<StepId, string>
  readonly version: number
  readonly by: string
  readonly channel: Channel
  readonly seal: string
  readonly at: string
  /** Every step waits for a yes of its own. */
  readonly each?: boolean
}

export type StepApproval = Pick<StepApproved, 'hash' | 'by' | 'channel' | 'seal'> & { readonly at: string }

export interface Spent {
  inputTokens: number
  outputTokens: number
  cost: number
}

export interface Feedback {
  readonly text: string
  readonly by: string
  readonly at: string
}

export interface StepState {
  readonly status: StepStatus
  /** How often it was begun. */
  readonly attempts: number
  readonly by: string
  readonly at: string
  readonly why?: string
  /** What came of it, shortened. */
  readonly result?: { readonly text: string; readonly files: readonly string[] }
  /** Whether the commands that were to pass did, the last time they were run. */
  readonly proven?: boolean
}

/** A record as it comes out of the log. */
export type Logged<Record> = Record & { readonly at: string; readonly seq: number }

export function emptyState(): PlanState {
  return { status: 'draft', rejections: 0, revision: 0, steps: new Map(), leases: new Map(), ...none() }
}

function none() {
  return {
    approval: undefined,
    stepApprovals: new Map<StepId, StepApproval>(),
    projected: new Map<StepId, readonly string[]>(),
    spent: { inputTokens: 0, outputTokens: 0, cost: 0 },
    feedback: undefined,
  }
}

export function stepStatus(state: PlanState, id: StepId): StepStatus {
  return state.steps.get(id)?.status ?? 'pending'
}

/** Takes one record into the state, in place. Records of kinds it does not know, from a later version, change nothing. */
export function applyRecord(state: PlanState, record: Logged<PlanRecord>): void {
  switch (record.type) {
    case 'plan.moved':
      state.status = record.to
      applyEvent(state, record)
      break
    case 'approval': {
      const { hash, plan, version, by, channel, seal, at, each } = record
      const given = { hash, plan, version, by, channel, seal, at, ...(each && { each }) }
      state.approval = { ...given, steps: new Map(record.steps) }
      break
    }
    case 'approval.steps': {
      const { approval } = state
      if (approval?.hash === record.hash) {
        state.approval = { ...approval, steps: new Map([...approval.steps, ...record.steps]) }
      }
      break
    }
    case 'step.moved': {
      const before = state.steps.get(record.step)
      const attempts = (before?.attempts ?? 0) + (record.to === 'in_progress' ? 1 : 0)
      const { to: status, by, at, why } = record
      // What came of an attempt stays with its end, and goes when another one begins.
      const { result, proven } = record.to === 'in_progress' || record.to === 'pending' ? {} : (before ?? {})
      state.steps.set(record.step, {
        status,
        attempts,
        by,
        at,
        ...(why === undefined ? {} : { why }),
        ...(result && { result }),
        ...(proven === undefined ? {} : { proven }),
      })
      break
    }
    case 'step.approval': {
      const { hash, by, channel, seal, at } = record
      state.stepApprovals.set(record.step, { hash, by, channel, seal, at })
      break
    }
    case 'step.result': {
      const before = state.steps.get(record.step)
      const result = { text: record.text.slice(0, keptText), files: record.files.slice(0, keptFiles) }
      if (before) state.steps.set(record.step, { ...before, result })
      state.spent.inputTokens += record.inputTokens ?? 0
      state.spent.outputTokens += record.outputTokens ?? 0
      state.spent.cost += record.cost ?? 0
      break
    }
    case 'receipt': {
      const before = state.steps.get(record.step)
      if (before) state.steps.set(record.step, { ...before, proven: record.passed })
      break
    }
    case 'projected':
      for (const [step, word] of record.words) {
        const last = state.projected.get(step)?.at(-1)
        state.projected.set(step, last === undefined || last === word ? [word] : [last, word])
      }
      break
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
    // What actions did and are about to do is read from the log by whoever goes on with them.
    case 'file.changing':
    case 'file.taken-back':
    case 'process.started':
    case 'process.ended':
    case 'action.ended':
    case 'run.only':
    case 'atomic':
      break
  }
}

/** Of each step, so that the state of ten thousand stays small; the log has the whole. */
const keptText = 500
const keptFiles = 20

function applyEvent(state: PlanState, { event, why, by, at }: Logged<PlanMoved>): void {
  if (event === 'replan') state.revision++
  if (event === 'reject' || event === 'cancel') state.approval = undefined
  if (event === 'reject') {
    state.rejections++
    state.feedback = why === undefined ? undefined : { text: why, by, at }
  }
  if (event === 'approve') {
    state.rejections = 0
    state.feedback = undefined
  }
}

/** As plain data, for a snapshot. */
export function saveState({ approval, ...state }: PlanState): unknown {
  const { steps, leases, stepApprovals, projected } = state
  const saved = {
    ...state,
    steps: [...steps],
    leases: [...leases],
    stepApprovals: [...stepApprovals],
    projected: [...projected],
  }
  return approval === undefined ? saved : { ...saved, approval: { ...approval, steps: [...approval.steps] } }
}

/** From plain data; undefined when it is not what `saveState` gives. A snapshot can come with a repository, too. */
export function loadState(data: unknown): PlanState | undefined {
  const saved = data as { [Key in keyof PlanState]?: unknown } | null
  if (typeof saved !== 'object' || saved === null) return undefined
  const {
    status,
    rejections,
    revision,
    steps,
    leases,
    approval,
    stepApprovals = [],
    projected = [],
    spent,
    feedback,
  } = saved
  const isWhole =
    isOneOf(planStatuses, status) &&
    typeof rejections === 'number' &&
    typeof revision === 'number' &&
    isMapOf(steps, isStepState) &&
    isMapOf(leases, isLease) &&
    (approval === undefined || isApproval(approval)) &&
    isMapOf(stepApprovals, isStepApproval) &&
    isMapOf(projected, isWords) &&
    (spent === undefined || isSpent(spent)) &&
    (feedback === undefined || isFeedback(feedback))
  if (!isWhole) return undefined
  return {
    status,
    rejections,
    revision,
    steps: new Map(steps),
    leases: new Map(leases),
    approval: approval && { ...approval, steps: new Map(approval.steps) },
    stepApprovals: new Map(stepApprovals),
    projected: new Map(projected),
    spent: spent ?? none().spent,
    feedback,
  }
}

type SavedApproval = Omit<Approval, 'steps'> & { readonly steps: [StepId, string][] }

function isApproval(value: unknown): value is SavedApproval {
  return isObject(value) && typeof value.at === 'string' && hasItsShape({ ...value, type: 'approval' })
}

function isStepApproval(value: unknown): value is StepApproval {
  return isObject(value) && typeof value.at === 'string' && hasItsShape({ ...value, step: '', type: 'step.approval' })
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string')
}

function isSpent(value: unknown): value is Spent {
  return isObject(value) && [value.inputTokens, value.outputTokens, value.cost].every((one) => typeof one === 'number')
}

function isFeedback(value: unknown): value is Feedback {
  return isObject(value) && [value.text, value.by, value.at].every((text) => typeof text === 'string')
}

function isStepState(value: unknown): value is StepState {
  return (
    isObject(value) &&
    isOneOf(stepStatuses, value.status) &&
    typeof value.attempts === 'number' &&
    [value.by, value.at, value.why ?? ''].every((text) => typeof text === 'string') &&
    (value.result === undefined || isResult(value.result)) &&
    (value.proven === undefined || typeof value.proven === 'boolean')
  )
}

function isResult(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.text === 'string' &&
    Array.isArray(value.files) &&
    value.files.every((file) => typeof file === 'string')
  )
}

function isLease(value: unknown): value is Lease {
  return (
    isObject(value) &&
    typeof value.token === 'number' &&
    typeof value.holder === 'string' &&
    typeof value.ttlMs === 'number' &&
    isObject(value.at) &&
    (value.process === undefined || isObject(value.process))
  )
}

function isMapOf<Value>(value: unknown, isValue: (one: unknown) => one is Value): value is [string, Value][] {
  return (
    Array.isArray(value) &&
    value.every((one) => Array.isArray(one) && one.length === 2 && typeof one[0] === 'string' && isValue(one[1]))
  )
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.includes(value as Word)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
