import { join, relative } from 'node:path'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import {
  findLeft,
  type Isolation,
  type LeftWorktrees,
  openIsolation,
  provenCommits,
  type WorktreeAhead,
  worktreeAhead,
} from '../../../../run/isolation.ts'
import { leftBehind } from '../../../../run/left-behind.ts'
import type { WorktreeMode } from '../../../../store/config/settings.ts'
import { readRecords } from '../../../../store/plan-log.ts'
import { diskPathOf } from '../../../../store/plans/found-plan.ts'
import type { Project } from '../../project.ts'
import type { RunFlags } from '../run.ts'

/** What is needed to know where the steps of a run work. */
export interface IsolationRequest {
  readonly project: Project
  readonly reviewed: ReviewedPlan
  readonly flags: RunFlags
}

/** The worktrees that earlier runs of the plan left; none when a person does not want to hear of them. */
export async function leftOf({ project, reviewed, flags }: IsolationRequest, root: string): Promise<LeftWorktrees> {
  if (flags.worktree === 'off') return { steps: [], broken: [] }
  return findLeft(project.machine, root, reviewed.found.files.key)
}

/**
 * Makes the worktree in which the steps work, or opens the one in which an earlier run left what it did; undefined when
 * they work in the project. Work that stands in a worktree is not seen from the project, so it is gone on there also
 * when nobody asks for it again.
 */
export async function isolate(
  request: IsolationRequest,
  root: string,
  left: LeftWorktrees,
): Promise<Isolation | undefined> {
  const { project, reviewed } = request
  const { machine } = project
  if (!isApart(request, left)) return undefined
  // Whoever carries out the plan at this moment works there.
  leftBehind(machine, reviewed.state)
  return openIsolation({
    ...optionsOf(request, root, left),
    name: reviewed.found.files.key,
    proven: left.run === undefined ? new Set() : provenCommits(await readRecords(machine, reviewed.place)),
  })
}

/** The same, only looked at: what would be made, and what is missing for it. */
export async function isolationAhead(
  request: IsolationRequest,
): Promise<{ readonly worktree?: WorktreeAhead; readonly missing: readonly string[] }> {
  const { machine, workspace } = request.project
  const root = await machine.files.realpath(workspace.root)
  const left = await leftOf(request, root)
  return isApart(request, left) ? worktreeAhead(optionsOf(request, root, left)) : { missing: [] }
}

function isApart(request: IsolationRequest, { run }: LeftWorktrees): boolean {
  return modeOf(request) !== 'off' || run !== undefined
}

function modeOf({ project, flags }: IsolationRequest): WorktreeMode {
  return flags.worktree ?? (project.config.values['run.worktree'] as WorktreeMode)
}

function optionsOf(request: IsolationRequest, root: string, left: LeftWorktrees) {
  const { project, reviewed, flags } = request
  const { machine, userDirs, config } = project
  const jobs = flags.jobs ?? config.values['run.jobs']
  return {
    machine,
    root,
    left,
    directory: join(userDirs.state, 'worktrees'),
    allowDirty: flags.allowDirty === true,
    besides: ownFiles(root, reviewed),
    isPerStep: modeOf(request) === 'step' || jobs > 1,
  }
}

/** The files of the plan, from the project: it is we who write into them how steps ended. */
function ownFiles(root: string, { found }: ReviewedPlan): string[] {
  const path = relative(root, diskPathOf(found)).replaceAll('\\', '/')
  return path === '' || path.startsWith('..') ? [] : [path]
}
