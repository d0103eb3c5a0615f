import type { AgentUpdate } from '../agents/agent.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { StepId } from '../plan/types.ts'

/** What is seen of a run while it goes on. It can be lost without harm: the log has what counts. */
export type RunEvent =
  | { readonly type: 'begun'; readonly step: StepId }
  | { readonly type: 'update'; readonly step: StepId; readonly update: AgentUpdate }
  | { readonly type: 'verifying'; readonly step: StepId; readonly command: string }
  | { readonly type: 'verified'; readonly step: StepId; readonly command: string; readonly passed: boolean }
  | { readonly type: 'held'; readonly step: StepId; readonly why: string }
  | { readonly type: 'ended'; readonly step: StepId; readonly status: StepStatus; readonly why?: string }
  | { readonly type: 'doomed'; readonly step: StepId; readonly because: StepId }
