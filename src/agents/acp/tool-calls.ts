import { limits } from './limits.ts'
import type { Session } from './session.ts'

/** What is known of a use of a tool. */
export interface ToolCall {
  readonly kind: string
  /** Whether the agent asked before it. */
  readonly isAsked: boolean
}

/** Remembers of which kind a tool call is. Of very many, the oldest are forgotten. */
export function noteToolCall({ toolCalls }: Session, id: string, kind: string, isAsked = false): void {
  const before = toolCalls.get(id)
  toolCalls.delete(id)
  toolCalls.set(id, { kind, isAsked: isAsked || before?.isAsked === true })
  if (toolCalls.size <= limits.toolCalls) return
  for (const oldest of toolCalls.keys()) {
    toolCalls.delete(oldest)
    return
  }
}
