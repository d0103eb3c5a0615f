import type { Machine } from '../store/machine/port.ts'
import type { Agent } from './agent.ts'

export interface AgentTest {
  readonly ok: boolean
  readonly why?: string
  /** As far as the agent tells. */
  readonly version?: string
  readonly durationMs: number
  /** What it answered. */
  readonly text: string
}

export interface TestOptions {
  readonly machine: Machine
  readonly cwd: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Asks an agent for one word, with no tool allowed. Whoever opened the agent closes it. */
export async function testAgent(
  agent: Agent & { version?(): string | undefined },
  { machine, cwd, timeoutMs = 120_000, signal = new AbortController().signal }: TestOptions,
): Promise<AgentTest> {
  const started = machine.now().monotonicMs
  const { status, text, why } = await agent.work({
    step: 'test',
    prompt: 'Answer with the single word: ready. Use no tools and change nothing.',
    cwd,
    timeoutMs,
    scope: { tools: [], mode: 'enforce' },
    signal,
    onUpdate: () => {},
  })
  const durationMs = machine.now().monotonicMs - started
  const version = agent.version?.()
  return {
    ok: status === 'done',
    ...(why !== undefined && { why }),
    ...(version !== undefined && { version }),
    durationMs,
    text,
  }
}
