import type { Machine } from '../machine/port.ts'
import { findSessionPlans } from '../sessions/session-plans.ts'
import type { Workspace } from '../workspace.ts'
import { type Findings, findHomePlans } from './home-plans.ts'

/** Every plan of a project: those in its `plans/`, and those that sessions of agents keep for it in their home. */
export async function findPlans(
  machine: Machine,
  workspace: Workspace,
  agentflow: Workspace,
  fileCap: number,
): Promise<Findings> {
  const home = await findHomePlans(machine, workspace, fileCap)
  const sessions = await findSessionPlans(machine, agentflow, workspace.root, fileCap)
  return { plans: [...home.plans, ...sessions.plans], diagnostics: [...home.diagnostics, ...sessions.diagnostics] }
}
