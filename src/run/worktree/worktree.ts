/**
 * A run apart from the person's checkout: in a worktree of git's, on a branch of its own.
 *
 *     main ──●────────────────────────────────────────●──▶   the person's checkout, untouched until the end
 *             └─ steadplan/login-5e0c1fa3 ──●──●──●──┘       the run: one commit per step
 *                  └─ ….create-table-09ab12cd ─┘             a step beside others: merged when it ended well
 *
 * A record of each worktree is written before the worktree is made and removed after it is gone, so that nothing is left
 * behind that is not found again. Nothing is removed but what its branch holds, and no branch that is not merged: of
 * both git itself has the last word.
 */
import type { StepId } from '../../plan/types.ts'

export interface Worktree {
  /** The name of its directory and of its record. */
  readonly id: string
  /** The key of the plan. */
  readonly plan: string
  /** Set when it is for one step and not for the whole run. */
  readonly step?: StepId
  /** The real path of its top directory. */
  readonly path: string
  /** The real path of the project in it: where steps are carried out. */
  readonly root: string
  readonly branch: string
  /** The commit from which it began. */
  readonly from: string
  /** The top of the checkout into which it is brought: the person's, or for a step that of the run. */
  readonly checkout: string
  /** The branch which that checkout was on; undefined when it was on none. */
  readonly into?: string
  /** Files and folders of that checkout, from its top, that do not count as changes of it. */
  readonly besides: readonly string[]
  /** Where git keeps what all worktrees have in common. */
  readonly common: string
  /** Whether it was made to its end. Before that, nothing was ever carried out in it. */
  readonly ready: boolean
}

export type RunWorktree = Worktree
export type StepWorktree = Worktree & { readonly step: StepId }
