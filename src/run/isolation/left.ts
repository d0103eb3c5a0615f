import { resolve } from 'node:path'
import { isFault } from '../../plan/diagnostics/fault.ts'
import type { PlanRecord } from '../../plan/records.ts'
import type { Logged } from '../../plan/state.ts'
import type { StepId } from '../../plan/types.ts'
import type { Machine } from '../../store/machine/port.ts'
import { storiesOf } from '../step-story.ts'
import { askGit, withoutLineEnd } from '../worktree/ask-git.ts'
import { type FoundWorktree, findWorktrees } from '../worktree/find.ts'
import { heads } from '../worktree/repository.ts'
import type { RunWorktree, StepWorktree } from '../worktree/worktree.ts'

/** What earlier runs of a plan left in the repository. */
export interface LeftWorktrees {
  /** The one in which the plan goes on. */
  readonly run?: RunWorktree
  /** Of that run: steps that were interrupted, or not taken away to the end. */
  readonly steps: readonly StepWorktree[]
  /** What was never made to its end, or has lost its branch. */
  readonly broken: readonly FoundWorktree[]
}

/** Nothing is changed. Where there is no repository, nothing is left. */
export async function findLeft(machine: Machine, root: string, plan: string): Promise<LeftWorktrees> {
  try {
    const top = await askGit(root, ['rev-parse', '--show-toplevel'])
    if (top.exitCode !== 0) return nothing
    const checkout = resolve(withoutLineEnd(top.stdout))
    const found = (await findWorktrees(machine, root)).filter(({ worktree }) => worktree.plan === plan)
    const runs = await sorted(found.filter(({ worktree }) => !isOfStep(worktree) && worktree.checkout === checkout))
    const run = runs.sound[0]?.worktree
    if (run === undefined) return { ...nothing, broken: runs.broken }
    const steps = await sorted(found.filter(({ worktree }) => worktree.checkout === run.path))
    return { run, steps: stepsOf(steps.sound, run), broken: [...runs.broken, ...steps.broken] }
  } catch (error) {
    // Without git nothing was ever made.
    if (isFault(error)) return nothing
    throw error
  }
}

/** A run that was killed while it made one or took one away has left a part of it, which holds no work. */
async function sorted(found: readonly FoundWorktree[]) {
  const sound: FoundWorktree[] = []
  const broken: FoundWorktree[] = []
  for (const one of found) {
    const isSound = one.worktree.ready && (await hasBranch(one.worktree))
    const list = isSound ? sound : broken
    list.push(one)
  }
  return { sound, broken }
}

async function hasBranch({ common, branch }: RunWorktree): Promise<boolean> {
  return (await askGit(common, ['show-ref', '--verify', '--quiet', `${heads}${branch}`])).exitCode === 0
}

const nothing: LeftWorktrees = { steps: [], broken: [] }

/** The worktrees of its steps that nobody works with: what dead runs left, and this process itself. */
export async function findSteps(machine: Machine, run: RunWorktree): Promise<StepWorktree[]> {
  const found = await findWorktrees(machine, run.checkout)
  return stepsOf(found, run)
}

function stepsOf(found: readonly FoundWorktree[], { path }: RunWorktree): StepWorktree[] {
  return found
    .map(({ worktree }) => worktree)
    .filter((one): one is StepWorktree => isOfStep(one) && one.checkout === path)
}

function isOfStep(worktree: RunWorktree): worktree is StepWorktree {
  return worktree.step !== undefined
}

/** The commits that hold the work of steps which the log calls complete. */
export function provenCommits(records: readonly Logged<PlanRecord>[]): Set<string> {
  const stories = [...storiesOf(records).values()].filter(({ status }) => status === 'complete')
  return new Set(stories.flatMap(({ result }) => result?.commit ?? []))
}

/** Where a step that was interrupted was worked on. */
export function directoryOf({ run, steps }: LeftWorktrees, step: StepId): string | undefined {
  return (steps.findLast((one) => one.step === step) ?? run)?.root
}
