import { type ClientApp, client, RequestError } from '@agentclientprotocol/sdk'
import { Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { readTextFile, writeTextFile } from './files.ts'
import { answerPermission } from './permission.ts'
import type { Session } from './session.ts'
import { createTerminal, killTerminal, releaseTerminal, terminalOutput, waitForTerminal } from './terminals.ts'

/** What we do for an agent when it asks. Each request names its session; one of a session that is over gets nothing. */
export function clientFor(sessions: ReadonlyMap<string, Session>): ClientApp {
  const inSession = async <T>(id: string, act: (session: Session) => T | Promise<T>): Promise<T> => {
    try {
      const session = sessions.get(id)
      if (session === undefined) throw fault('E_OUT_OF_SCOPE', 'The step is over.')
      return await act(session)
    } catch (error) {
      throw asAnswer(error)
    }
  }
  return client({ name: 'steadplan' })
    .onRequest('session/request_permission', ({ params }) =>
      inSession(params.sessionId, (session) => answerPermission(session, params)),
    )
    .onRequest('fs/read_text_file', ({ params }) =>
      inSession(params.sessionId, (session) => readTextFile(session, params)),
    )
    .onRequest('fs/write_text_file', ({ params }) =>
      inSession(params.sessionId, (session) => writeTextFile(session, params)),
    )
    .onRequest('terminal/create', ({ params }) =>
      inSession(params.sessionId, (session) => createTerminal(session, params)),
    )
    .onRequest('terminal/output', ({ params }) =>
      inSession(params.sessionId, (session) => terminalOutput(session, params.terminalId)),
    )
    .onRequest('terminal/wait_for_exit', ({ params }) =>
      inSession(params.sessionId, (session) => waitForTerminal(session, params.terminalId)),
    )
    .onRequest('terminal/kill', ({ params }) =>
      inSession(params.sessionId, (session) => killTerminal(session, params.terminalId)),
    )
    .onRequest('terminal/release', ({ params }) =>
      inSession(params.sessionId, (session) => releaseTerminal(session, params.terminalId)),
    )
}

function asAnswer(error: unknown): RequestError {
  const code = isFault(error, 'E_NOT_A_FILE') ? resourceNotFound : invalidParams
  if (error instanceof Fault) return new RequestError(code, error.message)
  return new RequestError(internalError, error instanceof Error ? error.message : 'It failed.')
}

const resourceNotFound = -32002
const invalidParams = -32602
const internalError = -32603
