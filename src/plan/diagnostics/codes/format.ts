import type { CodeTable } from './entry.ts'

export const formatCodes = {
  E_PLAN_FILE_MISSING: {
    severity: 'error',
    meaning: 'The directory of the plan has no `plan.md`.',
    next: 'Write `plan.md` with a `title` between two lines `---`, and what the plan is about below them.',
  },
  E_TASK_NAME: {
    severity: 'error',
    meaning:
      'A file among the tasks is not named as tasks are: two digits, then words of lower case letters and digits with `-` between them, then `.md`.',
    next: 'Rename the file, as in `01-set-up.md`, or move it out of `tasks/`.',
  },
  E_TASK_INDEX: {
    severity: 'error',
    meaning: 'Two task files start with the same two digits, so the digits do not say which of them comes first.',
    next: 'Give one of them another number.',
  },
  E_TOO_MANY_TASKS: {
    severity: 'error',
    meaning: 'The plan has more tasks than two digits can number.',
    next: 'Move some of them to another plan, or to another thread (`agentctl plan request-thread-dir`).',
  },
  E_FIELD_MISSING: {
    severity: 'error',
    meaning: 'A field that cannot be left out is missing, or nothing stands behind it.',
    next: 'Add the field.',
  },
  E_FIELD_UNKNOWN: {
    severity: 'error',
    meaning: 'There is no field of this name, so what stands there would be read by nobody.',
    next: 'Correct the name, or move the text to the body.',
  },
  E_FIELD_KIND: {
    severity: 'error',
    meaning: 'A field holds a list where a text belongs, a text where a list belongs, or something else again.',
    next: 'Write a text as `field: text`, and a list as `field: [one, two]` or with one `- item` per line.',
  },
  E_FIELD_VALUE: {
    severity: 'error',
    meaning: 'A field holds a value that it cannot have.',
    next: 'Use one of the values that are named.',
  },
  E_EMPTY_ITEM: {
    severity: 'error',
    meaning: 'An item of a list is empty.',
    next: 'Fill it in or remove it.',
  },
  E_REPEATED_DEPENDENCY: {
    severity: 'warning',
    meaning: 'A step names the same dependency twice. It counts once.',
    next: 'Remove one of them.',
  },
  E_STATUS_WORD: {
    severity: 'error',
    meaning: 'The status is none of the words that this kind of plan file has.',
    next: 'Use one of the words that are named, or remove the field.',
  },
  E_TITLE_EMPTY: {
    severity: 'error',
    meaning: 'The plan has no title.',
    next: 'Say in a few words what the plan is for.',
  },
  E_NARRATIVE_EMPTY: {
    severity: 'warning',
    meaning: 'The plan says what to do and not why: no text stands around its steps.',
    next: 'Describe the approach, its limits, and when the work counts as done.',
  },
  E_NO_STEPS: {
    severity: 'warning',
    meaning: 'The plan has no steps, so there is nothing to carry out.',
    next: 'Add a step.',
  },
  E_TEXT_EMPTY: {
    severity: 'error',
    meaning: 'A step does not say what is to be done.',
    next: 'Describe the work, and how to see that it is done.',
  },
  E_ID_FORM: {
    severity: 'error',
    meaning:
      'The id of a step is not made of lower case letters and digits with single `-` between them, or is longer than 128 characters.',
    next: 'Write it like `set-up-database`, here and where other steps depend on it.',
  },
  E_AGENT_UNKNOWN: {
    severity: 'warning',
    meaning: 'A step is meant for an agent that the configuration does not have.',
    next: 'Correct the name, or add the agent to the configuration.',
  },
} as const satisfies CodeTable
