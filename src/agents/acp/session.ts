import { fault } from '../../plan/diagnostics/fault.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { AgentTask, Usage } from '../agent.ts'
import { whyOutOfScope } from '../scope.ts'
import { TextEnd } from '../text-end.ts'
import { openUpdates, type Updates } from '../updates.ts'
import { limits } from './limits.ts'
import type { Terminal } from './terminals.ts'
import type { ToolCall } from './tool-calls.ts'

/** The conversation about one step. */
export interface Session {
  readonly id: string
  readonly task: AgentTask
  readonly machine: Machine
  readonly updates: Updates
  readonly said: TextEnd
  readonly refusals: string[]
  /** The tool calls that were announced, by their ids. */
  readonly toolCalls: Map<string, ToolCall>
  readonly terminals: Map<string, Terminal>
  usage: Usage
  /** From the moment on when the step is to stop, nothing is granted any more. */
  isOver: boolean
}

export function newSession(id: string, task: AgentTask, machine: Machine): Session {
  return {
    id,
    task,
    machine,
    updates: openUpdates(task.onUpdate),
    said: new TextEnd(limits.said),
    refusals: [],
    toolCalls: new Map(),
    terminals: new Map(),
    usage: {},
    isOver: false,
  }
}

/** Whether a wish is granted that `why` speaks against. In log mode it is, and told. */
export function grants({ task, refusals, updates }: Session, wish: string, why: string | undefined): boolean {
  if (why === undefined) return true
  if (task.scope.mode === 'log') {
    updates.tell('told', `It would have been refused to ${wish}: ${why}.`)
    return true
  }
  noteRefusal({ refusals, updates }, wish, why)
  return false
}

/** Throws unless a tool of this kind may be used to do what `wish` says. */
export function demand(session: Session, kind: string, wish: string): void {
  if (session.isOver) throw fault('E_OUT_OF_SCOPE', 'The step is over.')
  const why = whyOutOfScope(kind, session.task.scope)
  if (!grants(session, wish, why)) throw fault('E_OUT_OF_SCOPE', `Refused to ${wish}: ${why}.`)
}

export function noteRefusal(
  { refusals, updates }: Pick<Session, 'refusals' | 'updates'>,
  wish: string,
  why: string,
): void {
  const sentence = `It was refused to ${wish}: ${why}.`
  updates.tell('refused', sentence)
  if (refusals.length < limits.refusals) refusals.push(sentence)
}
