import type { Plan, Step } from '../plan/types.ts'
import { overlap, touchedBy } from './overlap.ts'

/**
 * Of files that changed while a step was worked on, those that can be its own. Steps that run at the same time in one
 * directory see each other's changes; what another step says it touches, and this one does not, is the other's.
 */
export function ownChanges(plan: Plan, step: Step, changed: readonly string[]): string[] {
  const own = touchedBy(step.files)
  if (own.length === 0) return [...changed]
  const others = plan.steps.filter(({ id }) => id !== step.id).flatMap(({ files }) => touchedBy(files))
  return changed.filter((file) => {
    const touched = touchedBy([file])
    return overlap(own, touched) || !overlap(others, touched)
  })
}
