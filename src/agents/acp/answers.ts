/** What an agent answers to our requests. The library hands answers on unread, so they are read here. */
import { fault } from '../../plan/diagnostics/fault.ts'
import { quoted } from '../quoted.ts'
import { field, textIn } from './fields.ts'

export interface About {
  readonly version?: string
  readonly canCloseSessions: boolean
}

export function readAbout(answer: unknown): About {
  const spoken = field(answer, 'protocolVersion')
  if (spoken !== protocolVersion) {
    const theirs = typeof spoken === 'number' ? `version ${spoken} of the protocol` : 'another protocol'
    throw fault('E_AGENT_BROKEN', `The agent speaks ${theirs}, and we version ${protocolVersion}.`)
  }
  const version = textIn(field(answer, 'agentInfo'), 'version')?.slice(0, 100)
  const capabilities = field(field(answer, 'agentCapabilities'), 'sessionCapabilities')
  return { canCloseSessions: field(capabilities, 'close') != null, ...(version !== undefined && { version }) }
}

export const protocolVersion = 1

export function readSessionId(answer: unknown): string {
  const id = textIn(answer, 'sessionId')
  if (id === undefined || id === '' || id.length > longestId) {
    throw fault('E_AGENT_BROKEN', 'The agent opened a session without an id that can be used.')
  }
  return id
}

const longestId = 1000

/** Undefined when the agent says that it is through with its work, else why it is not. */
export function whyNotDone(reason: string, refusals: readonly string[]): string | undefined {
  if (reason === 'end_turn') return undefined
  const last = refusals.at(-1)
  if (reason === 'cancelled' && last !== undefined) return `The agent stopped, because it did not get its way. ${last}`
  return reasons.get(reason) ?? `The agent stopped for a reason that is not known: ${quoted(reason)}.`
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['max_tokens', 'The agent has used up the tokens it may use.'],
  ['max_turn_requests', 'The agent has asked its model as often as it may.'],
  ['refusal', 'The agent refused to go on.'],
  ['cancelled', 'The agent stopped, though nobody told it to.'],
])
