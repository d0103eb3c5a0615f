import { buildGraph } from '../../plan/graph/graph.ts'
import { type Counts, Progress } from '../../plan/graph/progress.ts'
import type { PlanStatus } from '../../plan/lifecycle.ts'
import type { ReceiptWritten, StepReported } from '../../plan/records.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { Step, StepId } from '../../plan/types.ts'
import { fitEnd, fitList } from '../fit.ts'
import type { Pull } from './pull.ts'

/** Where a step and its plan stand after somebody said how it ended. */
export interface Ended {
  readonly step: StepId
  readonly status: StepStatus
  readonly planStatus: PlanStatus
  readonly counts: Counts
  /** Whether the same had been said before, by the same holder. Nothing was done then. */
  readonly again: boolean
  readonly receipts: readonly ReceiptWritten[]
  readonly files: readonly string[]
}

type Came = Partial<Pick<Ended, 'again' | 'receipts' | 'files'>>

export async function endedNow({ log, approved }: Pull, step: StepId, came: Came = {}): Promise<Ended> {
  const { state } = await log.read()
  const { again = false, receipts = [], files = [] } = came
  const counts = new Progress(buildGraph(approved.reading.plan.steps), (id) => stepStatus(state, id)).counts()
  return { step, status: stepStatus(state, step), planStatus: state.status, counts, again, receipts, files }
}

/** Whether this holder said the same before. It may not have heard the answer. */
export function wasSaid({ who }: Pull, state: PlanState, { id }: Step, status: StepStatus): boolean {
  const before = state.steps.get(id)
  return before?.status === status && before.by === who.name
}

export function reportOf({ who }: Pull, step: Step, text: string, files: readonly string[]): StepReported {
  return {
    type: 'step.result',
    step: step.id,
    agent: who.name,
    text: fitEnd(text, 16 * KiB),
    files: fitList(files, 16 * KiB),
  }
}

const KiB = 1024
