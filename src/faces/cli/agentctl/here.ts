import { fault } from '../../../plan/diagnostics/fault.ts'
import { agentflowHome } from '../../../store/sessions/agentflow-home.ts'
import { sessionIdOf } from '../../../store/sessions/session-id.ts'
import { type SessionPlace, sessionPlace } from '../../../store/sessions/session-place.ts'

/** Where the session is kept that the environment names. */
export function sessionHere(env: NodeJS.ProcessEnv, home: string): SessionPlace {
  if (env.AGENTCTL_WORKER_URL) throw fault('E_NO_TRANSPORT', 'AGENTCTL_WORKER_URL is set')
  return sessionPlace(agentflowHome(env, home), sessionIdOf(env))
}
