import { join } from 'node:path'
import type { Machine } from '../machine/port.ts'
import { ownersDirectory, plansDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'
import { examineFileSystem } from './file-system.ts'
import type { Finding } from './finding.ts'
import { keptPlace } from './kept-place.ts'
import { listNames } from './list-names.ts'
import { examineOwners } from './owners.ts'
import { examinePlan } from './plan.ts'

export interface Examination {
  /** How many plans were looked at. */
  readonly plans: number
  readonly findings: readonly Finding[]
}

/** Looks at everything that is kept in a workspace and changes nothing. */
export async function examine(machine: Machine, workspace: Workspace): Promise<Examination> {
  const directory = plansDirectory(workspace)
  const owners = ownersDirectory(workspace)
  const names = await listNames(machine, directory)
  const findings: Finding[] = [...(await examineFileSystem(machine, workspace.state))]
  for (const name of names) {
    findings.push(...(await examinePlan(machine, await keptPlace(machine, workspace, join(directory, name)))))
  }
  findings.push(...(await examineOwners(machine, owners)))
  return { plans: names.length, findings }
}
