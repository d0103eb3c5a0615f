import type { CodeTable } from './entry.ts'

export const storeCodes = {
  CONFLICT: {
    severity: 'error',
    meaning: 'The plan changed between reading and writing it. Nothing was written; the other change is intact.',
    next: 'Read the plan again, apply the change to what is there now, and write again.',
  },
  E_PLAN_GONE: {
    severity: 'error',
    meaning: 'The plan was moved, archived or deleted since it was read. It was not made again.',
    next: 'Look where it went; its history is kept.',
  },
  E_INDETERMINATE: {
    severity: 'error',
    meaning: 'The disk reported an error after the change was made visible, so it may or may not survive a power loss.',
    next: 'Read the plan again to see which version it has, and check the disk.',
  },
  E_DISK: {
    severity: 'error',
    meaning: 'The disk refused to write (full, over quota, read-only, failing). The plan is as it was before.',
    next: 'Free space or mend the disk, then try again.',
  },
  E_LOCKED: {
    severity: 'error',
    meaning:
      'Another process holds the lock of this plan and did not let go in time. It is named with its host, pid and age.',
    next: 'Wait for it, or end that process. A lock of a dead process on this machine is taken over by itself.',
  },
  E_LOCK_FOREIGN: {
    severity: 'error',
    meaning:
      'The lock belongs to a process on another machine or in another container, of which nothing can be known from here.',
    next: 'If you are sure that it is gone: `steadplan doctor --break-lock <plan>`.',
  },
  E_LOCK_UNREADABLE: {
    severity: 'error',
    meaning: 'The lock file is empty or garbled, as a power loss can leave it, so its owner is unknown.',
    next: '`steadplan doctor --fix` removes it.',
  },
  E_LOCK_LOST: {
    severity: 'error',
    meaning: 'The lock was taken away by force while it was held. The change was not made.',
    next: 'Read the plan again and repeat the change.',
  },
  E_LEFTOVER: {
    severity: 'warning',
    meaning: 'A process was ended in the middle of its work and left a file behind. No plan needs it.',
    next: '`steadplan doctor --fix` removes it.',
  },
  E_DEAD_LOCK: {
    severity: 'warning',
    meaning: 'The lock belongs to a process that no longer lives. The next command takes it over by itself.',
    next: '`steadplan doctor --fix` removes it now.',
  },
  E_UNPUBLISHED: {
    severity: 'warning',
    meaning: 'A change to several files was interrupted half-way. Readers already see it whole.',
    next: '`steadplan doctor --fix` completes it; so does the next change to the plan.',
  },
  E_HISTORY_CORRUPT: {
    severity: 'error',
    meaning: 'The history of versions is damaged in the middle. The plan itself is not touched by that.',
    next: 'Versions before the damage can be read; keep a copy of the file and look at the disk.',
  },
  E_WEAK_FILESYSTEM: {
    severity: 'warning',
    meaning: 'This file system has no hard links or is shared over a network, so locks are weaker than promised.',
    next: 'Keep the project on a local disk, or let one process at a time change plans.',
  },
  E_NO_WORKSPACE: {
    severity: 'error',
    meaning: 'The directory that holds the state of the plans cannot be used.',
    next: 'Check that the directory exists and may be written.',
  },
} as const satisfies CodeTable
