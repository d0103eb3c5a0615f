import { basename, join } from 'node:path'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { keptKey } from '../doctor/kept-place.ts'
import type { Machine } from '../machine/port.ts'
import { plansDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'
import { type FoundPlan, placeOf } from './found-plan.ts'
import type { Findings } from './home-plans.ts'
import { planInFile } from './plan-in-file.ts'
import { isOver } from './standing.ts'

/**
 * Plans in files that somebody named once, wherever in the project they stand: what was decided about them is kept, and
 * says where they are. `known` are the plans that were found otherwise.
 */
export async function findNamedFiles(
  machine: Machine,
  workspace: Workspace,
  fileCap: number,
  known: readonly FoundPlan[],
): Promise<Findings> {
  const directory = plansDirectory(workspace)
  const entries = await machine.files.list(directory).catch(() => [])
  const names = new Set(entries.map(({ name }) => name))
  for (const plan of known) names.delete(basename(placeOf(plan).directory))
  const plans: FoundPlan[] = []
  const past: FoundPlan[] = []
  for (const name of [...names].sort()) {
    const plan = await planBehind(machine, workspace, join(directory, name), fileCap)
    if (plan === undefined) continue
    if (await isOver(machine, plan)) past.push(plan)
    else plans.push(plan)
  }
  return { plans, past, diagnostics: [] }
}

/** What is kept can come with a repository and name any file; one that is not there, or no plan, is none. */
async function planBehind(machine: Machine, workspace: Workspace, directory: string, fileCap: number) {
  try {
    const key = await keptKey(machine, directory)
    const found = key && (await planInFile(machine, workspace, join(workspace.root, key), fileCap))
    return found && placeOf(found).directory === directory ? found : undefined
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}
