import type { CodeTable } from './entry.ts'

export const processCodes = {
  E_NO_PROGRAM: {
    severity: 'error',
    meaning: 'The program to run was not found or may not be executed.',
    next: 'Install it, or correct its name.',
  },
  E_BAD_COMMAND: {
    severity: 'error',
    meaning: 'The command cannot be run as given: it is empty, holds a NUL, or is a batch file on Windows.',
    next: 'Give the program and its arguments as a list.',
  },
  E_ENVIRONMENT: {
    severity: 'error',
    meaning:
      'The plan sets an environment variable that changes which code is run (`PATH`, `LD_PRELOAD`, `NODE_OPTIONS` …).',
    next: 'Remove it, or approve it by name.',
  },
} as const satisfies CodeTable
