import { checkLease, movePlan, moveStep } from '../plan/decisions.ts'
import { diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { Fault } from '../plan/diagnostics/fault.ts'
import { runLease } from '../plan/lease-names.ts'
import { type PlanEvent, possiblePlanEvents } from '../plan/lifecycle.ts'
import type { PlanRecord } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import { isMet, type StepStatus } from '../plan/step-status.ts'
import type { Step, StepId } from '../plan/types.ts'
import { inItsPlace } from './around.ts'
import type { StepEnd } from './engine.ts'
import { resolve } from './recovery.ts'
import type { Run } from './run-plan.ts'
import { verifyKept } from './work.ts'

/**
 * Decides about what was interrupted, then lets the plan be carried out. Cut off anywhere, what is not decided yet is
 * interrupted still, and the same can be asked again.
 */
export async function settle(run: Run): Promise<void> {
  const { log, token, by, plan, resolutionOf, cancel, actions } = run
  const { state } = await log.read()
  const interrupted = withStatus(plan.steps, state, 'interrupted')
  refuseUndecided(interrupted.filter((step) => resolutionOf(step.id) === undefined))
  await actions?.prepare((step) => isMeant(run, state, step))

  for (const step of interrupted) {
    if (resolutionOf(step.id) === 'keep' && !cancel.aborted) await keep(step, run)
  }
  await log.decide((now) => {
    checkLease(now, runLease, token)
    const resolved = withStatus(plan.steps, now, 'interrupted').flatMap(({ id }) => {
      const resolution = resolutionOf(id)
      return resolution === undefined || resolution === 'keep' ? [] : resolve(now, id, resolution, by)
    })
    const opened = plan.steps.flatMap((step) => openedAgain(run, now, step))
    const records = [...resolved, ...opened, ...start(now, plan.steps, by, opened.length > 0), ...chosen(run)]
    return { records, answer: undefined }
  })
  await actions?.begin()
}

/** Whether a step will be carried out, unless something comes in between. */
function isMeant({ only, retryFailed, resolutionOf }: Run, state: PlanState, step: StepId): boolean {
  if (only !== undefined && !only.has(step)) return false
  switch (stepStatus(state, step)) {
    case 'pending':
      return true
    case 'failed':
      return retryFailed
    case 'skipped':
      return only !== undefined
    case 'interrupted':
      return resolutionOf(step) === 'redo'
    case 'in_progress':
    case 'complete':
      return false
  }
}

/** What failed is tried again where that is wanted; what was skipped, when it is asked for by name. */
function openedAgain(run: Run, state: PlanState, { id }: Step): PlanRecord[] {
  const status = stepStatus(state, id)
  if ((status !== 'failed' && status !== 'skipped') || !isMeant(run, state, id)) return []
  const why = status === 'failed' ? 'tried again' : 'asked for by name'
  return moveStep(state, id, 'pending', run.by, { why })
}

function chosen({ only }: Run): PlanRecord[] {
  const steps = [...(only ?? [])]
  const records: PlanRecord[] = []
  for (let from = 0; from < steps.length; from += stepsPerRecord) {
    records.push({ type: 'run.only', steps: steps.slice(from, from + stepsPerRecord) })
  }
  return records
}

/** So many ids of the greatest length fit into a record. */
const stepsPerRecord = 400

/** Of the steps that the plan has: what happened to others is of no concern any more. */
function withStatus(steps: readonly Step[], state: PlanState, status: StepStatus): Step[] {
  return steps.filter(({ id }) => stepStatus(state, id) === status)
}

function refuseUndecided(steps: readonly Step[]): void {
  const [first, ...rest] = steps.map(({ id, place }) =>
    diagnostic('E_INTERRUPTED', `"${id}" was in flight when its executor died`, {
      ...(place && { file: place.file, ...(place.id && { range: place.id }) }),
    }),
  )
  if (first) throw new Fault([first, ...rest])
}

/** What is kept and does not pass is done again; of a step with several actions, the one in flight is kept. */
async function keep(step: Step, run: Run): Promise<void> {
  const { log, token, by } = run
  const isPart = (await run.actions?.keep(step.id)) === true
  const {
    status,
    why,
    records = [],
  } = isPart ? partlyDone : await inItsPlace(run, step, 'keep', (options) => verifyKept(step, options))
  if (status === 'interrupted') return
  await log.decide((now) => {
    checkLease(now, runLease, token)
    if (stepStatus(now, step.id) !== 'interrupted') return { records: [], answer: undefined }
    const to = status === 'complete' ? 'complete' : 'pending'
    const moved = moveStep(now, step.id, to, by, why === undefined ? {} : { why })
    return { records: [...records, ...moved], answer: undefined }
  })
}

const partlyDone: StepEnd = { status: 'failed', why: 'what was in flight is kept, and the rest goes on' }

/** From wherever a plan can be carried out, to `executing`. One that is done stays so. */
function start(state: PlanState, steps: readonly Step[], by: string, isOpened: boolean): PlanRecord[] {
  if (state.status === 'executing') return []
  const isOver = !isOpened && steps.every(({ id }) => isMet(stepStatus(state, id)))
  if (state.status === 'completed' && isOver) return []
  const event = startEvents.find((one) => possiblePlanEvents(state.status).includes(one)) ?? 'start'
  return movePlan(state, event, { by })
}

const startEvents: readonly PlanEvent[] = ['start', 'resume', 'reopen']
