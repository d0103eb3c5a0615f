import type { CodeTable } from './entry.ts'

export const sessionCodes = {
  E_NO_SESSION: {
    severity: 'error',
    meaning: '`agentctl` was not told which session it belongs to.',
    next: 'Set AGENTCTL_SESSION_ID to the id of the session.',
  },
  E_SESSION_RECORD: {
    severity: 'error',
    meaning:
      'What is kept about the session, the directories that were allocated to it or its last commit, cannot be used.',
    next: 'Look at the file that is named; the plans themselves are not touched.',
  },
  E_UNKNOWN_THREAD: {
    severity: 'error',
    meaning: 'The session has no additional thread with this id.',
    next: 'Look at the ids with `agentctl plan context --json`.',
  },
  E_CURRENT_THREAD: {
    severity: 'error',
    meaning: 'The current thread of a session cannot be removed.',
    next: 'Use `agentctl plan clear-current` to empty it.',
  },
  E_TOPIC: {
    severity: 'error',
    meaning: 'A topic has 1 to 100 characters.',
    next: 'Say it in one short line.',
  },
  E_NO_TRANSPORT: {
    severity: 'error',
    meaning: 'AGENTCTL_WORKER_URL names a control plane, and this version works on local files only.',
    next: 'Unset AGENTCTL_WORKER_URL to work on the files of this machine.',
  },
} as const satisfies CodeTable
