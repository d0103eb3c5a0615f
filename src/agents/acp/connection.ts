/**
 * The connection to one process of an agent. Steps share it, each with a session of its own. It is lost when the process
 * ends, when the agent breaks the rules of the conversation, or when we end it; then every step on it fails with the same
 * reason, and the next step starts a fresh process. Nothing of the old one is left.
 */
import { type ClientContext, RequestError } from '@agentclientprotocol/sdk'
import { type Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { type OpenProcess, openProcess, type ProcessEnd } from '../../process/open.ts'
import { OutputCollector } from '../../process/output.ts'
import { after, within } from '../../process/pause.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { AgentDefinition } from '../definition.ts'
import { type About, protocolVersion, readAbout } from './answers.ts'
import { field, textIn } from './fields.ts'
import { limits } from './limits.ts'
import { clientFor } from './requests.ts'
import type { Session } from './session.ts'
import { messageStream } from './stream.ts'
import { takeUpdate } from './take-update.ts'

export interface Connection {
  readonly agent: ClientContext
  readonly about: About
  readonly sessions: Map<string, Session>
  readonly pid: number
  /** When it is lost and nothing of the process is left: why. */
  readonly lost: Promise<string>
  isLost(): boolean
  /** Ends the process, for a reason that every step on it is told. */
  end(why: string): Promise<void>
}

export interface ConnectOptions {
  readonly machine: Machine
  readonly cwd: string
  readonly startMs: number
  readonly graceMs: number
  /** Ends the connection, also while it is being made. */
  readonly signal: AbortSignal
}

export async function connect(definition: AgentDefinition, options: ConnectOptions): Promise<Connection> {
  const { machine, signal } = options
  const program = await openAgentProcess(definition, options)
  const errors = new OutputCollector(limits.errors)
  program.stderr.on('data', (chunk: Uint8Array) => errors.add(chunk))

  const sessions = new Map<string, Session>()
  const stream = messageStream(program.stdin, program.stdout, {
    now: () => machine.now().monotonicMs,
    onUpdate: (params) => {
      const session = sessions.get(textIn(params, 'sessionId') ?? '')
      if (session !== undefined) takeUpdate(session, field(params, 'update'))
    },
  })
  const connection = clientFor(sessions).connect(stream)
  const lost = whenLost(connection, program, errors)
  const end = async (why: string): Promise<void> => {
    connection.close(fault('E_AGENT_BROKEN', why))
    await lost
  }
  const onAbort = (): void => void end('The agent was closed.')
  signal.addEventListener('abort', onAbort)
  void lost.then(() => signal.removeEventListener('abort', onAbort))
  if (signal.aborted) onAbort()

  const opened = {
    agent: connection.agent,
    sessions,
    pid: program.pid,
    lost,
    end,
    isLost: () => connection.signal.aborted,
  }
  try {
    const about = await ask(opened, options.startMs, (agent) => agent.request('initialize', greeting))
    return { ...opened, about: readAbout(about) }
  } catch (error) {
    await end('The agent could not be started.')
    throw error
  }
}

/** Asks the agent something that it has to answer within a time. Rejects with a `Fault` that says why there is no answer. */
export async function ask(
  connection: Pick<Connection, 'agent' | 'isLost' | 'lost'>,
  ms: number,
  request: (agent: ClientContext) => Promise<unknown>,
): Promise<unknown> {
  let cancel = (): void => {}
  const late = new Promise<never>((_, reject) => {
    cancel = after(ms, () => reject(fault('E_AGENT_SILENT', `The agent did not answer within ${ms / 1000} seconds.`)))
  })
  try {
    return await Promise.race([request(connection.agent), late])
  } catch (error) {
    throw await whyNoAnswer(connection, error)
  } finally {
    cancel()
  }
}

export async function whyNoAnswer(connection: Pick<Connection, 'isLost' | 'lost'>, error: unknown): Promise<Fault> {
  if (connection.isLost()) return fault('E_AGENT_BROKEN', await connection.lost, { cause: error })
  if (isFault(error)) return error
  if (!(error instanceof RequestError)) {
    return fault('E_AGENT_BROKEN', 'The agent answered what the protocol does not know.', { cause: error })
  }
  if (error.code === authRequired) return fault('E_AGENT_LOGIN', 'The agent wants a login first.', { cause: error })
  return fault('E_AGENT_BROKEN', `The agent answered with an error: ${errorText(error)}`, { cause: error })
}

/**
 * What went wrong stands in the data of an error, when its message says nothing.
 *
 *     {"code":-32603,"message":"Internal error","data":{"details":"Claude Code process exited with code 1"}}
 *                                                                 ^
 */
function errorText({ message, data }: RequestError): string {
  const details = textIn(data, 'details') ?? (typeof data === 'string' ? data : textIn(data, 'message'))
  return oneLine(details === undefined || message.includes(details) ? message : `${message}: ${details}`)
}

const authRequired = -32000

declare const STEADPLAN_VERSION: string | undefined

const greeting = {
  protocolVersion,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  clientInfo: {
    name: 'steadplan',
    title: 'Steadplan',
    version: typeof STEADPLAN_VERSION === 'string' ? STEADPLAN_VERSION : 'unreleased',
  },
}

function openAgentProcess(definition: AgentDefinition, { cwd, graceMs }: ConnectOptions): Promise<OpenProcess> {
  const [program = '', ...args] = definition.argv ?? []
  return openProcess({ argv: [program, ...args], cwd, graceMs, ...(definition.env && { env: definition.env }) })
}

async function whenLost(
  connection: { readonly closed: Promise<void>; readonly signal: AbortSignal },
  program: OpenProcess,
  errors: OutputCollector,
): Promise<string> {
  await connection.closed
  const { reason } = connection.signal
  // Of its own accord only when it ends now: once we end it, its exit says nothing.
  const ended = !isFault(reason) && (await within(settleMs, program.ended))
  await program.end()
  if (isFault(reason)) return reason.diagnostics[0]!.message
  const last = lastLine(errors.output().text)
  const how = ended ? `The program of the agent ended (${endText(await program.ended)})` : 'The agent closed its output'
  return last === '' ? `${how}.` : `${how}: ${last}`
}

const settleMs = 500

function endText({ exitCode, signal }: ProcessEnd): string {
  return signal === null ? `exit code ${exitCode}` : signal
}

/** The line that says most: of a program that crashed, the one with its error, which is not the last; else the last. */
function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const crash = lines.findLast((line) => /^\w*Error\b/.test(line))
  return oneLine(crash ?? lines.findLast((line) => line !== '') ?? '')
}

function oneLine(text: string): string {
  const line = text.replaceAll('\n', ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
