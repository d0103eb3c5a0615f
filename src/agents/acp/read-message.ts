import type { AnyMessage } from '@agentclientprotocol/sdk'
import { fault } from '../../plan/diagnostics/fault.ts'
import { isModest } from './is-modest.ts'
import { limits } from './limits.ts'

/** The message on a line, or undefined when the line is none. */
export function readMessage(line: string): AnyMessage | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  if (!isModest(line, limits)) throw fault('E_AGENT_BROKEN', 'The agent sent a message of too many parts.')
  try {
    return asMessage(JSON.parse(line))
  } catch {
    return undefined
  }
}

function asMessage(value: unknown): AnyMessage | undefined {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return undefined
  const hasId = 'id' in value && (typeof value.id === 'string' || Number.isFinite(value.id))
  if ('id' in value && !hasId) return undefined
  if ('method' in value) return typeof value.method === 'string' ? (value as AnyMessage) : undefined
  return hasId && ('result' in value || 'error' in value) ? (value as AnyMessage) : undefined
}
