import type { Session } from '../../dialects/planloop/session.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { movePlan } from '../../plan/decisions.ts'
import type { PlanMoved, StepMoved } from '../../plan/records.ts'
import { canStepMove, type StepStatus } from '../../plan/step-status.ts'
import { goOn } from '../pull/plan-moves.ts'

type Details = Pick<StepMoved, 'token' | 'why'>

/** The moves that bring a task where it is to be; what ended is opened again first. */
export function movesTo(entry: TaskEntry, to: StepStatus, by: string, details: Details = {}): StepMoved[] {
  const { status: from, id } = entry
  if (from === to) return []
  const move = { type: 'step.moved', step: String(id), by } as const
  if (canStepMove(from, to)) return [{ ...move, from, to, ...details }]
  return [
    { ...move, from, to: 'pending' },
    { ...move, from: 'pending', to, ...details },
  ]
}

/** What becomes of the session as a plan when so many of its tasks are open. */
export function planMoves({ plan }: Session, open: number, by: string): PlanMoved[] {
  const before = goOn(plan, by)
  if (plan.status !== 'executing' && before.length === 0) return []
  if (open > 0) return before
  // Nothing happens to a session that is complete and stays so.
  if (plan.status === 'completed') return []
  return [...before, ...movePlan({ ...plan, status: 'executing' }, 'complete', { by })]
}
