/**
 * Carries out an approved plan from where it stands to where it can come: takes the run, settles what a dead executor
 * left, works, and says at the end where the plan stands and why.
 */
import { dirname } from 'node:path'
import { isFault } from '../plan/diagnostics/fault.ts'
import { runLease } from '../plan/lease-names.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import { isMet, type StepStatus } from '../plan/step-status.ts'
import type { Plan, Step, StepId } from '../plan/types.ts'
import { heartbeat } from '../store/leases.ts'
import type { LogPlace } from '../store/log/place.ts'
import { openPlanLog, type PlanLog } from '../store/plan-log.ts'
import type { ActingOptions } from './actions/acting.ts'
import { actionSteps } from './actions/action-steps.ts'
import { openRunActions, type RunActions } from './actions/run-actions.ts'
import { type ApprovedPlan, refusalOfStep } from './approved-plan.ts'
import { type Around, inItsPlace } from './around.ts'
import { type FileWatch, watchFiles } from './changed-files.ts'
import { type CostLimit, costLimit, tooExpensive } from './cost-limit.ts'
import { carryOut, type StepEnd, type Turn } from './engine.ts'
import type { RunEvent } from './events.ts'
import type { Resolution } from './recovery.ts'
import { concludeRun, giveUpRun, type RunOutcome } from './run-end.ts'
import { Scheduler } from './scheduler.ts'
import { settle } from './settle.ts'
import { type StateTeller, stateTeller } from './state-teller.ts'
import { takeRun } from './take-run.ts'
import { takeUp } from './take-up.ts'
import { unlessAborted } from './unless-aborted.ts'
import { type WorkOptions, workOn } from './work.ts'

export type { RunOutcome } from './run-end.ts'

export interface RunOptions extends Omit<WorkOptions, 'plan' | 'watch' | 'actions'> {
  readonly place: LogPlace
  readonly lockWaitMs: number
  readonly leaseMs: number
  readonly approved: ApprovedPlan
  readonly by: string
  readonly jobs: number
  readonly onFailure: 'continue' | 'stop'
  /** What becomes of interrupted steps. One for which there is no answer ends the run before it begins. */
  readonly resolutionOf: (step: StepId) => Resolution | undefined
  /** Whether steps that failed are tried again. */
  readonly retryFailed: boolean
  /** For all that the plan has cost since its first run, in the currency that the agents tell. */
  readonly maxCost?: number
  /** Aborted, nothing more is begun, and what runs comes to its end. `cancel` ends that as well. */
  readonly stop: AbortController
  /** Whether to wait for a person where nothing else is left to do. */
  readonly wait: boolean
  /** Is told where the plan stands while steps end, and awaited at the end. */
  readonly onState: (state: PlanState) => void | Promise<void>
  /** Gives each step a directory other than `cwd` to be worked on and verified in. */
  readonly around?: Around
  /** What there is for steps that consist of actions. */
  readonly acting?: ActingOptions
  /** The steps that are meant; the others are left as they are, as if they were met. Without it, all. */
  readonly only?: ReadonlySet<StepId>
  /**
   * Asks a person about a step right before it begins: `no` skips it, `stop` ends the run. Where the step waits for a yes
   * of its own, whoever answers `yes` has put it into the log.
   */
  readonly ask?: (step: Step) => Promise<'yes' | 'no' | 'stop'>
}

export async function runPlan(options: RunOptions): Promise<RunOutcome> {
  const { machine, place, lockWaitMs, by, leaseMs, approved, cwd } = options
  const acting = actionSteps(approved.reading)
  const log = await openPlanLog(machine, place, { lockWaitMs, command: by })
  const token = await takeRun(machine, log, by, leaseMs)
  const beating = setInterval(() => void heartbeat(log, runLease, token).catch(endWhenLost), leaseMs / 3)
  const lost = new AbortController()
  const cancel = AbortSignal.any([options.cancel, lost.signal])
  const plan = approved.reading.plan
  const watchIn = (directory: string): FileWatch => watchFiles(machine, directory, ownFilesOf(plan))
  const actions = openRunActions({ ...options, log, token, isApart: options.around !== undefined }, acting)
  const run: Run = {
    ...options,
    plan,
    watch: watchIn(cwd),
    watchIn,
    cancel,
    log,
    token,
    onDefect: endWhenLost,
    ...(actions && { actions }),
  }
  const stop = (): void => options.stop.abort(typeof cancel.reason === 'string' ? cancel.reason : 'it was stopped')
  cancel.addEventListener('abort', stop)
  if (cancel.aborted) stop()

  /** What others have taken over is theirs: an agent that still works on it would do so twice. */
  function endWhenLost(error: unknown): void {
    if (!isFault(error, 'E_LEASE_LOST')) return
    options.stop.abort('the run was taken over by somebody else')
    lost.abort()
  }
  try {
    await takeUp(log, approved)
    await actions?.recover()
    await settle(run)
    return await work(run, () => clearInterval(beating))
  } catch (error) {
    await giveUpRun(run, error)
    throw error
  } finally {
    await actions?.close()
    clearInterval(beating)
    cancel.removeEventListener('abort', stop)
  }
}

/** A run that was taken. */
export interface Run extends RunOptions, WorkOptions {
  readonly log: PlanLog
  readonly token: number
  readonly onDefect: (error: unknown) => void
  readonly watchIn: (directory: string) => FileWatch
  readonly actions?: RunActions
}

/** Until all is done, or nothing more can be done; waits for people where that is wanted. */
async function work(run: Run, beforeTheEnd: () => void): Promise<RunOutcome> {
  const { log, plan, machine, onState, stop } = run
  const limit = costLimit(run.maxCost)
  const teller = stateTeller(machine, log, onState)
  const onEvent = withoutRepeats(run.onEvent)
  for (;;) {
    const { state } = await log.read()
    if (limit?.isReached(state)) stop.abort(tooExpensive)
    const scheduler = new Scheduler(plan.steps, (id) => statusInRun(run, state, id))
    await carryOut({ ...run, ...engineParts(run, limit, teller, onEvent), scheduler, stop: stop.signal })
    const after = await log.read()
    if (!isWorthWaiting(run, after.state, scheduler)) {
      await concludeActions(run, after.state, scheduler)
      beforeTheEnd()
      return concludeRun(run, scheduler, teller)
    }
    await teller.tell().catch(() => {})
    await untilMore(run, after.seq)
  }
}

/** A step that is left out is in nobody's way. */
function statusInRun({ only }: Run, state: PlanState, id: StepId): StepStatus {
  return only === undefined || only.has(id) ? stepStatus(state, id) : 'skipped'
}

async function concludeActions(run: Run, state: PlanState, { held }: Scheduler): Promise<void> {
  const { plan, actions, stop } = run
  const isAll = plan.steps.every(({ id }) => isMet(statusInRun(run, state, id)))
  const why = stop.signal.aborted ? 'the run was stopped' : held.size > 0 ? 'steps wait for a person' : 'a step failed'
  await actions?.conclude(isAll, why)
}

function engineParts(run: Run, limit: CostLimit | undefined, teller: StateTeller, onEvent: Run['onEvent']) {
  const { log, approved, stop, actions } = run
  return {
    refusal: (state: PlanState, step: Step): string | undefined => {
      if (state.status !== 'executing') return `the plan is ${state.status}`
      return refusalOfStep(state, step, approved) ?? actions?.refusal(state, step.id)
    },
    turn: (step: Step): Promise<Turn> => turnOf(run, step),
    work: async (step: Step): Promise<StepEnd> => {
      const { state } = await log.read()
      const end = await inItsPlace(run, step, 'work', (options) => workOn(step, state, options))
      if (limit?.isReachedWith(end, (await log.read()).state)) stop.abort(tooExpensive)
      return end
    },
    onEvent: (event: RunEvent): void => {
      onEvent(event)
      if (event.type === 'ended') teller.changed()
    },
  }
}

async function turnOf({ actions, ask, by, stop, cancel }: Run, step: Step): Promise<Turn> {
  await actions?.prepareStep(step.id)
  if (ask === undefined) return 'begin'
  const answer = await unlessAborted(AbortSignal.any([cancel, stop.signal]), ask(step))
  if (answer === 'yes') return 'begin'
  if (answer === 'no') return { skip: `${by} said no` }
  stop.abort('it was stopped')
  return { hold: 'the run was stopped' }
}

/** A step that waits is asked about whenever another has ended; it is told once. */
function withoutRepeats(onEvent: (event: RunEvent) => void): (event: RunEvent) => void {
  const told = new Map<StepId, string>()
  return (event) => {
    if (event.type === 'held') {
      if (told.get(event.step) === event.why) return
      told.set(event.step, event.why)
    }
    onEvent(event)
  }
}

/** Whether somebody can still do something that lets this run go on: say yes to a step, or do one. */
function isWorthWaiting({ wait, stop, approved }: Run, state: PlanState, scheduler: Scheduler): boolean {
  if (!wait || stop.signal.aborted || state.status !== 'executing') return false
  if (state.approval?.seal !== approved.approval.seal) return false
  return scheduler.held.size > 0 || scheduler.counts().in_progress > 0
}

/** Until something is in the log that was not there before. */
async function untilMore({ log, machine, stop }: Run, seq: number): Promise<void> {
  while (!stop.signal.aborted && (await log.read()).seq === seq) await machine.sleep(pollMs)
}

const pollMs = 500

/** Where the files of a plan stand, as they are named in diagnostics: in `plans/login/`; or its only file. */
function ownFilesOf({ places, dialect }: Plan): string | undefined {
  return places && (dialect === 'teddy' ? places.file : `${dirname(places.file)}/`)
}
