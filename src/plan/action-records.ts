import type { ProcessIdentity } from './lease.ts'
import type { StepId } from './types.ts'

/**
 * What happens while actions are carried out. A step consists of one action or of several; each is known by its step and
 * by its position in the list it is written in.
 */
export type ActionRecord =
  | FileChanging
  | ProcessStarted
  | ProcessEnded
  | ActionEnded
  | StepsChosen
  | AtomicMoved
  | FileTakenBack

/**
 * That a file is about to be changed, written before it is. Whoever finds this and no end knows by the hash of the file
 * whether it was: it has the one before, the one after, or somebody else's.
 */
export interface FileChanging {
  readonly type: 'file.changing'
  readonly step: StepId
  readonly action: number
  /** The real path from the top of the project. */
  readonly path: string
  /** Of the bytes, which are kept under this name; null where there was no file. */
  readonly before: string | null
  readonly after: string
  /** Directories that were not there, each below the one before it. */
  readonly made: readonly string[]
  /** By which the file is known that holds the new content until it is in place. */
  readonly nonce: string
  /** It happens in a directory of the step's own, and not in the project. */
  readonly apart?: boolean
}

/** That the process of an action is there; the command itself begins after this is on the disk. */
export interface ProcessStarted {
  readonly type: 'process.started'
  readonly step: StepId
  readonly action: number
  readonly process: ProcessIdentity
}

/** What came of a process in the background. */
export interface ProcessEnded extends Printed {
  readonly type: 'process.ended'
  readonly step: StepId
  readonly action: number
  /** Whether it was we who ended it, because the run had come to its end. */
  readonly wasRunning: boolean
  readonly exitCode: number | null
  readonly why?: string
  readonly durationMs: number
}

export interface ActionEnded extends Printed {
  readonly type: 'action.ended'
  readonly step: StepId
  readonly action: number
  readonly kind: string
  readonly status: ActionStatus
  readonly why?: string
  /** It failed, and the plan allows it. */
  readonly allowed?: boolean
  /** It goes on in the background. */
  readonly background?: boolean
  readonly exitCode?: number | null
  readonly beganAt: string
  readonly durationMs: number
  readonly files: readonly string[]
  /** Where it was read in the end: an address may lead to another one. */
  readonly source?: string
  readonly contentType?: string
  /** It happened in a directory of the step's own, which may be gone. */
  readonly apart?: boolean
}

export type ActionStatus = 'succeeded' | 'failed'

/** What an action gave, cut to what a record holds. The whole, as far as it was kept, is known by its hash. */
interface Printed {
  readonly output: string
  /** How long it was before anything was cut. */
  readonly outputBytes: number
  readonly outputKept?: string
  readonly errors?: string
  readonly errorsBytes?: number
  readonly errorsKept?: string
}

/** Of the steps, only these are carried out by the run that begins here. Several such records stand for one list. */
export interface StepsChosen {
  readonly type: 'run.only'
  readonly steps: readonly StepId[]
}

/** From `begun` on, what actions change in files is kept all together, or taken back all together. */
export interface AtomicMoved {
  readonly type: 'atomic'
  readonly is: AtomicStage
  readonly by: string
  readonly why?: string
}

export type AtomicStage = 'begun' | 'kept' | 'taking back' | 'taken back'

/** That a file is as it was before the first change since `begun`. */
export interface FileTakenBack {
  readonly type: 'file.taken-back'
  readonly path: string
  /** The hash of what somebody else had put there in between, under which it is kept. */
  readonly aside?: string
}

const printed = {
  output: 'string',
  outputBytes: 'number',
  outputKept: 'string?',
  errors: 'string?',
  errorsBytes: 'number?',
  errorsKept: 'string?',
} as const

/** The part of `shapes` in `records.ts` that is about actions. */
export const actionShapes = {
  'file.changing': {
    step: 'string',
    action: 'number',
    path: 'string',
    before: 'stringOrNull',
    after: 'string',
    made: 'texts',
    nonce: 'string',
    apart: 'boolean?',
  },
  'process.started': { step: 'string', action: 'number', process: 'object' },
  'process.ended': {
    ...printed,
    step: 'string',
    action: 'number',
    wasRunning: 'boolean',
    exitCode: 'numberOrNull',
    why: 'string?',
    durationMs: 'number',
  },
  'action.ended': {
    ...printed,
    step: 'string',
    action: 'number',
    kind: 'string',
    status: 'actionStatus',
    why: 'string?',
    allowed: 'boolean?',
    background: 'boolean?',
    exitCode: 'numberOrNull?',
    beganAt: 'string',
    durationMs: 'number',
    files: 'texts',
    source: 'string?',
    contentType: 'string?',
    apart: 'boolean?',
  },
  'run.only': { steps: 'texts' },
  atomic: { is: 'atomicStage', by: 'string', why: 'string?' },
  'file.taken-back': { path: 'string', aside: 'string?' },
} as const

export const actionStatuses: readonly ActionStatus[] = ['succeeded', 'failed']
export const atomicStages: readonly AtomicStage[] = ['begun', 'kept', 'taking back', 'taken back']
