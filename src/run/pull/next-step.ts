/**
 * Gives the next step to whoever asks, in one decision of the log: of any number that ask at the same moment each gets a
 * step of its own or is told what there is to wait for.
 */
import { moveStep, renewLease, takeLease } from '../../plan/decisions.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { Instant } from '../../plan/lease.ts'
import { stepLease } from '../../plan/lease-names.ts'
import type { PlanRecord, StepMoved } from '../../plan/records.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { Step, StepId } from '../../plan/types.ts'
import { type Nothing, nothing, runHolds } from './nothing.ts'
import { candidates, isFree } from './pick.ts'
import { canGoOn, goOn } from './plan-moves.ts'
import { liveClaim, liveRun, type Pull } from './pull.ts'

export type Next = Given | Nothing

export interface Given {
  readonly step: Step
  readonly token: number
  /** Whether the holder had it already: it may have forgotten. */
  readonly again: boolean
  /** Who was at work on it before, and did not come to an end. */
  readonly interrupted: Interruption | null
}

export interface Interruption {
  readonly by: string
  readonly since: string
}

export function nextStep(pull: Pull): Promise<Next> {
  const { machine, log, approved, who } = pull
  return log.decide<Next>((state, now, nextSeq) => {
    if (!approved.isFree && state.approval !== undefined && state.approval.seal !== approved.approval.seal) {
      throw fault('CONFLICT', 'another version of the plan was approved a moment ago', {
        hint: 'Ask again: what was approved last is what counts.',
      })
    }
    const run = liveRun(machine, state, now)
    if (run !== undefined) return { records: [], answer: runHolds(run, now) }
    const mine = ownStep(pull, state, now)
    if (mine !== undefined) {
      const { token } = state.leases.get(stepLease(mine.id))!
      const records = renewLease(state, stepLease(mine.id), token, now)
      return { records, answer: { step: mine, token, again: true, interrupted: null } }
    }
    const all = candidates(pull, state, now)
    const step = canGoOn(state) ? all.find(isFree)?.step : undefined
    if (step === undefined) return { records: [], answer: nothing(pull, state, now, all) }
    const interrupted = interruptionOf(state, step.id)
    const before = [...goOn(state, who.name), ...openedAgain(state, step.id, who.name)]
    const taken = takeLease(state, claimFor(pull, step.id), now, (process) => machine.fate(process) === 'dead')
    const token = nextSeq + before.length + taken.length - 1
    const begun = moved(state, step.id, 'pending', 'in_progress', who.name, { token })
    return {
      records: [...before, ...taken, ...begun] satisfies PlanRecord[],
      answer: { step, token, again: false, interrupted },
    }
  })
}

function ownStep({ machine, approved, who }: Pull, state: PlanState, now: Instant): Step | undefined {
  return approved.reading.plan.steps.find(
    ({ id }) => stepStatus(state, id) === 'in_progress' && liveClaim(machine, state, id, now)?.holder === who.name,
  )
}

/** No process is named: whoever pulls comes and goes between calls. */
function claimFor({ who, leaseMs }: Pull, step: StepId) {
  return { on: stepLease(step), holder: who.name, ttlMs: leaseMs }
}

function interruptionOf(state: PlanState, step: StepId): Interruption | null {
  const before = state.steps.get(step)
  if (before?.status !== 'in_progress' && before?.status !== 'interrupted') return null
  return { by: state.leases.get(stepLease(step))?.holder ?? before.by, since: before.at }
}

/** Nobody can know how far it came. The log says so before the step is handed out again. */
function openedAgain(state: PlanState, step: StepId, by: string): StepMoved[] {
  const status = stepStatus(state, step)
  const why = 'its holder was not heard of any more'
  return [
    ...(status === 'in_progress' ? moved(state, step, status, 'interrupted', by, { why }) : []),
    ...(status === 'pending'
      ? []
      : moved(state, step, 'interrupted', 'pending', by, { why: 'handed out again after an interruption' })),
  ]
}

/** A move that begins where the one before it in the same decision has led. */
function moved(
  state: PlanState,
  step: StepId,
  from: StepStatus,
  to: StepStatus,
  by: string,
  details: { readonly token?: number; readonly why?: string },
): StepMoved[] {
  const there = { status: from, attempts: 0, by, at: '' }
  return moveStep({ ...state, steps: new Map([[step, there]]) }, step, to, by, details)
}
