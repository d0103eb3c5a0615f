import { buildGraph } from '../../plan/graph/graph.ts'
import { Progress } from '../../plan/graph/progress.ts'
import type { Instant } from '../../plan/lease.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { Step, StepId } from '../../plan/types.ts'
import { overlap, touchedBy } from '../overlap.ts'
import { refusalOfStep } from '../refusal-of-step.ts'
import { liveClaim, type Pull } from './pull.ts'

/** A step that waits for no other step. */
export interface Candidate {
  readonly step: Step
  /** Why it may not begin, where its approval does not hold or a person is to do it. */
  readonly refusal: string | undefined
  /** The step in progress that may touch the same files. */
  readonly inTheWay: StepId | undefined
}

export function isFree({ refusal, inTheWay }: Candidate): boolean {
  return refusal === undefined && inTheWay === undefined
}

/** Steps that could be given out, the first to be given first: by priority, then by place in the plan. */
export function candidates({ machine, approved }: Pull, state: PlanState, now: Instant): Candidate[] {
  const { steps } = approved.reading.plan
  const statusNow = (id: StepId) => openStatus(stepStatus(state, id), liveClaim(machine, state, id, now) !== undefined)
  const ready = new Set(new Progress(buildGraph(steps), statusNow).ready())
  const running = steps
    .filter(({ id, files }) => files !== undefined && statusNow(id) === 'in_progress')
    .map(({ id, files }) => ({ id, touched: touchedBy(files) }))
  return steps
    .filter(({ id }) => ready.has(id))
    .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
    .map((step) => {
      const touched = touchedBy(step.files)
      const inTheWay = running.find((other) => overlap(touched, other.touched))?.id
      return { step, refusal: refusalOfStep(state, step, approved), inTheWay }
    })
}

/** What was begun and is nobody's any more is open again; what somebody is about to end is not. */
function openStatus(status: StepStatus, isClaimed: boolean): StepStatus {
  if (status === 'interrupted' || status === 'in_progress' || status === 'pending') {
    return isClaimed ? 'in_progress' : 'pending'
  }
  return status
}
