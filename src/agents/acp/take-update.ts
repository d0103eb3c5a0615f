import type { Usage } from '../agent.ts'
import { quoted } from '../quoted.ts'
import { whyOutOfScope } from '../scope.ts'
import { countIn, field, textIn } from './fields.ts'
import type { Session } from './session.ts'
import { noteToolCall } from './tool-calls.ts'

/**
 * Takes in what an agent tells of its work. Read by hand and with patience: agents of other versions tell other things,
 * and whatever is not understood is no reason to end a step.
 */
export function takeUpdate(session: Session, update: unknown): void {
  const { updates, said } = session
  switch (textIn(update, 'sessionUpdate') ?? '') {
    case 'agent_message_chunk': {
      const piece = textOf(field(update, 'content'))
      said.add(piece)
      updates.stream('said', piece)
      break
    }
    case 'agent_thought_chunk':
      updates.stream('thought', textOf(field(update, 'content')))
      break
    case 'tool_call':
      said.endLine()
      takeToolCall(session, update)
      updates.tell('tool', textIn(update, 'title') ?? 'a tool')
      if (field(update, 'status') === 'completed') tellUnasked(session, update)
      break
    case 'tool_call_update':
      takeToolCall(session, update)
      if (field(update, 'status') === 'failed') updates.tell('tool', failure(update))
      if (field(update, 'status') === 'completed') tellUnasked(session, update)
      break
    case 'plan':
      updates.tell('told', planText(field(update, 'entries')))
      break
    case 'usage_update':
      session.usage = { ...session.usage, ...costOf(field(update, 'cost')) }
      break
  }
}

/** What an agent tells of the tokens of a turn, when it does. */
export function tokensOf(usage: unknown): Usage {
  const inputTokens = countIn(usage, 'inputTokens')
  const outputTokens = countIn(usage, 'outputTokens')
  return { ...(inputTokens !== undefined && { inputTokens }), ...(outputTokens !== undefined && { outputTokens }) }
}

function takeToolCall(session: Session, update: unknown): void {
  const id = textIn(update, 'toolCallId')
  const kind = textIn(update, 'kind')
  if (id !== undefined && kind !== undefined) noteToolCall(session, id, kind)
}

/** An agent that does not ask cannot be refused. At least it is told, so that nobody takes the scope for kept. */
function tellUnasked(session: Session, update: unknown): void {
  const call = session.toolCalls.get(textIn(update, 'toolCallId') ?? '')
  if (call === undefined || call.isAsked || !changingKinds.includes(call.kind)) return
  const why = whyOutOfScope(call.kind, session.task.scope)
  if (why !== undefined) session.updates.tell('told', `It used a tool without asking, though ${why}.`)
}

const changingKinds = ['edit', 'delete', 'move', 'execute', 'fetch']

function failure(update: unknown): string {
  const title = textIn(update, 'title')
  return title === undefined ? 'A tool failed.' : `${quoted(title)} failed.`
}

function planText(entries: unknown): string {
  if (!Array.isArray(entries)) return ''
  const done = entries.filter((entry) => field(entry, 'status') === 'completed').length
  const now = entries.find((entry) => field(entry, 'status') === 'in_progress')
  const doing = now === undefined ? '' : `, now ${quoted(textIn(now, 'content') ?? '')}`
  return `It plans: ${done} of ${entries.length} done${doing}.`
}

function textOf(content: unknown): string {
  const type = textIn(content, 'type')
  if (type === 'text') return textIn(content, 'text') ?? ''
  return type === undefined ? '' : `[${type.slice(0, 20)}]`
}

function costOf(cost: unknown): Usage {
  const amount = countIn(cost, 'amount')
  const currency = textIn(cost, 'currency')
  return amount === undefined || currency === undefined ? {} : { cost: { amount, currency: currency.slice(0, 10) } }
}
