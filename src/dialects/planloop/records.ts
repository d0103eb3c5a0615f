import { hasItsShape, type PlanRecord } from '../../plan/records.ts'
import { type Signal, signalLevels, type Task, taskTypes } from './task.ts'

/**
 * What the log of a session holds beside the records of any plan. How a task stands is a move of a step, who works on it a
 * lease, what came of it a result of a step: whoever knows plans and not planloop can follow a session by these.
 */
export type SessionRecord =
  | PlanRecord
  | SessionStarted
  | TaskAdded
  | TaskChanged
  | SignalRaised
  | SignalCleared
  | SummaryGiven

/** The first record of every session. */
export interface SessionStarted {
  readonly type: 'session.started'
  readonly goal: string
  /** The real path of the project's top directory. */
  readonly project: string
  /** Whether tasks are given out only when a person has approved them. */
  readonly approval: boolean
  /** The task that asks for the others, where nobody else wrote them. */
  readonly meta?: number
  readonly by: string
}

/** What a task is, without how it stands and what came of it. */
export type TaskContent = Omit<Task, 'status' | 'result'>

export interface TaskAdded {
  readonly type: 'task.added'
  readonly task: TaskContent
  readonly by: string
}

export interface TaskChanged {
  readonly type: 'task.changed'
  readonly id: number
  /** Only what changed. */
  readonly to: Partial<Omit<TaskContent, 'id'>>
  readonly by: string
}

/** The same id again replaces the message. */
export interface SignalRaised {
  readonly type: 'signal.raised'
  readonly signal: Signal
  readonly by: string
}

export interface SignalCleared {
  readonly type: 'signal.cleared'
  readonly id: string
  readonly by: string
}

export interface SummaryGiven {
  readonly type: 'session.summary'
  readonly text: string
  readonly by: string
}

/** Whether a record has the shape of its type; types that nobody knows pass, and nothing is done with them. */
export function hasSessionShape(given: object): boolean {
  const record = given as Readonly<Record<string, unknown>>
  switch (record.type) {
    case 'session.started':
      return (
        [record.goal, record.project, record.by].every(isText) &&
        typeof record.approval === 'boolean' &&
        isOptional(record.meta, isId)
      )
    case 'task.added':
      return isText(record.by) && isTask(record.task)
    case 'task.changed':
      return isText(record.by) && isId(record.id) && isObject(record.to) && Object.entries(record.to).every(isField)
    case 'signal.raised':
      return isText(record.by) && isSignal(record.signal)
    case 'signal.cleared':
      return [record.id, record.by].every(isText)
    case 'session.summary':
      return [record.text, record.by].every(isText)
    default:
      return hasItsShape(given)
  }
}

function isTask(value: unknown): boolean {
  if (!isObject(value) || !isId(value.id)) return false
  const { id: _, ...fields } = value
  return required.every((name) => fields[name] !== undefined) && Object.entries(fields).every(isField)
}

const required = ['title', 'type', 'dependencies', 'context_hints', 'relevant_file_paths']

export function isSignal(value: unknown): value is Signal {
  return (
    isObject(value) &&
    [value.id, value.message].every(isText) &&
    isOptional(value.task_id, isId) &&
    (signalLevels as readonly unknown[]).includes(value.level)
  )
}

const fields: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['title', isText],
  ['type', (value: unknown) => (taskTypes as readonly unknown[]).includes(value)],
  ['dependencies', isIds],
  ['context_hints', isTexts],
  ['relevant_file_paths', isTexts],
  ['creates', isTexts],
  ['files', isTexts],
  ['verify', isTexts],
  ['ref', isText],
  ['notes', isText],
])

/** A field that nobody knows, from a later version, is no fault. */
function isField([name, value]: readonly [string, unknown]): boolean {
  return fields.get(name)?.(value) ?? true
}

function isOptional(value: unknown, isIt: (value: unknown) => boolean): boolean {
  return value === undefined || isIt(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every(isId)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
