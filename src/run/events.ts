import type { AgentUpdate } from '../agents/agent.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { StepId } from '../plan/types.ts'
import type { OutputStream } from '../process/run.ts'

/** What is seen of a run while it goes on. It can be lost without harm: the log has what counts. */
export type RunEvent =
  | { readonly type: 'begun'; readonly step: StepId }
  | { readonly type: 'update'; readonly step: StepId; readonly update: AgentUpdate }
  /** What the command of an action prints, as it comes. */
  | {
      readonly type: 'output'
      readonly step: StepId
      readonly action: number
      readonly stream: OutputStream
      readonly text: string
    }
  | { readonly type: 'verifying'; readonly step: StepId; readonly command: string }
  | { readonly type: 'verified'; readonly step: StepId; readonly command: string; readonly passed: boolean }
  | { readonly type: 'held'; readonly step: StepId; readonly why: string }
  | { readonly type: 'ended'; readonly step: StepId; readonly status: StepStatus; readonly why?: string }
  | { readonly type: 'doomed'; readonly step: StepId; readonly because: StepId }
