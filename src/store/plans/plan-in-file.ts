import { looksLikePlan } from '../../dialects/teddy/looks-like-plan.ts'
import { diskFault } from '../disk-fault.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { resolveInside } from '../paths/inside.ts'
import type { Workspace } from '../workspace.ts'
import type { FoundPlan } from './found-plan.ts'
import { fromTop, isAmongPlans, teddyPlan } from './teddy-plan.ts'

/**
 * The plan that is meant by the path of a Markdown file in the project; undefined when the file is no plan, or not there.
 * `E_OUTSIDE` when it really stands elsewhere: what happens to a plan is kept in its project.
 */
export async function planInFile(
  machine: Machine,
  workspace: Workspace,
  path: string,
  fileCap: number,
): Promise<FoundPlan | undefined> {
  if (!path.endsWith('.md')) return undefined
  const real = await resolveInside(machine, workspace.root, path)
  const bytes = await readWhole(machine.files, real, fileCap).catch((error) => {
    throw diskFault(error, real)
  })
  if (bytes === undefined) return undefined
  const place = fromTop(workspace, real)
  const isPlan = isAmongPlans(place) || looksLikePlan(Buffer.from(bytes).toString())
  return isPlan ? teddyPlan(workspace, place, fileCap) : undefined
}
