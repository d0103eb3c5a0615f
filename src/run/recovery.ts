import { moveStep } from '../plan/decisions.ts'
import type { StepMoved } from '../plan/records.ts'
import type { PlanState } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'

/** What becomes of a step that was in flight when its executor died. */
export const resolutions = ['keep', 'redo', 'skip', 'fail'] as const
export type Resolution = (typeof resolutions)[number]

/** Steps in flight that nobody holds any more. To be asked only when no run is going on. */
export function orphans(state: PlanState, isHeld: (step: StepId) => boolean): StepId[] {
  return [...state.steps].filter(([id, { status }]) => status === 'in_progress' && !isHeld(id)).map(([id]) => id)
}

/** Nobody can know how far they came: that is what the log says of them from here on. */
export function interrupt(state: PlanState, steps: readonly StepId[], by: string): StepMoved[] {
  return steps.flatMap((step) => moveStep(state, step, 'interrupted', by, { why: 'its executor died' }))
}

/** One that is kept stays interrupted until it is verified, so that a second crash leaves it where it was. */
export function resolve(
  state: PlanState,
  step: StepId,
  resolution: Exclude<Resolution, 'keep'>,
  by: string,
): StepMoved[] {
  const [to, why] = endings[resolution]
  return moveStep(state, step, to, by, { why })
}

const endings = {
  redo: ['pending', 'to be done again after an interruption'],
  skip: ['skipped', 'skipped after an interruption'],
  fail: ['failed', 'given up after an interruption'],
} as const
