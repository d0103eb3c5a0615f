/** A plan of teddy is carried out: its actions one after the other, up to the first that fails. */
import { fault } from '../../plan/diagnostics/fault.ts'
import type { StepId } from '../../plan/types.ts'
import { readPlanState, readRecords } from '../../store/plan-log.ts'
import type { ApprovedPlan } from '../approved-plan.ts'
import { leftBehind } from '../left-behind.ts'
import { type RunOptions, type RunOutcome, runPlan } from '../run-plan.ts'
import type { ActingOptions } from './acting.ts'
import { actionSteps } from './action-steps.ts'
import { type Fate, fateOf } from './interrupted.ts'
import { readLedger } from './ledger.ts'
import { type ActionOutcome, actionOutcomes } from './outcomes.ts'
import { type TakenBack, takenBackBy } from './taken-back.ts'

export interface TeddyRunOptions
  extends Pick<
    RunOptions,
    | 'machine'
    | 'place'
    | 'lockWaitMs'
    | 'leaseMs'
    | 'approved'
    | 'by'
    | 'cwd'
    | 'env'
    | 'timeoutMs'
    | 'resolutionOf'
    | 'stop'
    | 'cancel'
    | 'onEvent'
    | 'ask'
  > {
  readonly acting: ActingOptions
  /** The positions that are meant; without it, all. */
  readonly only?: readonly number[]
}

export interface TeddyOutcome {
  readonly run: RunOutcome
  readonly actions: readonly ActionOutcome[]
  /** What was put back, where changes were kept together and could not all be made. */
  readonly takenBack?: TakenBack
}

/**
 * Checks everything, then carries it out. What is done is never done again; what failed the last time is tried again.
 * Throws a `Fault` with all that is wrong, and then nothing was carried out: `E_INTERRUPTED` for what has to be decided
 * before, `E_CLAIMED` when somebody else is at it.
 */
export async function runTeddy({ only, ...options }: TeddyRunOptions): Promise<TeddyOutcome> {
  const { machine, place, approved } = options
  const run = await runPlan({
    ...options,
    ...(only && { only: stepsAt(approved.reading.plan.steps, only) }),
    jobs: 1,
    onFailure: 'stop',
    retryFailed: true,
    wait: false,
    onState: () => {},
    scope: { tools: [], mode: 'enforce' },
    repairs: 0,
    tokenBudget: 0,
    agentFor: noAgent,
  })
  const records = await readRecords(machine, place)
  const takenBack = takenBackBy(records)
  return { run, actions: actionOutcomes(approved.reading, records), ...(takenBack && { takenBack }) }
}

function stepsAt(steps: readonly { readonly id: StepId }[], positions: readonly number[]): ReadonlySet<StepId> {
  const unknown = positions.filter((position) => steps[position - 1] === undefined)
  if (unknown.length > 0) {
    throw fault('E_UNKNOWN_STEP', `there is no action ${unknown.join(', ')}`, { expected: `1 to ${steps.length}` })
  }
  return new Set(positions.map((position) => steps[position - 1]!.id))
}

function noAgent(): never {
  throw new Error('an action needs no agent')
}

/** Where a plan stands before it is carried out, or gone on with. */
export interface TeddyStanding {
  readonly actions: readonly ActionOutcome[]
  /** What was in flight when its executor died, and what is known about it. */
  readonly interrupted: readonly InterruptedAction[]
  /** A run that keeps its changes together has not come to its end: it goes on, or what it changed is taken back. */
  readonly group?: 'open' | 'taking back'
}

export interface InterruptedAction extends Fate {
  readonly step: StepId
  readonly position: number
}

/** Changes nothing. Throws `E_CLAIMED` when somebody is at it. */
export async function teddyStanding(
  options: Pick<TeddyRunOptions, 'machine' | 'place' | 'cwd'> & { readonly approved: Pick<ApprovedPlan, 'reading'> },
): Promise<TeddyStanding> {
  const { machine, place, approved, cwd } = options
  const records = await readRecords(machine, place)
  const ledger = readLedger(records)
  const left = new Set(leftBehind(machine, await readPlanState(machine, place)).map(({ step }) => step))
  const interrupted: InterruptedAction[] = []
  for (const { step, actions } of actionSteps(approved.reading).values()) {
    const action = actions.find(({ position }) => !ledger.done.get(step.id)?.has(position))
    if (action === undefined || !left.has(step.id)) continue
    const fate = await fateOf(machine, cwd, ledger, step.id, action)
    interrupted.push({ step: step.id, position: action.position, ...fate })
  }
  const { group } = ledger
  return {
    actions: actionOutcomes(approved.reading, records),
    interrupted,
    ...(group && { group: group.isTakingBack ? ('taking back' as const) : ('open' as const) }),
  }
}
