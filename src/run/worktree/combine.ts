import { fault } from '../../plan/diagnostics/fault.ts'
import { askGit, complaint, gitSays } from './ask-git.ts'
import { missingIdentity } from './identity.ts'

export type Combined =
  | { readonly is: 'combined'; readonly commit: string }
  | { readonly is: 'conflict'; readonly files: readonly string[] }

/**
 * The commit that holds both: one of the two when it follows from the other, else a new merge commit. It is made among
 * the objects of the repository, so that no checkout is ever seen half-way through a merge.
 */
export async function combine(cwd: string, ours: string, theirs: string, message: string): Promise<Combined> {
  if (await isAncestor(cwd, theirs, ours)) return { is: 'combined', commit: ours }
  if (await isAncestor(cwd, ours, theirs)) return { is: 'combined', commit: theirs }
  const merged = await askGit(cwd, ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs])
  const [tree = '', ...files] = merged.stdout.split('\0').filter((part) => part !== '')
  if (merged.exitCode === 1 && files.length > 0) return { is: 'conflict', files }
  if (merged.exitCode !== 0) {
    throw fault('E_WORKTREE', `git merge-tree did not succeed: ${complaint(merged)}`, {
      file: cwd,
      hint: 'Merging needs git 2.38 or later. The branch is kept; merge it by hand.',
    })
  }
  const made = await gitSays(cwd, ['commit-tree', tree, '-p', ours, '-p', theirs, '-F', '-'], {
    input: message,
    settings: await missingIdentity(cwd),
  })
  return { is: 'combined', commit: made.trim() }
}

async function isAncestor(cwd: string, older: string, newer: string): Promise<boolean> {
  const answer = await askGit(cwd, ['merge-base', '--is-ancestor', older, newer])
  if (answer.exitCode === 0 || answer.exitCode === 1) return answer.exitCode === 0
  throw fault('E_WORKTREE', `git merge-base did not succeed: ${complaint(answer)}`, { file: cwd })
}
