import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Isolation, WorktreeAhead, WorktreeOutcome } from '../../../../run/isolation.ts'
import { listed, shortHash } from '../decide/words.ts'

/** Where the steps work, when it is not in the project. */
export function placeLine({ worktree, isNew }: Isolation): string {
  const { path, branch } = worktree
  return `${isNew ? 'The steps work' : 'Going on'} in ${visible(path)}, on the branch ${visible(branch)}`
}

/** What became of it, and what to do about it. */
export function worktreeLines(outcome: WorktreeOutcome | undefined): string[] {
  if (outcome === undefined) return []
  const { kept = [] } = outcome
  return [...endLines(outcome), ...(kept.length === 0 ? [] : [`Not finished, and kept: ${listed(kept)}`])]
}

function endLines({ branch, directory, brought, why, command }: WorktreeOutcome): string[] {
  const reason = why === undefined ? [] : [`Not brought back: ${visible(why)}`]
  const place = `on the branch ${visible(branch)}${directory === undefined ? '' : `, in ${visible(directory)}`}`
  if (brought !== undefined) {
    return [
      `Brought back into your checkout: commit ${shortHash(brought)}`,
      ...(directory === undefined ? [] : [`Not taken away, because not all of it is committed: ${visible(directory)}`]),
    ]
  }
  if (command === undefined) return [...reason, `The work so far is ${place}`]
  return [...reason, `The work is ${place}`, `To bring it back: ${visible(command)}`]
}

/** What would be made for a run. */
export function aheadLines(ahead: WorktreeAhead | undefined): string[] {
  if (ahead === undefined) return []
  const { perStep, branch, directory, from, into } = ahead
  const each = perStep ? ', and one for each step beside it' : ''
  const place =
    branch === undefined
      ? `Would make a worktree in ${visible(directory)}, on a new branch${from === undefined ? '' : ` from ${shortHash(from)}`}`
      : `Would go on in ${visible(directory)}, on the branch ${visible(branch)}`
  const end = into === undefined ? [] : [`  brought back into ${visible(into)} when the plan is completed`]
  return [`${place}${each}`, ...end]
}
