import type { CodeTable } from './entry.ts'

/** What is wrong with the actions of a plan in the project that they are meant for. */
export const teddyProjectCodes = {
  E_TEDDY_EXISTS: {
    severity: 'error',
    meaning: 'A CREATE names a file or a directory that is there already, or that an action above it makes.',
    next: 'Change the file with EDIT, choose another path, or say `- **Overwrite:** true` if all of it is to be replaced.',
  },
  E_TEDDY_MISSING: {
    severity: 'error',
    meaning: 'An action needs a file or a directory that is not there and that no action above it makes.',
    next: 'Correct the path, or put a CREATE above. What a command makes can be used in the next plan.',
  },
  E_TEDDY_NOT_TEXT: {
    severity: 'error',
    meaning: 'The file to be changed is not a text in UTF-8, or is too large to be changed as one.',
    next: 'Change it with a program in an EXECUTE.',
  },
  E_TEDDY_FIND_NONE: {
    severity: 'error',
    meaning:
      'The text of a FIND is not in the file, as the file will be when its turn comes. What is nearly it is shown and never changed.',
    next: 'READ the file and copy the lines as they are, blanks included.',
  },
  E_TEDDY_FIND_MANY: {
    severity: 'error',
    meaning: 'The text of a FIND is in the file more than once, so it does not say which place is meant.',
    next: 'Add lines around it until it is there once; or say `- **Match All:** true` if every place is meant.',
  },
  E_TEDDY_URL: {
    severity: 'error',
    meaning: 'An address in the web cannot be used as it is written, or leads elsewhere than it seems.',
    next: 'Write `https://`, the host and the path, without a name or a password.',
  },
  E_TEDDY_MEMO_TWICE: {
    severity: 'error',
    meaning: 'The memos of a plan add a fact that is remembered already, or name one fact twice.',
    next: 'Keep one line for each fact.',
  },
  E_TEDDY_MEMO_NONE: {
    severity: 'error',
    meaning: 'The plan forgets a fact that is not remembered.',
    next: 'Copy the fact as it is remembered, or remove the line.',
  },
  E_TEDDY_CONTEXT: {
    severity: 'warning',
    meaning: 'A PRUNE names something that is not in the context, so nothing is taken out of it.',
    next: 'Correct the path, or remove the action.',
  },
  E_CHANGED_SINCE_CHECKED: {
    severity: 'error',
    meaning: 'A file is not any more what it was when the plan was checked, so it was left as it is.',
    next: 'Look who changed it. If it is right as it is, check the plan again.',
  },
} as const satisfies CodeTable
