import type { CodeTable } from './entry.ts'

export const graphCodes = {
  E_CYCLE: {
    severity: 'error',
    meaning: 'Steps wait for each other in a circle, so none of them can ever start. The whole circle is named.',
    next: 'Remove one of the dependencies on the path.',
  },
  E_SELF_DEPENDENCY: {
    severity: 'error',
    meaning: 'A step depends on itself, so it can never start.',
    next: 'Remove the dependency.',
  },
  E_DANGLING: {
    severity: 'error',
    meaning: 'A step depends on a step that does not exist.',
    next: 'Correct the id, or remove the dependency.',
  },
  E_DUPLICATE_ID: {
    severity: 'error',
    meaning: 'Two steps have the same id, or ids that differ only in case or in the way their characters are composed.',
    next: 'Give one of them another id.',
  },
  E_ID_USED: {
    severity: 'error',
    meaning:
      'A new step was to get the id of an earlier step of the plan, one that is no longer in it but has been worked on. What happened to the earlier step would count for the new one.',
    next: 'Give the new step another id.',
  },
} as const satisfies CodeTable
