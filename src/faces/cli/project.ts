import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { ReviewContext } from '../../review/decide.ts'
import { type ReviewedPlan, reviewedPlan } from '../../review/reviewed-plan.ts'
import type { Config } from '../../store/config/load.ts'
import type { ApprovalPolicy } from '../../store/config/settings.ts'
import type { LockOptions } from '../../store/lock/lock.ts'
import type { Machine } from '../../store/machine/port.ts'
import { choosePlan } from '../../store/plans/choose-plan.ts'
import { findPlans } from '../../store/plans/find-plans.ts'
import type { FoundPlan } from '../../store/plans/found-plan.ts'
import { type OpenedPlan, type OpenOptions, openPlan } from '../../store/plans/open-plan.ts'
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
  /** Faults of the configuration, and of what stands among the plans and is none. */
  readonly diagnostics: readonly Diagnostic[]
  readonly options: OpenOptions
  readonly lock: LockOptions
  readonly policy: ApprovalPolicy
  readonly fileCap: number
}

export async function openProject(context: ConfigContext, command: string): Promise<Project> {
  const { machine, env, home } = context
  const config = await loadFrom(context)
  const { workspace, userDirs } = config.places
  const { values } = config
  const options = openOptions(values)
  const fileCap = options.limits.markdown
  const found = await findPlans(machine, workspace, agentflowHome(env, home), fileCap)
  return {
    machine,
    workspace,
    userDirs,
    config,
    plans: found.plans,
    diagnostics: [...config.diagnostics, ...found.diagnostics],
    options,
    lock: { waitMs: values['lock.wait'], command },
    policy: values['approval.policy'] as ApprovalPolicy,
    fileCap,
  }
}

/** The plan that is meant by a word of the command line, read and checked. */
export function openChosen({ machine, plans, options }: Project, word: string | undefined): Promise<OpenedPlan> {
  return openPlan(machine, choosePlan(plans, word), options)
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
