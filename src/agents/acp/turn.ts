import { type Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { within } from '../../process/pause.ts'
import type { Stop } from '../../process/stop.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { AgentOutcome, AgentTask } from '../agent.ts'
import { failed, stopped } from '../outcomes.ts'
import { readSessionId, whyNotDone } from './answers.ts'
import { ask, type Connection, whyNoAnswer } from './connection.ts'
import { field } from './fields.ts'
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
  const answer = promptOf(connection, session)
  const first = await Promise.race([answer, stop.reached])
  session.isOver = true
  await endTerminals(session)
  if (typeof first === 'string') await cancel(connection, session, answer, options.graceMs)
  closeSession(connection, session)
  session.updates.end()
  return { ...(typeof first === 'string' ? stopped(first, task) : ended(first)), ...whatItTold(session) }
}

async function openSession(connection: Connection, task: AgentTask, options: TurnOptions): Promise<Session> {
  const request = { cwd: task.cwd, mcpServers: [] }
  const asked = ask(connection, options.startMs, (agent) => agent.request('session/new', request))
  const id = readSessionId(await asked.catch((error) => giveUp(connection, error)))
  if (connection.sessions.has(id)) throw fault('E_AGENT_BROKEN', 'The agent gave two steps the same session.')
  const session = newSession(id, task, options.machine)
  connection.sessions.set(id, session)
  return session
}

/** An agent that opens no session and has none open is of no use to the next step either. */
async function giveUp(connection: Connection, error: unknown): Promise<never> {
  if (isFault(error, 'E_AGENT_SILENT') && connection.sessions.size === 0) await connection.end('The agent went silent.')
  throw error
}

interface Answer {
  /** Why the work is not done, though the agent answered. */
  readonly why?: string | undefined
  /** Why there is no answer. */
  readonly fault?: Fault
}

async function promptOf(connection: Connection, session: Session): Promise<Answer> {
  const { id: sessionId, task } = session
  try {
    const prompt = [{ type: 'text' as const, text: task.prompt }]
    const answer: unknown = await connection.agent.request('session/prompt', { sessionId, prompt })
    // Not in the stable protocol yet; agents tell it all the same.
    session.usage = { ...session.usage, ...tokensOf(field(answer, 'usage')) }
    return { why: whyNotDone(answer) }
  } catch (error) {
    return { fault: await whyNoAnswer(connection, error) }
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

function ended({ why, fault }: Answer): Pick<AgentOutcome, 'status' | 'why'> {
  if (fault !== undefined) return failed(fault)
  return why === undefined ? { status: 'done' } : { status: 'failed', why }
}

function whatItTold({ id, said, usage, refusals }: Session): Omit<AgentOutcome, 'status' | 'why'> {
  return { text: said.text(), conversation: id, refusals, ...(Object.keys(usage).length > 0 && { usage }) }
}
