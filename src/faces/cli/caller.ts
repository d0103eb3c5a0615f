import { userInfo } from 'node:os'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { Caller } from '../../review/policy.ts'
import type { Terminal } from './terminal.ts'

/**
 * Who calls. A person is somebody who sits at a terminal that no agent has opened: agents can open terminals too, but
 * they leave a mark in the environment of what they start.
 */
export function callerOf(env: NodeJS.ProcessEnv, terminal: Terminal): Caller {
  const agent = agentIn(env)
  if (agent !== undefined) return { by: agent, channel: 'agent' }
  return { by: personIn(env), channel: terminal.isInteractive ? 'terminal' : 'command' }
}

/** What an agent may not change, so that it cannot give itself the right to approve or to run what it likes. */
export function refuseAgent(env: NodeJS.ProcessEnv, terminal: Terminal, what: string): void {
  const { by, channel } = callerOf(env, terminal)
  if (channel !== 'agent') return
  throw fault('E_NEEDS_PERSON', `${what} is decided by a person, not by ${by}`, {
    actual: channel,
    expected: 'terminal',
  })
}

function agentIn(env: NodeJS.ProcessEnv): string | undefined {
  if (env.AGENTCTL_SESSION_ID) return env.AGENTCTL_AGENT || 'agent'
  return marks.find(([variable]) => env[variable])?.[1]
}

/** What agents set in the environment of the commands they run, as far as they do. */
const marks: readonly (readonly [variable: string, agent: string])[] = [
  ['CLAUDECODE', 'claude-code'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_THREAD_ID', 'codex'],
  ['CURSOR_AGENT', 'cursor'],
  ['GEMINI_CLI', 'gemini'],
  ['GOOSE_TERMINAL', 'goose'],
  ['OPENCODE', 'opencode'],
  ['AGENT', 'agent'],
]

function personIn(env: NodeJS.ProcessEnv): string {
  const name = env.USER || env.LOGNAME || env.USERNAME
  if (name) return name
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}
