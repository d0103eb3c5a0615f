import { limits } from './limits.ts'
import type { Session } from './session.ts'

/** Remembers of which kind a tool call is. Of very many, the oldest are forgotten. */
export function noteToolCall({ toolCalls }: Session, id: string, kind: string): void {
  toolCalls.delete(id)
  toolCalls.set(id, kind)
  if (toolCalls.size <= limits.toolCalls) return
  for (const oldest of toolCalls.keys()) {
    toolCalls.delete(oldest)
    return
  }
}
