import type { StepMoved } from '../../src/plan/records.ts'

/** That a step was completed, as a record. */
export function completed(step: string): StepMoved {
  return { type: 'step.moved', step, from: 'pending', to: 'complete', by: 'test' }
}
