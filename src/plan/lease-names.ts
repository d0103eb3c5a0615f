import type { StepId } from './types.ts'

/** The name of the lease on the run of a plan: one process carries out a plan at a time. */
export const runLease = 'run'

/** The name of the lease on one step, for agents that pull their steps themselves. */
export function stepLease(step: StepId): string {
  return `step:${step}`
}

/** The step that a lease is on; undefined for the run. */
export function stepOfLease(on: string): StepId | undefined {
  return on.startsWith('step:') ? on.slice('step:'.length) : undefined
}
