import { moveStep } from '../plan/decisions.ts'
import { fault } from '../plan/diagnostics/fault.ts'
import { isHeld } from '../plan/in-flight.ts'
import { runLease } from '../plan/lease-names.ts'
import { stepStatus } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import { witnessOf } from '../store/leases.ts'
import { openPlanLog } from '../store/plan-log.ts'
import { openPlaceOf } from '../store/plans/found-plan.ts'
import type { OpenedPlan } from '../store/plans/open-plan.ts'
import type { ReviewContext } from './decide.ts'

/** What somebody decided about steps before they are carried out, each with the reason. */
export interface StepDecisions {
  /** These are left out. */
  readonly skip?: ReadonlyMap<StepId, string>
  /** These are to be done once more, though they have ended. */
  readonly reopen?: ReadonlyMap<StepId, string>
}

/** Says so in the log, all in one. Who carries out the plan at this moment is not disturbed: `E_CLAIMED`. */
export async function decideSteps(
  { machine, caller, lock }: Pick<ReviewContext, 'machine' | 'caller' | 'lock'>,
  { found }: OpenedPlan,
  { skip = new Map(), reopen = new Map() }: StepDecisions,
): Promise<void> {
  if (skip.size + reopen.size === 0) return
  const place = await openPlaceOf(machine, found)
  const log = await openPlanLog(machine, place, { lockWaitMs: lock.waitMs, command: lock.command })
  await log.decide((state) => {
    if (isHeld(state, runLease, witnessOf(machine))) {
      const { holder } = state.leases.get(runLease)!
      throw fault('E_CLAIMED', `the plan is carried out by ${holder}`, { actual: holder })
    }
    const move = (to: 'skipped' | 'pending') => (decided: readonly [step: StepId, why: string]) => {
      const [step, why] = decided
      return stepStatus(state, step) === to ? [] : moveStep(state, step, to, caller.by, { why })
    }
    return {
      records: [...[...skip].flatMap(move('skipped')), ...[...reopen].flatMap(move('pending'))],
      answer: undefined,
    }
  })
}
