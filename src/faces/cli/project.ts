import { resolve } from 'node:path'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { ReviewContext } from '../../review/decide.ts'
import { type ReviewedPlan, reviewedPlan } from '../../review/reviewed-plan.ts'
import type { Config } from '../../store/config/load.ts'
import type { ApprovalPolicy } from '../../store/config/settings.ts'
import type { LockOptions } from '../../store/lock/lock.ts'
import type { Machine } from '../../store/machine/port.ts'
import { planloopHome } from '../../store/planloop/planloop-home.ts'
import { choosePlan, exactPlan } from '../../store/plans/choose-plan.ts'
import { findPlans } from '../../store/plans/find-plans.ts'
import type { FoundPlan } from '../../store/plans/found-plan.ts'
import { type OpenedPlan, type OpenOptions, openPlan } from '../../store/plans/open-plan.ts'
import { planInFile } from '../../store/plans/plan-in-file.ts'
import { agentflowHome } from '../../store/sessions/agentflow-home.ts'
import type { UserDirectories } from '../../store/workspace/user-directories.ts'
import type { Workspace } from '../../store/workspace.ts'
import { callerOf } from './caller.ts'
import { openOptions } from './open-options.ts'
import { type ConfigContext, loadFrom } from './steadplan/config/context.ts'
import type { Terminal } from './terminal.ts'

/** What every command about plans starts from: the project around the current directory, with its plans. */
export interface Project {
  readonly machine: Machine
  readonly workspace: Workspace
  readonly userDirs: UserDirectories
  readonly config: Config
  readonly plans: readonly FoundPlan[]
  /** Plans whose place others have taken: earlier turns of a session. */
  readonly past: readonly FoundPlan[]
  /** Where the paths of the command line start. */
  readonly cwd: string
  /** Faults of the configuration, and of what stands among the plans and is none. */
  readonly diagnostics: readonly Diagnostic[]
  readonly options: OpenOptions
  readonly lock: LockOptions
  readonly policy: ApprovalPolicy
  readonly fileCap: number
}

export async function openProject(context: ConfigContext, command: string): Promise<Project> {
  const { machine, cwd, env, home } = context
  const config = await loadFrom(context)
  const { workspace, userDirs } = config.places
  const { values } = config
  const options = openOptions(values)
  const fileCap = options.limits.markdown
  const found = await findPlans(machine, workspace, agentflowHome(env, home), fileCap, planloopHome(env, home))
  return {
    machine,
    workspace,
    userDirs,
    config,
    plans: found.plans,
    past: found.past,
    cwd,
    diagnostics: [...config.diagnostics, ...found.diagnostics],
    options,
    lock: { waitMs: values['lock.wait'], command },
    policy: values['approval.policy'] as ApprovalPolicy,
    fileCap,
  }
}

/** The plan that is meant by a word of the command line, read and checked. */
export async function openChosen(project: Project, word: string | undefined): Promise<OpenedPlan> {
  return openPlan(project.machine, await chosenPlan(project, word), project.options)
}

/** The same, not yet read. A plan in a file that nobody would look for is meant by its path. */
export async function chosenPlan(project: Project, word: string | undefined): Promise<FoundPlan> {
  const { machine, workspace, plans, past, cwd, fileCap } = project
  if (word === undefined) return choosePlan(plans.length > 0 ? plans : past, word)
  const exact = exactPlan(plans, word) ?? exactPlan(past, word)
  return exact ?? (await planInFile(machine, workspace, resolve(cwd, word), fileCap)) ?? choosePlan(plans, word)
}

/** The same, with where it stands. */
export async function reviewChosen(project: Project, word: string | undefined): Promise<ReviewedPlan> {
  return reviewedPlan(project.machine, project.userDirs, await openChosen(project, word))
}

/** With whom a decision is recorded. */
export function reviewContext(project: Project, context: ConfigContext, terminal: Terminal): ReviewContext {
  const { machine, userDirs, lock } = project
  return { machine, userDirs, lock, caller: callerOf(context.env, terminal) }
}
