import { fault } from '../../plan/diagnostics/fault.ts'
import type { Machine } from '../../store/machine/port.ts'
import { gitSays } from '../worktree/ask-git.ts'
import { missingIdentity } from '../worktree/identity.ts'
import { commitMessage } from '../worktree/message.ts'
import { heads } from '../worktree/repository.ts'
import { uncommitted, whyNotHeld } from '../worktree/uncommitted.ts'
import type { RunWorktree } from '../worktree/worktree.ts'
import { clearInFlight, headOf, inFlight } from './in-flight.ts'
import type { Site } from './site.ts'

/**
 * Gives the worktree of a run back to its next step as it was before the last one, unless that one was proven. What a step
 * that was not proven left there, committed or not, is kept on a branch of its own; answers its name. First the branch is
 * made, then the worktree is cleared, so that a crash between the two loses nothing.
 */
export async function setAside({ machine, run, proven, kept }: Site): Promise<string | undefined> {
  const before = await inFlight(run)
  if (before === undefined) return undefined
  const head = await headOf(run)
  const isClean = (await uncommitted(run.path, [])).length === 0
  const isLeft = !isClean || (head !== before && !proven.has(head))
  const branch = isLeft ? await keep(machine, run, head) : undefined
  if (branch !== undefined) kept.add(branch)
  if (isLeft) await clear(run, proven.has(head) ? head : before)
  await clearInFlight(run)
  return branch
}

async function keep(machine: Machine, run: RunWorktree, head: string): Promise<string> {
  const { path, plan, id } = run
  await refuseOtherBranch(run)
  const branch = `steadplan/${id}.left-${machine.nonce().slice(-8)}`
  await gitSays(path, ['add', '--all', '--', ':/', ':(top,exclude,glob)**/.steadplan/**'])
  const tree = (await gitSays(path, ['write-tree'])).trim()
  const message = commitMessage('What a step left that was not finished', new Map([['Steadplan-Plan', plan]]))
  const made = await gitSays(path, ['commit-tree', tree, '-p', head, '-F', '-'], {
    input: message,
    settings: await missingIdentity(path),
  })
  await gitSays(path, ['update-ref', `${heads}${branch}`, made.trim(), ''])
  return branch
}

async function clear(run: RunWorktree, to: string): Promise<void> {
  const { path } = run
  await gitSays(path, ['reset', '--hard', '--quiet', to])
  // Without a second `--force` git leaves repositories inside of the worktree alone, whose files no commit of ours holds.
  await gitSays(path, ['clean', '--force', '-d', '--quiet', '--exclude=.steadplan'])
  const why = await whyNotHeld(run)
  if (why !== undefined) throw fault('E_WORKTREE', `the worktree of the run cannot be cleared: ${why}`, { file: path })
}

/** On another branch nothing is reset: it may be one of the person's. */
async function refuseOtherBranch({ path, branch }: RunWorktree): Promise<void> {
  const now = (await gitSays(path, ['rev-parse', '--symbolic-full-name', 'HEAD'])).trim()
  if (now === `${heads}${branch}`) return
  throw fault('E_WORKTREE', `the worktree of the run is not on ${branch} any more`, { file: path })
}
