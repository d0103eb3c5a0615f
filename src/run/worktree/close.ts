import type { Machine } from '../../store/machine/port.ts'
import { isDirectory } from '../../store/workspace/look.ts'
import { askGit, complaint } from './ask-git.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { removeRecord } from './record.ts'
import { whyNotHeld } from './uncommitted.ts'
import type { Worktree } from './worktree.ts'

/** What is still there. */
export interface Closed {
  /** The branch, when it holds commits that the checkout has not. */
  readonly branch?: string
  /** The worktree, when it holds what the branch does not. */
  readonly directory?: string
  /** Why the directory is kept. */
  readonly why?: string
}

/**
 * Takes a worktree away, after success as after failure. Its directory goes when its branch holds everything; its branch
 * goes when it is merged. Files that git ignores go with the directory.
 */
export async function closeWorktree(machine: Machine, worktree: Worktree): Promise<Closed> {
  return oneAtATime(worktree.common, async () => {
    const why = await removeDirectory(machine, worktree)
    if (why !== undefined) return { branch: worktree.branch, directory: worktree.path, why }
    const isGone = await removeBranch(machine, worktree)
    await removeRecord(machine, worktree)
    return isGone ? {} : { branch: worktree.branch }
  })
}

/** Answers why it is still there. */
async function removeDirectory({ files }: Machine, worktree: Worktree): Promise<string | undefined> {
  const { path, common, ready } = worktree
  const isThere = await isDirectory(files, path)
  if (isThere && ready) {
    const why = await whyNotHeld(worktree).catch((error: Error) => error.message)
    if (why !== undefined) return why
  }
  // Without force git looks once more. In one that was not made to its end there is nothing to look for, and of one whose
  // directory is gone git only forgets that it was there.
  const force = isThere && ready ? [] : ['--force', '--force']
  const removed = await askGit(common, ['worktree', 'remove', ...force, '--', path])
  // Git may not have come far enough to know of it.
  if (!ready) await files.rmdir(path).catch(() => {})
  return (await isDirectory(files, path)) ? complaint(removed) : undefined
}

/** Git refuses, unless the checkout has all its commits. */
async function removeBranch({ files }: Machine, { checkout, branch, common }: Worktree): Promise<boolean> {
  const cwd = (await isDirectory(files, checkout)) ? checkout : common
  await askGit(cwd, ['branch', '--delete', '--quiet', '--', branch])
  const { exitCode } = await askGit(common, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`])
  return exitCode === 1
}
