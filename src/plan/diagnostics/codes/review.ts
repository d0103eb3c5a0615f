import type { CodeTable } from './entry.ts'

export const reviewCodes = {
  E_UNKNOWN_PLAN: {
    severity: 'error',
    meaning: 'There is no plan of this name in the project.',
    next: 'Look at the names with `steadplan list`; the beginning of one is enough when no other begins the same.',
  },
  E_AMBIGUOUS_PLAN: {
    severity: 'error',
    meaning: 'What was typed could mean several plans.',
    next: 'Type more of the name.',
  },
  E_PLAN_EXISTS: {
    severity: 'error',
    meaning: 'A plan of this name is there already. It was left as it is.',
    next: 'Take another name, or work on the one that is there.',
  },
  E_UNKNOWN_VERSION: {
    severity: 'error',
    meaning: 'The history of the plan has no version of this number.',
    next: 'Look at the numbers with `steadplan history`.',
  },
  E_NOT_SOUND: {
    severity: 'error',
    meaning: 'The plan has faults, and a plan with faults is not approved.',
    next: 'Mend what `steadplan check` names.',
  },
  E_NEEDS_PERSON: {
    severity: 'error',
    meaning: 'Only a person at a terminal may decide this, and this was asked by a program or an agent.',
    next: 'Ask the person to run `steadplan review` in a terminal.',
  },
  E_CHANGED_SINCE_SHOWN: {
    severity: 'error',
    meaning: 'The plan is no longer what was shown. A yes counts only for what was seen.',
    next: 'Look at it again, then decide.',
  },
  E_APPROVAL_FOREIGN: {
    severity: 'warning',
    meaning:
      'The log holds an approval that was not made on this machine by you: it may have come with the repository. It does not count.',
    next: 'Review the plan and approve it yourself.',
  },
  E_USER_KEY: {
    severity: 'error',
    meaning:
      'The file with which your approvals are sealed is damaged. Nothing can be approved, and approvals that were given do not count.',
    next: 'Put the file back from a backup. If there is none, remove it and approve again what is to count.',
  },
} as const satisfies CodeTable
