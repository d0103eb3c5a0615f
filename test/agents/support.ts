import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect } from 'vitest'
import { type AcpAgent, type AcpOptions, acpAgent } from '../../src/agents/acp/agent.ts'
import type { AgentOutcome, AgentTask, AgentUpdate } from '../../src/agents/agent.ts'
import { runningProcesses } from '../../src/process/registry.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { isAlive, until } from '../process/programs.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

export interface TestAgent extends AcpAgent {
  readonly cwd: string
  /** Every process that was started for it so far. */
  pids(): number[]
}

const open: TestAgent[] = []

/** The agent of `children/acp-agent.ts`, in a directory of its own. `start` says how it starts. */
export function testAcpAgent(start = 'well', options: Partial<AcpOptions> = {}): TestAgent {
  const cwd = realpathSync(temporaryDirectory())
  const pidFile = join(realpathSync(temporaryDirectory()), 'pids')
  const set = new Map([
    ['PIDS', pidFile],
    ['START', start],
  ])
  const argv = [process.execPath, resolve('.build/children/acp-agent.mjs')]
  const definition = { name: 'test', kind: 'acp' as const, argv, env: { set } }
  const pids = (): number[] =>
    existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split('\n').filter(Boolean).map(Number) : []
  const agent = { ...acpAgent(definition, { machine: realMachine, graceMs: 300, ...options }), cwd, pids }
  open.push(agent)
  return agent
}

/** What came of a prompt, with everything that was told on the way. */
export interface Worked extends AgentOutcome {
  readonly updates: readonly AgentUpdate[]
}

export async function work(agent: TestAgent, prompt: string, over: Partial<AgentTask> = {}): Promise<Worked> {
  const updates: AgentUpdate[] = []
  const outcome = await agent.work({
    step: 'one',
    prompt,
    cwd: agent.cwd,
    scope: { tools: ['read', 'edit', 'search', 'think'], mode: 'enforce' },
    signal: new AbortController().signal,
    onUpdate: (update) => void updates.push(update),
    ...over,
  })
  return { ...outcome, updates }
}

afterEach(async () => {
  const agents = open.splice(0)
  await Promise.all(agents.map((agent) => agent.close()))
  expect(runningProcesses()).toBe(0)
  await until(() => !agents.flatMap((agent) => agent.pids()).some(isAlive))
})
