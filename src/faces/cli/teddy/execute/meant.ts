import { fault } from '../../../../plan/diagnostics/fault.ts'
import { stepStatus } from '../../../../plan/state.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { TeddyStanding } from '../../../../run/actions/run-teddy.ts'
import type { Resolution } from '../../../../run/recovery.ts'
import type { ExecuteOptions } from '../execute.ts'

/** The steps that will be carried out, unless something comes in between. */
export function meantSteps(
  { reading, state }: ReviewedPlan,
  { interrupted }: TeddyStanding,
  resolutionOf: ReadonlyMap<StepId, Resolution>,
  { only, again = false }: ExecuteOptions,
): ReadonlySet<StepId> {
  const fates = new Map(interrupted.map((one) => [one.step, one.is]))
  const isMeant = (id: StepId, position: number): boolean => {
    if (only !== undefined && !only.includes(position)) return false
    const fate = fates.get(id)
    if (fate !== undefined) return fate === 'undone' || (fate === 'unknown' && resolutionOf.get(id) === 'redo')
    switch (stepStatus(state, id)) {
      case 'pending':
      case 'failed':
        return true
      // One that was left out is carried out when it is named.
      case 'skipped':
        return again || only !== undefined
      case 'complete':
        return again
      case 'in_progress':
      case 'interrupted':
        return false
    }
  }
  return new Set(reading.plan.steps.map(({ id }) => id).filter((id, at) => isMeant(id, at + 1)))
}

/** Every number on the command line has to be one of an action. */
export function refuseUnknown({ reading }: ReviewedPlan, { only = [], consent = [] }: ExecuteOptions): void {
  const count = reading.plan.steps.length
  const unknown = [...new Set([...only, ...consent])].filter((position) => position > count)
  if (unknown.length === 0) return
  throw fault('E_UNKNOWN_STEP', `There is no action ${unknown.join(', ')}.`, {
    actual: unknown.join(', '),
    expected: `1 to ${count}`,
  })
}
