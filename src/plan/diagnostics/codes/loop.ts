import type { CodeTable } from './entry.ts'

export const loopCodes = {
  E_NO_LOOP_SESSION: {
    severity: 'error',
    meaning: 'No session of planloop was named, and the project has no current one.',
    next: 'Begin one with `planloop start --goal "<goal>"`, or name one with `--session` or PLANLOOP_SESSION.',
  },
  E_UNKNOWN_SESSION: {
    severity: 'error',
    meaning: 'There is no session of planloop with this id.',
    next: 'Look at the ids with `planloop sessions`, or begin one with `planloop start --goal "<goal>"`.',
  },
  E_GOAL: {
    severity: 'error',
    meaning: 'The goal of a session is empty, or longer than what fits into a record.',
    next: 'Say it in a few lines; what is longer belongs into a file of the project that the goal names.',
  },
  E_STALE_VERSION: {
    severity: 'error',
    meaning: 'The session changed since the version that the update was made for. Nothing of the update was taken.',
    next: 'Run `planloop status --json`, look at what changed, and send the update again with the new version.',
  },
  E_UNKNOWN_TASK: {
    severity: 'error',
    meaning: 'A change names a task that is not in the session.',
    next: 'Look at the ids with `planloop status --json`.',
  },
  E_NOT_COMPLETE: {
    severity: 'error',
    meaning: 'A final summary was given while tasks are open.',
    next: 'Finish or cancel the tasks that are named, then send the summary.',
  },
  E_SIGNAL: {
    severity: 'error',
    meaning: 'A signal has no id or no message, or they are longer than a signal can be.',
    next: 'Give it a short id, as in `test_failure`, and say in a line or two what is wrong.',
  },
  E_UNKNOWN_SIGNAL: {
    severity: 'error',
    meaning: 'A signal was to be cleared that is not open.',
    next: 'Look at the open signals with `planloop status --json`; it may have been cleared already.',
  },
} as const satisfies CodeTable
