import { Stop } from '../../process/stop.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { Agent, AgentOutcome, AgentTask } from '../agent.ts'
import type { AgentDefinition } from '../definition.ts'
import { failedBy, stopped } from '../outcomes.ts'
import type { Connection, ConnectOptions } from './connection.ts'

export interface AcpOptions {
  readonly machine: Machine
  /** Where the process of the agent runs. Without it: in the directory of the first step. */
  readonly cwd?: string
  /** How long the agent may take to start, and to open a session. Default: a minute. */
  readonly startMs?: number
  /** How long the agent may take to stop when it is told to. Default: 5 seconds. */
  readonly graceMs?: number
}

export interface AcpAgent extends Agent {
  /** As the agent itself tells it, once it has been started. */
  version(): string | undefined
}

/**
 * An agent that speaks the Agent Client Protocol. Its process is started with the first step and serves all of them, at
 * the same time too. Its own tools are its own: what it does without asking, nobody sees and nobody can refuse.
 */
export function acpAgent(definition: AgentDefinition, options: AcpOptions): AcpAgent {
  const { machine, startMs = 60_000, graceMs = 5000 } = options
  let current: Promise<Connection> | undefined
  let closing = new AbortController()
  let version: string | undefined
  const connections = new Set<Promise<unknown>>()

  const open = (cwd: string): Promise<Connection> => {
    const { signal } = closing
    const opening = connectLazily(definition, { machine, cwd: options.cwd ?? cwd, startMs, graceMs, signal })
    const over = opening.then(
      ({ lost }) => lost,
      () => {},
    )
    connections.add(over)
    void over.then(() => {
      connections.delete(over)
      if (current === opening) current = undefined
    })
    return opening
  }
  const connected = async (cwd: string): Promise<Connection> => {
    current ??= open(cwd)
    const connection = await current
    if (!connection.isLost()) {
      version = connection.about.version
      return connection
    }
    // It was lost a moment ago.
    await connection.lost
    current = open(cwd)
    return current
  }
  const carryOut = async (task: AgentTask, stop: Stop): Promise<AgentOutcome> => {
    const connecting = connected(task.cwd)
    connecting.catch(() => {})
    const connection = await Promise.race([connecting, stop.reached])
    if (typeof connection === 'string') return stopped(connection, task)
    const { runTurn } = await import('./conversation.ts')
    return runTurn(connection, withCare(task, stop), stop, { machine, startMs, graceMs })
  }
  return {
    name: definition.name,
    version: () => version,
    async work(task) {
      if (task.signal.aborted) return stopped('aborted', task)
      const stop = new Stop(task)
      try {
        return await carryOut(task, stop).catch(failedBy)
      } finally {
        stop.cancel()
      }
    },
    async close() {
      closing.abort()
      closing = new AbortController()
      await Promise.all(connections)
    },
  }
}

async function connectLazily(definition: AgentDefinition, options: ConnectOptions): Promise<Connection> {
  const { connect } = await import('./conversation.ts')
  return connect(definition, options)
}

/** What the caller's own code throws ends its step and nothing else. */
function withCare(task: AgentTask, stop: Stop): AgentTask {
  const onUpdate: AgentTask['onUpdate'] = (update) => {
    try {
      if (stop.failure === undefined) task.onUpdate(update)
    } catch (error) {
      stop.fail(error)
    }
  }
  return { ...task, onUpdate }
}
