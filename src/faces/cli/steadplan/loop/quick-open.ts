import { homedir } from 'node:os'
import type { PlanState } from '../../../../plan/state.ts'
import { type KeptPlan, readKeptPlan } from '../../../../run/pull/kept-plan.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import { loadConfig } from '../../../../store/config/load.ts'
import type { Values } from '../../../../store/config/settings.ts'
import { realMachine as machine } from '../../../../store/machine/real.ts'
import { openPlanLog } from '../../../../store/plan-log.ts'
import { type FoundPlan, placeOf } from '../../../../store/plans/found-plan.ts'
import { homePlan } from '../../../../store/plans/home-plans.ts'
import { readUserKey } from '../../../../store/user-key.ts'
import { isDirectory } from '../../../../store/workspace/look.ts'
import { userDirectories } from '../../../../store/workspace/user-directories.ts'
import type { Workspace } from '../../../../store/workspace.ts'
import { snapshotBytes } from './snapshot-bytes.ts'

/** A plan that is under way, with what was kept of it when it was approved. */
export interface QuickPull {
  readonly pull: Pull
  readonly kept: KeptPlan
  readonly found: FoundPlan
  readonly state: PlanState
  readonly values: Values
}

/** Undefined when the plan is not under way, or when there is anything to say about the configuration or the log. */
export async function openQuickly(
  workspace: Workspace,
  plan: string,
  agent: string,
  command: string,
): Promise<QuickPull | undefined> {
  const { env, platform } = process
  const userDirs = userDirectories(env, homedir(), platform)
  const { values, diagnostics } = await loadConfig(machine, { workspace, userDirs, env })
  const found = homePlan(workspace, plan, values['limits.markdown'])
  if (diagnostics.length > 0 || !(await isDirectory(machine.files, found.files.base))) return undefined
  const place = placeOf(found)
  const log = await openPlanLog(machine, place, { lockWaitMs: values['lock.wait'], command, snapshotBytes })
  const { state, diagnostics: faults } = await log.read()
  if (state.approval === undefined || state.status !== 'executing' || faults.length > 0) return undefined
  const kept = await readKeptPlan(machine, place, await readUserKey(machine, userDirs), state.approval)
  if (kept === undefined) return undefined
  const who = { name: agent, isPerson: false }
  return { pull: { machine, log, approved: kept, who, leaseMs: values['lease.ttl'] }, kept, found, state, values }
}
