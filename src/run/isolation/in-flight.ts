import { askGit, gitLine, gitSays } from '../worktree/ask-git.ts'
import { heads } from '../worktree/repository.ts'
import type { RunWorktree } from '../worktree/worktree.ts'

/**
 * Where the branch of a run stood when a step was begun in its worktree, kept as a reference of git's. Who finds it after
 * a crash knows what belongs to that step: every commit behind it, and every change.
 */
export async function markInFlight(run: RunWorktree): Promise<string> {
  const before = await headOf(run)
  await gitSays(run.common, ['update-ref', markOf(run), before])
  return before
}

/** Undefined when no step is in flight in the worktree of the run. */
export async function inFlight(run: RunWorktree): Promise<string | undefined> {
  const { exitCode, stdout } = await askGit(run.common, ['rev-parse', '--verify', '--quiet', markOf(run)])
  return exitCode === 0 ? stdout.trim() : undefined
}

export async function clearInFlight(run: RunWorktree): Promise<void> {
  await gitSays(run.common, ['update-ref', '-d', markOf(run)])
}

export function headOf({ common, branch }: RunWorktree): Promise<string> {
  return gitLine(common, ['rev-parse', '--verify', `${heads}${branch}^{commit}`])
}

/** Not below `refs/steadplan/`: there it would be what git takes `steadplan/<id>` for, before the branch. */
function markOf({ id }: RunWorktree): string {
  return `refs/steadplan-begun/${id}`
}
