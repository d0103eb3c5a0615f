import { type Fault, isFault } from '../plan/diagnostics/fault.ts'
import type { StopReason } from '../process/stop.ts'
import type { AgentOutcome, AgentTask } from './agent.ts'

const nothing = { text: '', refusals: [] }

/** A step that was ended before it came to its end. */
export function stopped(reason: StopReason, { timeoutMs = 0 }: AgentTask): AgentOutcome {
  switch (reason) {
    case 'timedOut':
      return { status: 'timed_out', why: `It was not done within ${timeoutMs / 1000} seconds.`, ...nothing }
    case 'aborted':
      return { status: 'cancelled', why: 'It was cancelled.', ...nothing }
    case 'failed':
      return { status: 'failed', why: 'What it told could not be taken in.', ...nothing }
  }
}

export function failed(fault: Fault): AgentOutcome {
  const { message, hint } = fault.diagnostics[0]!
  return { status: 'failed', why: hint === undefined ? message : `${message} ${hint}`, ...nothing }
}

/** For what was thrown: a fault is a reason to fail, anything else is a defect of ours and thrown on. */
export function failedBy(error: unknown): AgentOutcome {
  if (isFault(error)) return failed(error)
  throw error
}
