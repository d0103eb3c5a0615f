import { checkLease, movePlan, moveStep } from '../plan/decisions.ts'
import { diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { Fault } from '../plan/diagnostics/fault.ts'
import { runLease } from '../plan/lease-names.ts'
import { type PlanEvent, possiblePlanEvents } from '../plan/lifecycle.ts'
import type { PlanRecord } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import { isMet, type StepStatus } from '../plan/step-status.ts'
import type { Step } from '../plan/types.ts'
import { inItsPlace } from './around.ts'
import { resolve } from './recovery.ts'
import type { Run } from './run-plan.ts'
import { verifyKept } from './work.ts'

/**
 * Decides about what was interrupted, then lets the plan be carried out. Cut off anywhere, what is not decided yet is
 * interrupted still, and the same can be asked again.
 */
export async function settle(run: Run): Promise<void> {
  const { log, token, by, plan, resolutionOf, retryFailed, cancel } = run
  const { state } = await log.read()
  const interrupted = withStatus(plan.steps, state, 'interrupted')
  refuseUndecided(interrupted.filter((step) => resolutionOf(step.id) === undefined))

  for (const step of interrupted) {
    if (resolutionOf(step.id) === 'keep' && !cancel.aborted) await keep(step, run)
  }
  await log.decide((now) => {
    checkLease(now, runLease, token)
    const resolved = withStatus(plan.steps, now, 'interrupted').flatMap(({ id }) => {
      const resolution = resolutionOf(id)
      return resolution === undefined || resolution === 'keep' ? [] : resolve(now, id, resolution, by)
    })
    const failed = retryFailed ? withStatus(plan.steps, now, 'failed') : []
    const retried = failed.flatMap(({ id }) => moveStep(now, id, 'pending', by, { why: 'tried again' }))
    return { records: [...resolved, ...retried, ...start(now, plan.steps, by)], answer: undefined }
  })
}

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

/** What is kept and does not pass is done again. */
async function keep(step: Step, run: Run): Promise<void> {
  const { log, token, by } = run
  const { status, why, records = [] } = await inItsPlace(run, step, 'keep', (options) => verifyKept(step, options))
  if (status === 'interrupted') return
  await log.decide((now) => {
    checkLease(now, runLease, token)
    if (stepStatus(now, step.id) !== 'interrupted') return { records: [], answer: undefined }
    const to = status === 'complete' ? 'complete' : 'pending'
    const moved = moveStep(now, step.id, to, by, why === undefined ? {} : { why })
    return { records: [...records, ...moved], answer: undefined }
  })
}

/** From wherever a plan can be carried out, to `executing`. One that is done stays so. */
function start(state: PlanState, steps: readonly Step[], by: string): PlanRecord[] {
  if (state.status === 'executing') return []
  if (state.status === 'completed' && steps.every(({ id }) => isMet(stepStatus(state, id)))) return []
  const event = startEvents.find((one) => possiblePlanEvents(state.status).includes(one)) ?? 'start'
  return movePlan(state, event, { by })
}

const startEvents: readonly PlanEvent[] = ['start', 'resume', 'reopen']
