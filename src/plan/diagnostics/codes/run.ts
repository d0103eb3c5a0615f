import type { CodeTable } from './entry.ts'

export const runCodes = {
  E_NOT_APPROVED: {
    severity: 'error',
    meaning: 'Nobody has approved the plan, or the step, as it stands. Only what was approved is carried out.',
    next: 'Review and approve it with `steadplan review`.',
  },
  E_INTERRUPTED: {
    severity: 'error',
    meaning:
      'Steps were in flight when the process that carried them out died. Nobody can know how far they came, so nothing goes on before it is decided what becomes of each.',
    next: 'Run `steadplan resume` and decide for each: keep and verify, redo, skip, fail.',
  },
  E_NOTHING_READY: {
    severity: 'error',
    meaning: 'No step can be given out now.',
    next: 'Wait for the steps that are named, or decide about those that failed.',
  },
  E_NOT_PROVEN: {
    severity: 'error',
    meaning: 'A command that has to pass before the step counts as done did not pass.',
    next: 'Mend what the output shows, then say done again.',
  },
  E_LIMIT: {
    severity: 'error',
    meaning: 'A limit that was set for the run is reached: time or cost. Nothing more is begun.',
    next: 'Look at what was done, then resume with a higher limit.',
  },
  E_NO_AGENT: {
    severity: 'error',
    meaning: 'No agent is known under this name, or its program is not installed.',
    next: 'Look at what there is with `steadplan agents`.',
  },
  E_NO_REPOSITORY: {
    severity: 'error',
    meaning:
      'A run in a worktree begins from a commit, and here is none: no repository of git, one without files checked out, or one without a commit.',
    next: 'Run it without `--worktree`, or make a repository and a first commit.',
  },
  E_UNCOMMITTED: {
    severity: 'error',
    meaning:
      'Files of the checkout differ from its commit. A worktree is made from the commit, so steps would miss them.',
    next: 'Commit or stash them, or say `--allow-dirty` if the steps do not need them.',
  },
  E_WORKTREE: {
    severity: 'error',
    meaning: 'Git could not do what a run in a worktree needs. Nothing that was committed is lost.',
    next: 'Read what git says, and mend that.',
  },
  E_MERGE_CONFLICT: {
    severity: 'error',
    meaning:
      'A step changed the same places as another one that ran at the same time. Its commits are kept on a branch.',
    next: 'Merge the branch by hand, or have the step done again.',
  },
} as const satisfies CodeTable
