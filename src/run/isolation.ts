/**
 * A run apart from the person's checkout. The run has a worktree and a branch. Steps that come one after the other work
 * in it; steps beside others each work in one of their own, which is merged into it when the step is proven. Every step
 * makes one commit. When the plan is completed, all of it is brought back into the checkout at once; until then the
 * branch and the directory stay, and the next run of the plan goes on there.
 */
import { fault } from '../plan/diagnostics/fault.ts'
import type { PlanStatus } from '../plan/lifecycle.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { Step, StepId } from '../plan/types.ts'
import type { Around } from './around.ts'
import { concludeIsolation, type WorktreeOutcome } from './isolation/conclude.ts'
import { headOf, inFlight } from './isolation/in-flight.ts'
import { workInRun } from './isolation/in-run.ts'
import { giveUpStep, keepInStep, workInStep } from './isolation/in-step.ts'
import type { LeftWorktrees } from './isolation/left.ts'
import { setAside } from './isolation/set-aside.ts'
import type { Site } from './isolation/site.ts'
import { closeWorktree } from './worktree/close.ts'
import { reopenWorktree } from './worktree/find.ts'
import { openRunWorktree, type RunWorktreeOptions } from './worktree/open.ts'
import { namesOf, uncommitted } from './worktree/uncommitted.ts'
import type { RunWorktree, StepWorktree } from './worktree/worktree.ts'

export { type WorktreeAhead, worktreeAhead } from './isolation/ahead.ts'
export type { WorktreeOutcome } from './isolation/conclude.ts'
export { directoryOf, findLeft, type LeftWorktrees, provenCommits } from './isolation/left.ts'

export interface IsolationOptions extends RunWorktreeOptions {
  /** What earlier runs of the plan left. It is gone on there. */
  readonly left: LeftWorktrees
  /** Whether each step gets a worktree of its own. Steps that run at the same time need one. */
  readonly isPerStep: boolean
  /** Commits of steps that the log calls complete. */
  readonly proven: ReadonlySet<string>
}

export interface Isolation {
  readonly worktree: RunWorktree
  /** Whether it was made for this run, and not left by an earlier one. */
  readonly isNew: boolean
  readonly around: Around
  /** When the run could not begin: takes away what was made for it. */
  readonly abandon: () => Promise<void>
  /** When the run has ended, and nothing works in it any more. */
  readonly conclude: (status: PlanStatus, statusOf: (step: StepId) => StepStatus) => Promise<WorktreeOutcome>
}

export async function openIsolation(options: IsolationOptions): Promise<Isolation> {
  const { machine, left } = options
  for (const { worktree, fate } of left.broken) if (fate === 'dead') await closeWorktree(machine, worktree)
  const isNew = left.run === undefined
  const run = left.run === undefined ? await openRunWorktree(options) : await reopenRun(options, left.run)
  const site: Site = { machine, run, proven: new Set(options.proven), kept: new Set() }
  let isUsed = false
  const around = aroundIn(site, options)
  return {
    worktree: run,
    isNew,
    around(step, task, work) {
      isUsed = true
      return around(step, task, work)
    },
    async abandon() {
      if (isNew && !isUsed) await closeWorktree(machine, run)
    },
    conclude: (status, statusOf) => concludeIsolation(site, { status, statusOf }),
  }
}

/** What a person changed in the worktree and did not commit would be taken for work of the next step. */
async function reopenRun({ machine, proven }: IsolationOptions, left: RunWorktree): Promise<RunWorktree> {
  const run = await reopenWorktree(machine, left)
  const [begun, head] = [await inFlight(run), await headOf(run)]
  const isThrough = begun === undefined || (head !== begun && proven.has(head))
  const changed = isThrough ? await uncommitted(run.path, []) : []
  if (changed.length === 0) return run
  throw fault('E_UNCOMMITTED', `the worktree of the run holds changes that are not committed: ${namesOf(changed)}`, {
    file: run.path,
    hint: `Commit them there, on ${run.branch}, or take them back.`,
  })
}

function aroundIn(site: Site, { left, isPerStep }: IsolationOptions): Around {
  const leftSteps = new Map<StepId, StepWorktree[]>()
  for (const one of left.steps) leftSteps.set(one.step, [...(leftSteps.get(one.step) ?? []), one])
  let cleared: Promise<unknown> | undefined

  /** What is done again begins anew, and what was left of it is kept on its branch. */
  async function giveUpLeft({ id, title }: Step): Promise<void> {
    const worktrees = leftSteps.get(id) ?? []
    leftSteps.delete(id)
    for (const one of worktrees) await giveUpStep(site, one, title)
  }
  return async (step, task, work) => {
    const last = leftSteps.get(step.id)?.findLast(({ ready }) => ready)
    if (task === 'keep' && last !== undefined) return keepInStep(site, last, step, work)
    if (task === 'work') await giveUpLeft(step)
    if (task === 'keep' || !isPerStep) return workInRun(site, step, task, work)
    // An earlier run may have worked in the worktree of the run, into which steps are merged.
    cleared ??= setAside(site)
    await cleared
    return workInStep(site, step, work)
  }
}
