/** What `planloop status` answers, in the keys of the format. What we add stands beside them. */
import type { TaskResult } from './budget.ts'
import {
  clearCommand,
  statusCommand,
  syncCommand,
  type Told,
  updateCommand,
  updateFromFileCommand,
} from './commands.ts'
import {
  blockedText,
  completedText,
  finishedText,
  planningText,
  signalText,
  syncText,
  taskText,
} from './instructions/texts.ts'
import type { Session } from './session.ts'
import type { Signal, Task } from './task.ts'

export type StatusAnswer = SyncAnswer | TaskAnswer | SignalAnswer | CompletedAnswer | BlockedAnswer

/** The session an answer is about, and who asked. */
export interface Asked extends Told {
  readonly id: string
  readonly session: Session
}

interface SessionHead {
  readonly id: string
  readonly goal: string
  readonly version: number
}

export interface SyncAnswer {
  readonly now: {
    readonly reason: 'sync_instructions'
    readonly agent_instructions: string
    readonly instructions_content: string
  }
  readonly session: SessionHead
  readonly next_command: string
}

/** `instructions` is the whole file as it is to be. */
export function syncAnswer(about: Asked, instructions: string): SyncAnswer {
  return {
    now: {
      reason: 'sync_instructions',
      agent_instructions: syncText(syncCommand(about), statusCommand(about)),
      instructions_content: instructions,
    },
    session: headOf(about),
    next_command: syncCommand(about),
  }
}

export interface TaskAnswer {
  readonly now: {
    readonly reason: 'ready_for_task'
    readonly agent_instructions: string
    readonly current_task: Task
  }
  readonly plan?: { readonly tasks: readonly Task[] }
  readonly session: SessionHead
  /** Ids of tasks that could come next. */
  readonly ready: readonly number[]
  /** For an agent with a name: how long the task is its own. */
  readonly claim?: Claim
  /** Who was at work on it before and did not come to an end. */
  readonly interrupted?: Interruption
  /** What came of the tasks that it depends on. */
  readonly results?: readonly TaskResult[]
  /** Signals that do not block. */
  readonly signals?: readonly Signal[]
  readonly left_out?: readonly string[]
  readonly next_command: string
}

export interface Claim {
  readonly agent: string
  readonly token: number
  readonly lease_seconds: number
}

export interface Interruption {
  readonly by: string
  readonly since: string
}

export type TaskParts = Pick<TaskAnswer, 'plan' | 'ready' | 'claim' | 'interrupted' | 'results' | 'left_out'>

export function taskAnswer(about: Asked, task: Task, parts: TaskParts): TaskAnswer {
  const { plan, ready, claim, interrupted, results = [], left_out = [] } = parts
  const signals = [...about.session.signals.values()].slice(0, mostSignals)
  const { agent_instructions, next_command } = reporting(about, task, interrupted !== undefined)
  return {
    now: { reason: 'ready_for_task', agent_instructions, current_task: task },
    ...(plan && { plan }),
    session: headOf(about),
    ready,
    ...(claim && { claim }),
    ...(interrupted && { interrupted }),
    ...(results.length > 0 && { results }),
    ...(signals.length > 0 && { signals }),
    ...(left_out.length > 0 && { left_out }),
    next_command,
  }
}

const mostSignals = 20

function reporting(about: Asked, { id, verify = [] }: Task, wasBegun: boolean) {
  const status = statusCommand(about)
  if (about.session.meta === id) {
    const next_command = updateFromFileCommand(about)
    return { agent_instructions: planningText(id, next_command, status), next_command }
  }
  const next_command = updateCommand(about, `{"update_tasks": [{"id": ${id}, "status": "DONE", "result": "..."}]}`)
  const told = { id, isProven: verify.length > 0, wasBegun }
  return { agent_instructions: taskText(told, next_command, status), next_command }
}

export interface SignalAnswer {
  readonly now: {
    readonly reason: 'waiting_on_signal'
    readonly agent_instructions: string
    readonly message: string
  }
  readonly signal: Signal
  readonly session: Omit<SessionHead, 'goal'>
  readonly next_command: string
}

export function signalAnswer(about: Asked, signal: Signal): SignalAnswer {
  const on = signal.task_id === undefined ? '' : ` on task ${signal.task_id}`
  const next_command = clearCommand(about, signal.id)
  return {
    now: {
      reason: 'waiting_on_signal',
      agent_instructions: signalText(next_command, statusCommand(about)),
      message: `Waiting for signal '${signal.id}'${on} to be cleared.`,
    },
    signal,
    session: shortHeadOf(about),
    next_command,
  }
}

export interface CompletedAnswer {
  readonly now: {
    readonly reason: 'plan_completed'
    readonly agent_instructions: string
    readonly message: string
  }
  readonly session: Omit<SessionHead, 'goal'>
  readonly final_summary?: string
  readonly next_command?: string
}

export function completedAnswer(about: Asked, summary?: string): CompletedAnswer {
  const isOver = summary !== undefined
  const next_command = updateCommand(about, '{"final_summary": "..."}')
  return {
    now: {
      reason: 'plan_completed',
      agent_instructions: isOver ? finishedText : completedText(next_command),
      message: isOver ? 'The session is finished.' : 'Every task is done. The final summary is still to come.',
    },
    session: shortHeadOf(about),
    ...(isOver ? { final_summary: summary } : { next_command }),
  }
}

export interface BlockedAnswer {
  readonly now: {
    readonly reason: 'blocked'
    readonly agent_instructions: string
    readonly message: string
  }
  readonly blocked: readonly BlockedTask[]
  readonly blocked_count: number
  readonly session: SessionHead
  readonly next_command: string
}

/** A task that cannot be given out: what it waits for, and why. */
export interface BlockedTask {
  readonly id: number
  readonly title: string
  readonly waiting_for: readonly number[]
  readonly why: string
}

export function blockedAnswer(
  about: Asked,
  blocked: readonly BlockedTask[],
  count: number,
  because = 'No task can be given out now.',
): BlockedAnswer {
  return {
    now: {
      reason: 'blocked',
      agent_instructions: blockedText(statusCommand(about)),
      message: because,
    },
    blocked,
    blocked_count: count,
    session: headOf(about),
    next_command: statusCommand(about),
  }
}

function headOf({ id, session: { goal, version } }: Asked): SessionHead {
  return { id, goal, version }
}

function shortHeadOf({ id, session: { version } }: Asked): Omit<SessionHead, 'goal'> {
  return { id, version }
}
