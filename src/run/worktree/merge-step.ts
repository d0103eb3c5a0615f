import { fault } from '../../plan/diagnostics/fault.ts'
import { bringBack } from './bring-back.ts'
import type { RunWorktree, StepWorktree } from './worktree.ts'

/**
 * Merges what a step has committed into the branch of its run, and answers the commit to which the run has come. When
 * that cannot be, nothing is changed, the branch of the step is kept, and a fault says why.
 */
export async function mergeStep(run: RunWorktree, worktree: StepWorktree): Promise<string> {
  const { step, branch } = worktree
  const brought = await bringBack({ ...worktree, checkout: run.path, into: run.branch })
  if (brought.is === 'brought') return brought.commit
  const { why, command, conflicts } = brought
  throw fault(conflicts ? 'E_MERGE_CONFLICT' : 'E_WORKTREE', `"${step}" cannot be merged: ${why}`, {
    file: run.path,
    hint: `Its commits are on ${branch}. In the worktree of the run, \`${command}\` merges them by hand.`,
    ...(conflicts ? { related: conflicts.map((file) => ({ message: 'changed on both sides', file })) } : {}),
  })
}
