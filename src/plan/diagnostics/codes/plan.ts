import type { CodeTable } from './entry.ts'

export const planCodes = {
  E_UNKNOWN_STEP: {
    severity: 'error',
    meaning: 'The plan has no step with this id.',
    next: 'Check the id against the list of steps.',
  },
  E_BAD_MOVE: {
    severity: 'error',
    meaning: 'The plan or the step is not in a state from which it can go where it was told to go.',
    next: 'Look at its state; somebody else may have changed it since.',
  },
  E_STEP_FINISHED: {
    severity: 'error',
    meaning: 'A finished step was to be changed or removed. What is done stays as it was done.',
    next: 'Add a new step instead.',
  },
  E_STEP_RUNNING: {
    severity: 'error',
    meaning: 'A running step was to be changed or removed.',
    next: 'Wait until it ends, or stop it first.',
  },
  E_STEP_NEEDED: {
    severity: 'error',
    meaning: 'A step that others depend on was to be removed.',
    next: 'Remove those dependencies first.',
  },
  E_NOT_READY: {
    severity: 'error',
    meaning: 'The step waits for steps that are not finished.',
    next: 'Do the steps it waits for first.',
  },
  E_CLAIMED: {
    severity: 'error',
    meaning: 'Somebody else has this step, and their claim has not run out.',
    next: 'Take another step, or wait until the claim ends.',
  },
  E_LEASE_LOST: {
    severity: 'error',
    meaning:
      'The claim this answer belongs to is no longer valid: it ran out and the step was given away, taken back or finished.',
    next: 'Drop the result, or claim the step again if it is still open.',
  },
} as const satisfies CodeTable
