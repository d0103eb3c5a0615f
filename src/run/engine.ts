/**
 * Carries out the steps of a plan: as many at once as is allowed, each begun and ended in the log before and after.
 *
 *     next ready step ─▶ log: begun ─▶ work ─▶ log: what came of it, ended ─▶ which steps are ready now
 *
 * What happens between the two records is not known after a crash: such a step is *interrupted*, never guessed. Records
 * of steps that begin and end at the same moment share one write to the disk.
 */
import { checkLease, moveStep } from '../plan/decisions.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import { runLease } from '../plan/lease-names.ts'
import type { PlanRecord } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { Step } from '../plan/types.ts'
import type { PlanLog } from '../store/plan-log.ts'
import type { RunEvent } from './events.ts'
import { fitEnd } from './fit.ts'
import type { Scheduler } from './scheduler.ts'

export interface EngineOptions {
  readonly scheduler: Scheduler
  readonly log: Pick<PlanLog, 'decide'>
  /** Of the lease on the run. Who lost it writes nothing more. */
  readonly token: number
  readonly by: string
  readonly jobs: number
  /** What happens to the rest when a step fails: independent steps go on, or nothing more is begun. */
  readonly onFailure: 'continue' | 'stop'
  /** Why a step may not begin in this state of the plan; asked in the very moment in which it would begin. */
  readonly refusal: (state: PlanState, step: Step) => string | undefined
  /** Is asked about a step right before it would begin, and may take its time; nothing is in the log of it yet. */
  readonly turn?: (step: Step) => Promise<Turn>
  /** Does the work of a step. What it throws is a failure of the step. */
  readonly work: (step: Step) => Promise<StepEnd>
  /** Aborted: nothing more is begun; what runs comes to its end. */
  readonly stop: AbortSignal
  readonly onEvent: (event: RunEvent) => void
  /** Is told at once what ends the run, which is thrown when the last of what runs has come to its end. */
  readonly onDefect?: (error: unknown) => void
}

/** What becomes of a step whose turn has come. */
export type Turn = 'begin' | { readonly hold: string } | { readonly skip: string }

/** How an attempt at a step ended. */
export interface StepEnd {
  readonly status: 'complete' | 'failed' | 'skipped' | 'interrupted'
  readonly why?: string
  /** What else is to be kept: results, receipts. */
  readonly records?: readonly PlanRecord[]
  /** What it cost; absent unless all of it is known. */
  readonly cost?: Cost
}

export interface Cost {
  readonly amount: number
  readonly currency: string
}

export async function carryOut(options: EngineOptions): Promise<void> {
  const { scheduler, jobs, stop, onFailure } = options
  const defects: unknown[] = []
  let underWay = 0
  let isOver = false
  let wake = () => {}
  for (;;) {
    while (!isOver && !stop.aborted && underWay < jobs) {
      const step = scheduler.next()
      if (step === undefined) break
      underWay++
      void attemptAt(step, options)
        .then((status) => {
          if (status === 'failed' && onFailure === 'stop') isOver = true
          if (status !== undefined) scheduler.release()
        })
        .catch((error) => {
          defects.push(error)
          isOver = true
          options.onDefect?.(error)
        })
        .finally(() => {
          underWay--
          wake()
        })
    }
    if (underWay === 0) break
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  if (defects.length > 0) throw defects[0]
}

/** Answers how it ended; undefined when it did not begin. */
async function attemptAt(step: Step, options: EngineOptions): Promise<StepStatus | undefined> {
  const { scheduler, onEvent } = options
  const beginning = await begin(step, (await options.turn?.(step)) ?? 'begin', options)
  if (beginning.is === 'held') {
    scheduler.hold(step.id, beginning.why)
    onEvent({ type: 'held', step: step.id, why: beginning.why })
    return undefined
  }
  if (beginning.is === 'over') {
    scheduler.ended(step.id, beginning.status)
    return undefined
  }
  if (beginning.is === 'skipped') {
    scheduler.ended(step.id, 'skipped')
    onEvent({ type: 'ended', step: step.id, status: 'skipped', why: beginning.why })
    return 'skipped'
  }
  onEvent({ type: 'begun', step: step.id })
  const end = await options.work(step).catch(asFailure)
  const status = await finish(step, end, options)
  const doomed = scheduler.ended(step.id, status)
  onEvent({ type: 'ended', step: step.id, status, ...(end.why === undefined ? {} : { why: end.why }) })
  for (const { id, because } of doomed) onEvent({ type: 'doomed', step: id, because })
  return status
}

type Beginning =
  | { readonly is: 'begun' }
  | { readonly is: 'held'; readonly why: string }
  | { readonly is: 'skipped'; readonly why: string }
  /** Somebody else has decided about it since. */
  | { readonly is: 'over'; readonly status: StepStatus }

function begin(step: Step, turn: Turn, { log, token, by, refusal }: EngineOptions): Promise<Beginning> {
  return log.decide<Beginning>((state) => {
    checkLease(state, runLease, token)
    const status = stepStatus(state, step.id)
    if (status !== 'pending') return { records: [], answer: { is: 'over', status } }
    if (turn !== 'begin' && 'skip' in turn) {
      const records = moveStep(state, step.id, 'skipped', by, { token, why: turn.skip })
      return { records, answer: { is: 'skipped', why: turn.skip } }
    }
    const why = turn === 'begin' ? refusal(state, step) : turn.hold
    if (why !== undefined) return { records: [], answer: { is: 'held', why } }
    return { records: moveStep(state, step.id, 'in_progress', by, { token }), answer: { is: 'begun' } }
  })
}

/** Answers where the step stands then: whoever decided about it while it was worked on has the last word. */
function finish(
  step: Step,
  { status, why, records = [] }: StepEnd,
  { log, token, by }: EngineOptions,
): Promise<StepStatus> {
  return log.decide<StepStatus>((state) => {
    checkLease(state, runLease, token)
    const now = stepStatus(state, step.id)
    if (now !== 'in_progress') return { records, answer: now }
    const details = why === undefined ? { token } : { token, why: fitEnd(why, longestWhy) }
    const moved = moveStep(state, step.id, status, by, details)
    return { records: [...records, ...moved], answer: status }
  })
}

const longestWhy = 8 * 1024

function asFailure(error: unknown): StepEnd {
  if (isFault(error)) return { status: 'failed', why: error.message }
  throw error
}
