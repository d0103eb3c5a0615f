import type { CodeTable } from './entry.ts'

export const plannerCodes = {
  E_NO_PLANNER: {
    severity: 'error',
    meaning:
      'A plan is to be written, and nobody is configured to write it. Nothing is ever sent anywhere before that.',
    next: 'Set `planner.source` to a model such as `anthropic/<model>`, or to `command` with a `planner.command`.',
  },
  E_NO_KEY: {
    severity: 'error',
    meaning: 'The provider of the model wants a key, and the variable of the environment that is to hold it has none.',
    next: 'Set the variable that is named, or name another one by `planner.key`.',
  },
  E_NO_PEER: {
    severity: 'error',
    meaning:
      'A package that is needed to talk with this provider is not installed, or cannot be loaded. It is optional.',
    next: 'Install what is named, beside steadplan.',
  },
  E_PLANNER_FAILED: {
    severity: 'error',
    meaning:
      'The planner gave no answer: the provider refused or broke off, could not be reached, or the command failed. What may pass by itself was tried again.',
    next: 'Read what it said, mend that, and ask again.',
  },
  E_PLANNER_TIMEOUT: {
    severity: 'error',
    meaning: 'The planner did not answer within the time that it may take.',
    next: 'Ask again, or allow more time by `planner.timeout`.',
  },
  E_PLANNER_STOPPED: {
    severity: 'error',
    meaning: 'The planner was stopped before it had answered. Nothing was written.',
    next: 'Ask again when you like.',
  },
  E_ANSWER_CUT: {
    severity: 'error',
    meaning:
      'The answer of the planner is not whole: it reached the limit of the model, or is larger than what is read.',
    next: 'Ask for less at once, or choose a model that can say more.',
  },
  E_ANSWER_SHAPE: {
    severity: 'error',
    meaning: 'The planner was asked for data in a certain shape, and what it answered does not have it.',
    next: 'Ask again, or choose another model by `planner.source`.',
  },
  E_PLAN_NOT_SOUND: {
    severity: 'error',
    meaning: 'The planner was told all faults of its plan as often as it may be, and the last one still has some.',
    next: 'Mend the last draft by hand, say more exactly what is wanted, or allow more `planner.attempts`.',
  },
  E_JUDGED_UNSOUND: {
    severity: 'error',
    meaning: 'The plan keeps to every rule, and the model that reviewed it would still not let anybody work by it.',
    next: 'Read why, and change the plan; or take it as it is, if you know better.',
  },
  E_PROMPT: {
    severity: 'error',
    meaning:
      'A prompt of your own cannot be used: it has a place that there is none for, lacks the one that it is about, or is no text.',
    next: 'Use the places that are named, as in `{{goal}}`; without the file our own prompt is used.',
  },
} as const satisfies CodeTable
