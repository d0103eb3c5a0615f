import { isFault } from '../../plan/diagnostics/fault.ts'
import type { PlanStatus } from '../../plan/lifecycle.ts'
import type { Machine } from '../machine/port.ts'
import { readPlanState } from '../plan-log.ts'
import { type FoundPlan, placeOf } from './found-plan.ts'

/** Whether somebody is at work on a plan, or may go on with it. Of what cannot be read nobody knows that it has ended. */
export async function isUnderWay(machine: Machine, plan: FoundPlan): Promise<boolean> {
  const status = await statusOf(machine, plan)
  return status === undefined || underWay.has(status)
}

const underWay: ReadonlySet<PlanStatus> = new Set(['approved', 'executing', 'stalled', 'replanning'])

/** Whether nothing is left to do or to decide. */
export async function isOver(machine: Machine, plan: FoundPlan): Promise<boolean> {
  const status = await statusOf(machine, plan)
  return status === 'completed' || status === 'cancelled'
}

async function statusOf(machine: Machine, plan: FoundPlan): Promise<PlanStatus | undefined> {
  try {
    return (await readPlanState(machine, placeOf(plan))).status
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}
