import type { Machine } from '../machine/port.ts'
import { projectOf } from '../planloop/current-path.ts'
import { findLoopPlans } from '../planloop/loop-plans.ts'
import { findSessionPlans } from '../sessions/session-plans.ts'
import type { Workspace } from '../workspace.ts'
import { type Findings, findHomePlans } from './home-plans.ts'
import { findNamedFiles } from './named-files.ts'
import { findTeddyPlans } from './teddy-plans.ts'

/**
 * Every plan of a project: those in its `plans/` and its `.teddy/`, files in which somebody has named one, and those that
 * sessions keep for it in their home.
 */
export async function findPlans(
  machine: Machine,
  workspace: Workspace,
  agentflow: Workspace,
  fileCap: number,
  planloop?: Workspace,
): Promise<Required<Findings>> {
  const inFolders = together(
    await findHomePlans(machine, workspace, fileCap),
    await findTeddyPlans(machine, workspace, fileCap),
  )
  const known = [...inFolders.plans, ...inFolders.past]
  return together(
    inFolders,
    await findNamedFiles(machine, workspace, fileCap, known),
    await findSessionPlans(machine, agentflow, workspace.root, fileCap),
    ...(planloop ? [await findLoopPlans(machine, planloop, projectOf(workspace))] : []),
  )
}

function together(...found: readonly Findings[]): Required<Findings> {
  return {
    plans: found.flatMap(({ plans }) => plans),
    past: found.flatMap(({ past = [] }) => past),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  }
}
