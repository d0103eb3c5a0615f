import type { StepId } from '../plan/types.ts'

/** Somebody or something that carries out steps: a program that speaks the Agent Client Protocol, or any command. */
export interface Agent {
  readonly name: string
  /** Does the work of one step. It always resolves, however the work went; several may be under way at the same time. */
  work(task: AgentTask): Promise<AgentOutcome>
  /** Ends whatever it still has running. */
  close(): Promise<void>
}

export interface AgentTask {
  readonly step: StepId
  /** Everything the agent is told. */
  readonly prompt: string
  /** The directory it works in; the real path of the project or of a worktree of it. */
  readonly cwd: string
  readonly timeoutMs?: number
  readonly scope: ToolScope
  readonly signal: AbortSignal
  readonly onUpdate: (update: AgentUpdate) => void
}

/** What an agent may do without a person being asked. */
export interface ToolScope {
  /** Kinds of tools as the protocol names them: `read`, `edit`, `search`, `execute` … Running programs is `execute`. */
  readonly tools: readonly string[]
  /** `log`: everything is let through, and what would have been refused is told. */
  readonly mode: 'enforce' | 'log'
}

/** What is seen of an agent while it works. */
export interface AgentUpdate {
  readonly kind: 'said' | 'thought' | 'tool' | 'refused' | 'told'
  readonly text: string
}

export interface AgentOutcome {
  readonly status: 'done' | 'failed' | 'cancelled' | 'timed_out'
  /** The end of what it said; capped. */
  readonly text: string
  /** When it is not `done`: why, in a sentence. */
  readonly why?: string
  /** By which the agent knows the conversation, so that a person can open it. */
  readonly conversation?: string
  readonly usage?: Usage
  /** What it asked for and did not get, a sentence each. */
  readonly refusals: readonly string[]
}

/** As far as the agent tells. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cost?: { readonly amount: number; readonly currency: string }
}
