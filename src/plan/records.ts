import { type ActionRecord, actionShapes, actionStatuses, atomicStages } from './action-records.ts'
import type { Instant, ProcessIdentity } from './lease.ts'
import { type PlanEvent, type PlanStatus, planEvents, planStatuses } from './lifecycle.ts'
import { type StepStatus, stepStatuses } from './step-status.ts'
import type { StepId } from './types.ts'

/** What can happen to a plan, as its log keeps it. The log adds `at` and `seq` to each. */
export type PlanRecord =
  | PlanMoved
  | StepMoved
  | ApprovalGiven
  | ApprovalContinued
  | StepApproved
  | StepReported
  | ReceiptWritten
  | WordsProjected
  | LeaseTaken
  | LeaseRenewed
  | LeaseEnded
  | Noted
  | ActionRecord

export interface PlanMoved {
  readonly type: 'plan.moved'
  readonly event: PlanEvent
  readonly from: PlanStatus
  readonly to: PlanStatus
  readonly by: string
  readonly channel?: Channel
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

/** Somebody said yes to a version of the content. */
export interface ApprovalGiven {
  readonly type: 'approval'
  /** Of the whole plan: over `plan` and every step. */
  readonly hash: string
  /** Of what belongs to the plan and to no step. */
  readonly plan: string
  readonly steps: readonly StepHash[]
  /** The version of the content that was shown. */
  readonly version: number
  readonly by: string
  readonly channel: Channel
  /** Made with a key of the person's, outside of the project: a log that came with a repository has none that fits. */
  readonly seal: string
  /** The content is known, and every step waits for a yes of its own. */
  readonly each?: boolean
}

/** More steps of the approval before it: a record has to stay small. */
export interface ApprovalContinued {
  readonly type: 'approval.steps'
  readonly hash: string
  readonly steps: readonly StepHash[]
}

/** Somebody said yes to one step that waits for a yes of its own. */
export interface StepApproved {
  readonly type: 'step.approval'
  readonly step: StepId
  /** Of the step as it was shown. */
  readonly hash: string
  readonly by: string
  readonly channel: Channel
  readonly seal: string
}

/** What came of one attempt at a step, as far as who did it tells. Long texts are cut before they come here. */
export interface StepReported {
  readonly type: 'step.result'
  readonly step: StepId
  readonly agent: string
  readonly text: string
  /** Files that changed while it was worked on. */
  readonly files: readonly string[]
  /** By which the agent knows its conversation. */
  readonly conversation?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cost?: number
  readonly currency?: string
  /** The commit that holds the work, where each step makes one. */
  readonly commit?: string
  readonly refusals?: readonly string[]
}

/** That a command of a step's `verify` was run, by the engine and nobody else, and how it ended. */
export interface ReceiptWritten {
  readonly type: 'receipt'
  readonly step: StepId
  readonly command: string
  readonly passed: boolean
  readonly exitCode: number | null
  readonly why?: string
  readonly durationMs: number
  /** The end of what it wrote. */
  readonly output: string
  /** What was checked out. */
  readonly commit?: string
}

/** That status words are about to be written into the plan's own files: found there later, they are ours. */
export interface WordsProjected {
  readonly type: 'projected'
  readonly words: readonly (readonly [step: StepId, word: string])[]
}

export type StepHash = readonly [step: StepId, hash: string]

/** By which way a decision came in. */
const channels = ['terminal', 'command', 'agent'] as const
export type Channel = (typeof channels)[number]

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
  readonly channel?: Channel
  readonly step?: StepId
}

/** What each field of a record holds; with `?` where it may be absent. */
const shapes: Readonly<Record<PlanRecord['type'], Readonly<Record<string, Kind | `${Kind}?`>>>> = {
  'plan.moved': {
    event: 'planEvent',
    from: 'planStatus',
    to: 'planStatus',
    by: 'string',
    channel: 'channel?',
    why: 'string?',
  },
  'step.moved': {
    step: 'string',
    from: 'stepStatus',
    to: 'stepStatus',
    by: 'string',
    token: 'number?',
    why: 'string?',
  },
  approval: {
    hash: 'string',
    plan: 'string',
    steps: 'pairs',
    version: 'number',
    by: 'string',
    channel: 'channel',
    seal: 'string',
    each: 'boolean?',
  },
  'approval.steps': { hash: 'string', steps: 'pairs' },
  'step.approval': { step: 'string', hash: 'string', by: 'string', channel: 'channel', seal: 'string' },
  'step.result': {
    step: 'string',
    agent: 'string',
    text: 'string',
    files: 'texts',
    conversation: 'string?',
    inputTokens: 'number?',
    outputTokens: 'number?',
    cost: 'number?',
    currency: 'string?',
    commit: 'string?',
    refusals: 'texts?',
  },
  receipt: {
    step: 'string',
    command: 'string',
    passed: 'boolean',
    exitCode: 'numberOrNull',
    why: 'string?',
    durationMs: 'number',
    output: 'string',
    commit: 'string?',
  },
  projected: { words: 'pairs' },
  'lease.taken': { on: 'string', holder: 'string', ttlMs: 'number', moment: 'object', process: 'object?' },
  'lease.renewed': { on: 'string', token: 'number', moment: 'object' },
  'lease.ended': { on: 'string', token: 'number', why: 'string' },
  note: { text: 'string', by: 'string', channel: 'channel?', step: 'string?' },
  ...actionShapes,
}

const kinds = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  numberOrNull: (value: unknown) => typeof value === 'number' || value === null,
  stringOrNull: (value: unknown) => typeof value === 'string' || value === null,
  texts: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: (value: unknown) => typeof value === 'object' && value !== null,
  pairs: isPairs,
  planEvent: isAmong(planEvents),
  planStatus: isAmong(planStatuses),
  stepStatus: isAmong(stepStatuses),
  channel: isAmong(channels),
  actionStatus: isAmong(actionStatuses),
  atomicStage: isAmong(atomicStages),
}

type Kind = keyof typeof kinds

/**
 * Whether a record has the shape of its type. A log can come with a repository and say anything. Types that are not
 * known, from a later version, pass: nothing is done with them.
 */
export function hasItsShape(given: object): boolean {
  const record = given as Readonly<Record<string, unknown>>
  const { type } = record
  if (typeof type !== 'string') return false
  if (!Object.hasOwn(shapes, type)) return true
  if (record.at !== undefined && typeof record.at !== 'string') return false
  return Object.entries(shapes[type as PlanRecord['type']]).every(([field, shape]) => {
    const value = record[field]
    if (value === undefined) return shape.endsWith('?')
    return kinds[shape.replace('?', '') as Kind](value)
  })
}

function isPairs(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'))
  )
}

function isAmong(words: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && words.includes(value)
}
