import { type Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { within } from '../../process/pause.ts'
import type { Stop } from '../../process/stop.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { AgentOutcome, AgentTask, Usage } from '../agent.ts'
import { failed, stopped } from '../outcomes.ts'
import { readSessionId, whyNotDone } from './answers.ts'
import { ask, type Connection, whyNoAnswer } from './connection.ts'
import { field, textIn } from './fields.ts'
import { limits } from './limits.ts'
import { askingMode } from './modes.ts'
import { newSession, type Session } from './session.ts'
import { tokensOf } from './take-update.ts'
import { endTerminals } from './terminals.ts'

interface TurnOptions {
  readonly machine: Machine
  readonly startMs: number
  readonly graceMs: number
}

/** One step on an open connection: a session, a prompt, and everything until its answer. */
export async function runTurn(
  connection: Connection,
  task: AgentTask,
  stop: Stop,
  options: TurnOptions,
): Promise<AgentOutcome> {
  const opening = openSession(connection, task, options)
  const session = await Promise.race([opening, stop.reached])
  if (typeof session === 'string') {
    opening.then((late) => closeSession(connection, late)).catch(() => {})
    return stopped(session, task)
  }
  const answer = converse(connection, session)
  const first = await Promise.race([answer, stop.reached])
  session.isOver = true
  await endTerminals(session)
  if (typeof first === 'string') await cancel(connection, session, answer, options.graceMs)
  closeSession(connection, session)
  session.updates.end()
  return { ...(typeof first === 'string' ? stopped(first, task) : ended(first, session)), ...whatItTold(session) }
}

async function openSession(connection: Connection, task: AgentTask, options: TurnOptions): Promise<Session> {
  const request = { cwd: task.cwd, mcpServers: [] }
  const asked = ask(connection, options.startMs, (agent) => agent.request('session/new', request))
  const answer = await asked.catch((error) => giveUp(connection, error))
  const id = readSessionId(answer)
  if (connection.sessions.has(id)) throw fault('E_AGENT_BROKEN', 'The agent gave two steps the same session.')
  const session = newSession(id, task, options.machine)
  connection.sessions.set(id, session)
  try {
    await haveItAsk(connection, id, askingMode(answer), options.startMs)
  } catch (error) {
    closeSession(connection, session)
    throw error
  }
  return session
}

/** An agent that does not take the mode would act without asking, so the step does not begin. */
async function haveItAsk(
  connection: Connection,
  sessionId: string,
  modeId: string | undefined,
  ms: number,
): Promise<void> {
  if (modeId === undefined) return
  await ask(connection, ms, (agent) => agent.request('session/set_mode', { sessionId, modeId }))
}

/** An agent that opens no session and has none open is of no use to the next step either. */
async function giveUp(connection: Connection, error: unknown): Promise<never> {
  if (isFault(error, 'E_AGENT_SILENT') && connection.sessions.size === 0) await connection.end('The agent went silent.')
  throw error
}

interface Answer {
  /** Why the agent says it ended its turn. */
  readonly stopReason?: string
  /** Why there is no answer. */
  readonly fault?: Fault
}

/**
 * Prompts until the work is done. Some agents take a no as the end of the turn and wait to be told what to do instead;
 * they are told to go on without it, so many times.
 */
async function converse(connection: Connection, session: Session): Promise<Answer> {
  let prompt = session.task.prompt
  for (let times = 0; ; times++) {
    const before = session.refusals.length
    const answer = await promptOf(connection, session, prompt)
    const refused = session.refusals.slice(before)
    const isLast = session.isOver || times === limits.goOn
    if (answer.stopReason !== 'cancelled' || refused.length === 0 || isLast) return answer
    session.said.endLine()
    prompt = [...refused, 'That will not change in this step. Go on with your task without it.'].join('\n')
  }
}

async function promptOf(connection: Connection, session: Session, text: string): Promise<Answer> {
  try {
    const request = { sessionId: session.id, prompt: [{ type: 'text' as const, text }] }
    const answer: unknown = await connection.agent.request('session/prompt', request)
    // Not in the stable protocol yet; agents tell it all the same.
    session.usage = withTokens(session.usage, tokensOf(field(answer, 'usage')))
    return { stopReason: textIn(answer, 'stopReason') ?? '' }
  } catch (error) {
    return { fault: await whyNoAnswer(connection, error) }
  }
}

/** Each turn tells its own tokens; the cost is told for the session as a whole. */
function withTokens(usage: Usage, { inputTokens, outputTokens }: Usage): Usage {
  return {
    ...usage,
    ...(inputTokens !== undefined && { inputTokens: (usage.inputTokens ?? 0) + inputTokens }),
    ...(outputTokens !== undefined && { outputTokens: (usage.outputTokens ?? 0) + outputTokens }),
  }
}

/**
 * Tells the agent to stop, and ends its process when it does not. Other steps on the same process fail then; the other
 * choice would be an agent that still changes files of a step that counts as stopped.
 */
async function cancel(
  connection: Connection,
  { id: sessionId, task }: Session,
  answer: Promise<Answer>,
  graceMs: number,
): Promise<void> {
  connection.agent.notify('session/cancel', { sessionId }).catch(() => {})
  if (await within(graceMs, answer)) return
  await connection.end(`The process of the agent was ended, because it did not stop step ${task.step} when told to.`)
}

/** What the agent keeps of it in memory is not needed any more. What it keeps on its disk stays, for a person to open. */
function closeSession({ agent, about, sessions }: Connection, session: Session): void {
  session.isOver = true
  sessions.delete(session.id)
  if (about.canCloseSessions) agent.request('session/close', { sessionId: session.id }).catch(() => {})
}

function ended({ stopReason = '', fault }: Answer, { refusals }: Session): Pick<AgentOutcome, 'status' | 'why'> {
  if (fault !== undefined) return failed(fault)
  const why = whyNotDone(stopReason, refusals)
  return why === undefined ? { status: 'done' } : { status: 'failed', why }
}

function whatItTold({ id, said, usage, refusals }: Session): Omit<AgentOutcome, 'status' | 'why'> {
  return { text: said.text(), conversation: id, refusals, ...(Object.keys(usage).length > 0 && { usage }) }
}
