import type { RequestPermissionRequest, RequestPermissionResponse, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { quoted } from '../quoted.ts'
import { whyOutOfScope } from '../scope.ts'
import { whyElsewhere } from './place.ts'
import { grants, type Session } from './session.ts'
import { noteToolCall } from './tool-calls.ts'

/**
 * Answers an agent that asks whether it may use a tool of its own, by the scope of the step. The answer is for this once:
 * a yes for ever would also be one for files and commands that nobody has looked at.
 */
export async function answerPermission(
  session: Session,
  { toolCall, options }: RequestPermissionRequest,
): Promise<RequestPermissionResponse> {
  const wish = `use a tool, ${quoted(toolCall.title ?? toolCall.toolCallId)}`
  const why = await whyNot(session, toolCall)
  if (session.isOver) return cancelled
  const wanted = grants(session, wish, why) ? 'allow_once' : 'reject_once'
  const option = options.find(({ kind }) => kind === wanted)
  if (option !== undefined) return { outcome: { outcome: 'selected', optionId: option.optionId } }
  if (wanted === 'allow_once') grants(session, wish, 'the agent offers no yes for this once')
  const no = options.find(({ kind }) => kind === 'reject_once' || kind === 'reject_always')
  return no === undefined ? cancelled : { outcome: { outcome: 'selected', optionId: no.optionId } }
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

async function whyNot(session: Session, toolCall: ToolCallUpdate): Promise<string | undefined> {
  // What was announced and what is asked for now may differ; both have to be allowed.
  const announced = session.toolCalls.get(toolCall.toolCallId)?.kind
  const kind = toolCall.kind ?? announced ?? 'other'
  noteToolCall(session, toolCall.toolCallId, kind, true)
  for (const one of new Set([kind, announced ?? kind])) {
    const why = whyOutOfScope(one, session.task.scope)
    if (why !== undefined) return why
  }
  const use = readingKinds.includes(kind) ? 'read' : 'change'
  for (const path of pathsOf(toolCall)) {
    const why = await whyElsewhere(session, path, use)
    if (why !== undefined) return `of ${quoted(path)}, ${why}`
  }
  return undefined
}

const readingKinds = ['read', 'search', 'think', 'fetch']

function pathsOf({ locations, content }: ToolCallUpdate): string[] {
  const changed = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []))
  return [...new Set([...(locations ?? []).map(({ path }) => path), ...changed])].slice(0, mostPaths)
}

const mostPaths = 1000
