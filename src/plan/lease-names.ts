import type { StepId } from './types.ts'

/** The name of the lease on the run of a plan: one process carries out a plan at a time. */
export const runLease = 'run'

/** The name of the lease on one step, for agents that pull their steps themselves. */
export function stepLease(step: StepId): string {
  return `step:${step}`
}
