import type { CodeTable } from './entry.ts'

export const logCodes = {
  E_JOURNAL_CORRUPT: {
    severity: 'error',
    meaning: 'A record in the middle of the log is damaged. Nothing is guessed: the log is not read past it.',
    next: 'Restore the log from a backup, or keep a copy and look at the named line.',
  },
  E_JOURNAL_TORN: {
    severity: 'warning',
    meaning: 'The last write to the log was cut off by a crash. It had not been acknowledged and is left out.',
    next: 'Nothing to do: the next write clears it away.',
  },
  E_JOURNAL_STALE: {
    severity: 'warning',
    meaning: 'The log holds a record of a process whose lock had been taken away. It does not count.',
    next: 'Nothing to do; the process was told so.',
  },
  E_JOURNAL_NEWER: {
    severity: 'error',
    meaning: 'The log was written by a newer version of steadplan in a format that this one does not know.',
    next: 'Update steadplan.',
  },
  E_RECORD_TOO_LARGE: {
    severity: 'error',
    meaning: 'A record of the log is larger than 64 KiB. Nothing was written.',
    next: 'Shorten the text; keep long output in a file and record its path.',
  },
  E_SNAPSHOT_STALE: {
    severity: 'warning',
    meaning: 'The snapshot of the state does not belong to the log. It is not used.',
    next: '`steadplan doctor --fix` removes it; a new one is made when it is needed.',
  },
} as const satisfies CodeTable
