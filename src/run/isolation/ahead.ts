import { isFault } from '../../plan/diagnostics/fault.ts'
import type { Machine } from '../../store/machine/port.ts'
import { openRepository } from '../worktree/repository.ts'
import { namesOf, uncommitted } from '../worktree/uncommitted.ts'
import type { LeftWorktrees } from './left.ts'

/** What a run in a worktree would make, without making it. */
export interface WorktreeAhead {
  /** Whether each step would get one of its own. */
  readonly perStep: boolean
  /** The branch on which it would go on; undefined when a new one would be made. */
  readonly branch?: string
  /** Where it stands, or the folder in which it would be made. */
  readonly directory: string
  /** The commit from which it began or would begin. */
  readonly from?: string
  /** The branch into which it would be brought back. */
  readonly into?: string
}

export interface AheadRequest {
  readonly machine: Machine
  readonly root: string
  readonly left: LeftWorktrees
  readonly directory: string
  readonly isPerStep: boolean
  readonly allowDirty: boolean
  readonly besides: readonly string[]
}

/** Answers what would be made, and what is missing for it, a sentence each. */
export async function worktreeAhead(
  request: AheadRequest,
): Promise<{ readonly worktree: WorktreeAhead; readonly missing: readonly string[] }> {
  const { machine, root, left, directory, isPerStep: perStep, allowDirty, besides } = request
  if (left.run !== undefined) {
    const { branch, path, from, into } = left.run
    return { worktree: { perStep, branch, directory: path, from, ...(into && { into }) }, missing: [] }
  }
  try {
    const { commit, branch, top, prefix } = await openRepository(machine, root)
    const all = besides.map((path) => `${prefix}${path}`)
    const changed = allowDirty ? [] : await uncommitted(top, all)
    const missing =
      changed.length === 0 ? [] : [`Changes are not committed, and steps would not see them: ${namesOf(changed)}.`]
    return { worktree: { perStep, directory, from: commit, ...(branch && { into: branch }) }, missing }
  } catch (error) {
    if (!isFault(error)) throw error
    return { worktree: { perStep, directory }, missing: error.diagnostics.map(({ message }) => `${message}.`) }
  }
}
