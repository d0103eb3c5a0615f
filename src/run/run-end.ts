import { endLease, movePlan } from '../plan/decisions.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import type { DoomedStep } from '../plan/graph/doom.ts'
import { buildGraph } from '../plan/graph/graph.ts'
import { type Counts, Progress } from '../plan/graph/progress.ts'
import { runLease } from '../plan/lease-names.ts'
import type { PlanEvent, PlanStatus } from '../plan/lifecycle.ts'
import type { PlanMoved } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import { fitEnd } from './fit.ts'
import type { Run } from './run-plan.ts'
import type { Scheduler } from './scheduler.ts'
import type { StateTeller } from './state-teller.ts'

export interface RunOutcome {
  readonly status: PlanStatus
  readonly counts: Counts
  /** Steps that wait for something that is not a step, and for what. */
  readonly held: ReadonlyMap<StepId, string>
  /** Steps that were passed over because of one that failed. */
  readonly doomed: readonly DoomedStep[]
  /** Why it ended before its end. */
  readonly why?: string
}

/** Says in the log where the plan stands now, and gives the run back, in one. */
export async function concludeRun(run: Run, scheduler: Scheduler, teller: StateTeller): Promise<RunOutcome> {
  const { log, token, by, plan, stop, only } = run
  /** What was not meant may have failed before. */
  const failedIn = (state: PlanState): number =>
    plan.steps.filter(({ id }) => only?.has(id) !== false && stepStatus(state, id) === 'failed').length
  const outcome = await log.decide<RunOutcome>((state) => {
    // Others may have decided about steps since the scheduler looked.
    const progress = new Progress(buildGraph(plan.steps), (id) => stepStatus(state, id))
    const held = new Map([...scheduler.held].filter(([step]) => stepStatus(state, step) === 'pending'))
    const end: End = {
      state,
      progress,
      held,
      stopped: stop.signal,
      isPart: only !== undefined,
      failed: failedIn(state),
    }
    const why = whyEnded(end)
    const moved = endOf(state, eventAtEnd(end), by, why)
    const answer = {
      status: moved[0]?.to ?? state.status,
      counts: progress.counts(),
      held,
      doomed: progress.doomed(),
      ...(why === undefined ? {} : { why }),
    }
    return { records: [...moved, ...endLease(state, runLease, token)], answer }
  })
  await teller.tell()
  return outcome
}

interface End extends Pick<RunOutcome, 'held'> {
  readonly state: PlanState
  readonly progress: Progress
  readonly stopped: AbortSignal
  /** Only some of the steps were meant. */
  readonly isPart: boolean
  readonly failed: number
}

/** When the run ends by a fault; who lost the lease has nothing to give back. */
export async function giveUpRun({ log, token, by }: Run, error: unknown): Promise<void> {
  const why = isFault(error) ? error.message : 'a defect of the program'
  try {
    await log.decide((state) => {
      const ended = endLease(state, runLease, token)
      return { records: [...endOf(state, 'stall', by, why), ...ended], answer: undefined }
    })
  } catch (second) {
    if (!isFault(second)) throw second
  }
}

/** Nothing where somebody else has ended it already: a plan that was cancelled stays so. */
function endOf(state: PlanState, event: PlanEvent, by: string, why: string | undefined): PlanMoved[] {
  if (state.status !== 'executing') return []
  return movePlan(state, event, why === undefined ? { by } : { by, why: fitEnd(why, longestWhy) })
}

const longestWhy = 8 * 1024

function eventAtEnd({ progress, held, stopped, failed }: End): PlanEvent {
  if (progress.summary() === 'finished') return 'complete'
  const { interrupted, in_progress: running } = progress.counts()
  const isOpen = interrupted > 0 || running > 0 || held.size > 0 || stopped.aborted
  return failed > 0 && !isOpen ? 'fail' : 'stall'
}

function whyEnded({ state, progress, held, stopped, isPart, failed }: End): string | undefined {
  if (progress.summary() === 'finished') return undefined
  if (state.status !== 'executing') return `the plan is ${state.status}`
  if (stopped.aborted) return typeof stopped.reason === 'string' ? stopped.reason : 'it was stopped'
  const waiting = [...held].map(([step, why]) => `${step}: ${why}`)
  if (waiting.length > 0) return `steps wait: ${waiting.slice(0, 5).join('; ')}${waiting.length > 5 ? ' …' : ''}`
  const { interrupted, in_progress: running } = progress.counts()
  if (failed > 0) return failed === 1 ? 'a step failed' : `${failed} steps failed`
  if (interrupted > 0) return interrupted === 1 ? 'a step was interrupted' : `${interrupted} steps were interrupted`
  if (running > 0) return 'others are at work on steps of it'
  return isPart ? 'the rest of its steps was left out' : 'steps wait for each other'
}
