import type { Machine } from '../../store/machine/port.ts'
import type { RunWorktree } from '../worktree/worktree.ts'

/** Where a run works, and what is known about it while it goes on. */
export interface Site {
  readonly machine: Machine
  readonly run: RunWorktree
  /** Commits at which everything was proven. */
  readonly proven: Set<string>
  /** Branches and directories that hold what steps did which were not finished. */
  readonly kept: Set<string>
}
