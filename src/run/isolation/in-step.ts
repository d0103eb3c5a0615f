import { isFault } from '../../plan/diagnostics/fault.ts'
import type { Step } from '../../plan/types.ts'
import type { StepEnd } from '../engine.ts'
import { type Closed, closeWorktree } from '../worktree/close.ts'
import { commitStep } from '../worktree/commit-step.ts'
import { reopenWorktree } from '../worktree/find.ts'
import { mergeStep } from '../worktree/merge-step.ts'
import { openStepWorktree } from '../worktree/open.ts'
import type { StepWorktree } from '../worktree/worktree.ts'
import { headOf } from './in-flight.ts'
import { agentOf } from './in-run.ts'
import type { Site } from './site.ts'
import { failedBy, withCommit, withPlace } from './with-commit.ts'

type Work = (cwd: string) => Promise<StepEnd>

/** Works on a step in a worktree of its own, and merges it into the branch of the run when it is proven. */
export async function workInStep(site: Site, step: Step, work: Work): Promise<StepEnd> {
  const worktree = await openStepWorktree(site.machine, site.run, step)
  const end = await merged(site, worktree, step, await work(worktree.root))
  // What was interrupted stays as it is, so that it can be kept.
  if (end.status === 'complete' || end.status === 'interrupted') return end
  return withPlace(end, placeText(await giveUpStep(site, worktree, step.title)))
}

/** Verifies what a dead run left of a step. When it does not pass it stays, until the step is done again. */
export async function keepInStep(site: Site, left: StepWorktree, step: Step, work: Work): Promise<StepEnd> {
  const worktree = await reopenWorktree(site.machine, left)
  return merged(site, worktree, step, await work(worktree.root))
}

/** One that is complete is committed, merged and taken away; when that cannot be, it failed. */
async function merged({ machine, run }: Site, worktree: StepWorktree, step: Step, end: StepEnd): Promise<StepEnd> {
  if (end.status !== 'complete') return end
  try {
    const made = await commitStep(worktree, step, agentOf(end))
    const head = made ?? (await headOf(worktree))
    const commit = head === worktree.from ? undefined : head
    if (commit !== undefined) await mergeStep(run, worktree)
    await closeWorktree(machine, worktree)
    return withCommit(end, step, commit)
  } catch (error) {
    return failedBy(end, error)
  }
}

/** Takes the worktree of a step away that is not gone on with. Its branch keeps what was not merged. */
export async function giveUpStep({ machine, kept }: Site, worktree: StepWorktree, title = ''): Promise<Closed> {
  if (worktree.ready) {
    await commitStep(worktree, { id: worktree.step, title: `${title} (not finished)`.trim() }).catch((error) => {
      // Then the directory keeps it.
      if (!isFault(error)) throw error
    })
  }
  const closed = await closeWorktree(machine, worktree)
  const place = closed.directory ?? closed.branch
  if (place !== undefined) kept.add(place)
  return closed
}

function placeText({ directory, branch }: Closed): string | undefined {
  if (directory !== undefined) return `what it did is in ${directory}`
  return branch === undefined ? undefined : `what it did is on the branch ${branch}`
}
