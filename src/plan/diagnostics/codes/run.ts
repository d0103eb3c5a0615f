import type { CodeTable } from './entry.ts'

export const runCodes = {
  E_NOT_APPROVED: {
    severity: 'error',
    meaning: 'Nobody has approved the plan, or the step, as it stands. Only what was approved is carried out.',
    next: 'Review and approve it with `steadplan review`.',
  },
  E_INTERRUPTED: {
    severity: 'error',
    meaning:
      'Steps were in flight when the process that carried them out died. Nobody can know how far they came, so nothing goes on before it is decided what becomes of each.',
    next: 'Run `steadplan resume` and decide for each: keep and verify, redo, skip, fail.',
  },
  E_NOTHING_READY: {
    severity: 'error',
    meaning: 'No step can be given out now.',
    next: 'Wait for the steps that are named, or decide about those that failed.',
  },
  E_NOT_PROVEN: {
    severity: 'error',
    meaning: 'A command that has to pass before the step counts as done did not pass.',
    next: 'Mend what the output shows, then say done again.',
  },
  E_LIMIT: {
    severity: 'error',
    meaning: 'A limit that was set for the run is reached: time or cost. Nothing more is begun.',
    next: 'Look at what was done, then resume with a higher limit.',
  },
  E_NO_AGENT: {
    severity: 'error',
    meaning: 'No agent is known under this name, or its program is not installed.',
    next: 'Look at what there is with `steadplan agents`.',
  },
} as const satisfies CodeTable
