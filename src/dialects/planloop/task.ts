/**
 * What a planloop session holds, in the keys of its JSON: a payload, an answer and a record say the same thing in the same
 * words.
 */

export const taskTypes = ['feature', 'bugfix', 'chore', 'test'] as const
export type TaskType = (typeof taskTypes)[number]

export const taskStatuses = ['TODO', 'IN_PROGRESS', 'DONE', 'CANCELLED'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const signalLevels = ['blocker', 'warning', 'info'] as const
export type SignalLevel = (typeof signalLevels)[number]

export interface Task {
  readonly id: number
  readonly title: string
  readonly type: TaskType
  readonly status: TaskStatus
  /** Tasks that have to be DONE or CANCELLED before this one can begin. */
  readonly dependencies: readonly number[]
  readonly context_hints: readonly string[]
  readonly relevant_file_paths: readonly string[]
  /** Files that are there only once the task is done. */
  readonly creates?: readonly string[]
  /** Files that the task touches: two tasks with the same file are not given out at the same time. */
  readonly files?: readonly string[]
  /** Commands that must pass before the task counts as done. */
  readonly verify?: readonly string[]
  /** A name that its author gave it, by which other tasks may refer to it. */
  readonly ref?: string
  /** What the next one to work on it should know. */
  readonly notes?: string
  /** What came of it, for the tasks that depend on it. */
  readonly result?: string
}

/** A dependency on an id, or on the `ref` of a task of the session or of the same payload. */
export type Dependency = number | string

/** A task of `add_tasks`: the session gives it its id, and it begins as TODO. */
export interface NewTask {
  readonly title: string
  readonly type: TaskType
  readonly dependencies: readonly Dependency[]
  readonly context_hints: readonly string[]
  readonly relevant_file_paths: readonly string[]
  readonly creates?: readonly string[]
  readonly files?: readonly string[]
  readonly verify?: readonly string[]
  readonly ref?: string
  readonly notes?: string
}

/** One of `update_tasks`: the task by its id or its `ref`, and only what changes. */
export interface TaskChange {
  readonly id: Dependency
  readonly status?: TaskStatus
  readonly title?: string
  readonly type?: TaskType
  readonly dependencies?: readonly Dependency[]
  readonly context_hints?: readonly string[]
  readonly relevant_file_paths?: readonly string[]
  readonly creates?: readonly string[]
  readonly files?: readonly string[]
  readonly verify?: readonly string[]
  readonly notes?: string
  readonly result?: string
}

export interface UpdatePayload {
  readonly add_tasks: readonly NewTask[]
  readonly update_tasks: readonly TaskChange[]
  readonly final_summary?: string
  /** The `session.version` that the caller last saw: when there is a later one, nothing is changed. */
  readonly last_seen_version?: number
  readonly agent?: string
}

export interface Signal {
  readonly id: string
  /** The task it is about; without one it is about the session. */
  readonly task_id?: number
  readonly level: SignalLevel
  readonly message: string
}
