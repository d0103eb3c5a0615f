import type { CodeTable } from './entry.ts'

export const processCodes = {
  E_NO_PROGRAM: {
    severity: 'error',
    meaning: 'The program to run was not found or may not be executed.',
    next: 'Install it, or correct its name.',
  },
  E_NO_DIRECTORY: {
    severity: 'error',
    meaning: 'The directory in which the program is to run is not there, is not a directory, or may not be entered.',
    next: 'Create it, or correct its path.',
  },
  E_NOT_STARTED: {
    severity: 'error',
    meaning: 'The system refused to start one more program: too many processes or open files, or too little memory.',
    next: 'Run fewer programs at once, or raise the limit (`ulimit -a`), and try again.',
  },
  E_BAD_COMMAND: {
    severity: 'error',
    meaning:
      'The command cannot be run as given: it is empty or too long, holds a NUL, is a batch file on Windows, or needs a shell, which commands are run without; or the directory to run it in is not an absolute path.',
    next: 'Give the program and its arguments. Where a shell is meant, say so: `sh -c "…"`.',
  },
  E_ENVIRONMENT: {
    severity: 'error',
    meaning:
      'A variable for the environment of a program was refused. Either its name or value is one that no environment can hold, or the plan sets a variable that changes which code is run or whom a program talks to (`PATH`, `LD_PRELOAD`, `NODE_OPTIONS`, `HTTPS_PROXY` …).',
    next: 'Remove it, or approve it by name.',
  },
} as const satisfies CodeTable
