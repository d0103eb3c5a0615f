import { isFault } from '../../plan/diagnostics/fault.ts'
import { askGit, complaint, gitLine } from './ask-git.ts'
import { combine } from './combine.ts'
import { commitMessage } from './message.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { branchOf, heads } from './repository.ts'
import { namesOf, uncommitted, whyNotHeld } from './uncommitted.ts'
import type { Worktree } from './worktree.ts'

export type Brought = { readonly is: 'brought'; readonly commit: string } | Left

/** Nothing was changed, and the branch holds the work. */
export interface Left {
  readonly is: 'left'
  readonly why: string
  /** What brings it back by hand, in the checkout. */
  readonly command: string
  /** Set when the same places were changed on both sides. */
  readonly conflicts?: readonly string[]
}

/**
 * Brings the work of a worktree into the checkout from which it was made, when that is clean and still on its branch.
 * The checkout only ever moves forward to a commit that is already whole, by git itself, which refuses before it touches
 * a file that somebody has changed.
 */
export function bringBack(worktree: Worktree): Promise<Brought> {
  return oneAtATime(worktree.checkout, async () => {
    try {
      return await bring(worktree)
    } catch (error) {
      if (isFault(error)) return left(worktree, error.diagnostics.map(({ message }) => message).join('; '))
      throw error
    }
  })
}

async function bring(worktree: Worktree): Promise<Brought> {
  const { checkout, path, branch, into, besides, plan, step } = worktree
  const notHeld = await whyNotHeld(worktree)
  if (notHeld !== undefined) return left(worktree, `the worktree ${path} is not through: ${notHeld}`)
  const now = await branchOf(checkout)
  if (into === undefined || now !== into) {
    return left(worktree, `the checkout is on ${now ?? 'no branch'}; the run began on ${into ?? 'no branch'}`)
  }
  const changed = await uncommitted(checkout, besides)
  if (changed.length > 0) return left(worktree, `the checkout has changes that are not committed: ${namesOf(changed)}`)

  const ours = await gitLine(checkout, ['rev-parse', '--verify', 'HEAD'])
  const theirs = await gitLine(checkout, ['rev-parse', '--verify', `${heads}${branch}^{commit}`])
  const trailers = new Map([['Steadplan-Plan', plan]])
  if (step !== undefined) trailers.set('Steadplan-Step', step)
  const message = commitMessage(`Merge ${step === undefined ? `plan ${plan}` : `step ${step}`}`, trailers)
  const combined = await combine(path, ours, theirs, message)
  if (combined.is === 'conflict') {
    const why = `both sides changed the same places: ${namesOf(combined.files)}`
    return { ...left(worktree, why), conflicts: combined.files }
  }
  if (combined.commit === ours) return { is: 'brought', commit: ours }
  const forward = await askGit(checkout, ['merge', '--ff-only', '--quiet', combined.commit])
  if (forward.exitCode === 0) return { is: 'brought', commit: combined.commit }
  return left(worktree, complaint(forward))
}

function left({ branch }: Worktree, why: string): Left {
  return { is: 'left', why, command: `git merge ${branch}` }
}
