/** What the commands of planloop answer beside `status`, in the keys of the format. What we add stands beside them. */
import type { NewTask, Signal, Task } from './task.ts'

interface Success {
  readonly status: 'success'
  readonly message: string
  readonly next_command: string
}

export interface StartAnswer {
  readonly status: 'session_created'
  readonly session_id: string
  readonly message: string
  /** How many tasks the planner wrote; without one the first task is to write them. */
  readonly tasks?: number
  readonly planned_by?: string
  /** What the gates noticed and let pass. */
  readonly warnings?: readonly string[]
  readonly next_command: string
}

export interface UpdateAnswer extends Success {
  readonly version: number
  /** New tasks, in the order of `add_tasks`. */
  readonly added?: readonly AddedTask[]
  readonly warnings?: readonly string[]
}

export interface AddedTask {
  readonly id: number
  readonly title: string
  readonly ref?: string
}

export interface AlertAnswer extends Success {
  readonly version: number
  /** Whether the signal is open now. */
  readonly is_open: boolean
}

export interface SyncedAnswer extends Success {
  readonly file: string
  /** Whether the file was written; it may have been right already. */
  readonly changed: boolean
}

export interface SuggestAnswer extends Success {
  readonly suggestions: readonly NewTask[]
  readonly suggested_by: string
}

export interface SessionsAnswer extends Success {
  readonly sessions: readonly SessionRow[]
}

export interface SessionRow {
  readonly id: string
  readonly goal: string
  readonly project: string
  /** Whether it is the current one of this project. */
  readonly is_current: boolean
  readonly tasks: number
  /** Of those, DONE or CANCELLED. */
  readonly finished: number
  readonly blockers: number
  readonly is_complete: boolean
}

export interface UseAnswer extends Success {
  readonly session_id: string
}

/** A whole session. */
export interface PlanAnswer {
  readonly session: {
    readonly id: string
    readonly goal: string
    readonly version: number
    readonly project: string
  }
  readonly plan: { readonly tasks: readonly Task[] }
  readonly signals?: readonly Signal[]
  readonly final_summary?: string
  readonly next_command: string
}
