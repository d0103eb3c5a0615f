import { isFault } from '../../plan/diagnostics/fault.ts'
import type { PlanStatus } from '../../plan/lifecycle.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { StepId } from '../../plan/types.ts'
import { bringBack } from '../worktree/bring-back.ts'
import { closeWorktree } from '../worktree/close.ts'
import { giveUpStep } from './in-step.ts'
import { findSteps } from './left.ts'
import { setAside } from './set-aside.ts'
import type { Site } from './site.ts'

/** What became of the worktree of a run. */
export interface WorktreeOutcome {
  readonly branch: string
  /** Where it stands, if it does still. */
  readonly directory?: string
  /** The commit at which the checkout is, with all the work in it. */
  readonly brought?: string
  /** Why the work was not brought back. */
  readonly why?: string
  /** What brings it back by hand. */
  readonly command?: string
  /** Branches, or directories, that hold what steps of this run did and did not finish. */
  readonly kept?: readonly string[]
}

export interface RunEnd {
  readonly status: PlanStatus
  readonly statusOf: (step: StepId) => StepStatus
}

/**
 * Brings back what was completed, and takes away what is of no more use. What is not completed stays for the next run.
 * Git may fail in all of this; that changes nothing about how the plan ended.
 */
export async function concludeIsolation(site: Site, end: RunEnd): Promise<WorktreeOutcome> {
  const outcome = await conclude(site, end)
  return site.kept.size === 0 ? outcome : { ...outcome, kept: [...site.kept] }
}

async function conclude(site: Site, { status, statusOf }: RunEnd): Promise<WorktreeOutcome> {
  const { machine, run } = site
  const { branch, path: directory } = run
  try {
    for (const one of await findSteps(machine, run)) {
      if (!isOpen(statusOf(one.step))) await giveUpStep(site, one)
    }
    if (status !== 'completed') return { branch, directory }
    await setAside(site)
    const brought = await bringBack(run)
    const { directory: kept } = await closeWorktree(machine, run)
    const place = kept === undefined ? { branch } : { branch, directory: kept }
    if (brought.is === 'brought') return { ...place, brought: brought.commit }
    return { ...place, why: brought.why, command: brought.command }
  } catch (error) {
    if (!isFault(error)) throw error
    return { branch, directory, why: error.diagnostics.map(({ message }) => message).join('; ') }
  }
}

/** It may still be kept as it is. */
function isOpen(status: StepStatus): boolean {
  return status === 'interrupted' || status === 'in_progress'
}
