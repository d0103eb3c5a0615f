import { join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isLeftover } from '../content/target.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { checkName } from '../paths/names.ts'
import { isThere } from '../workspace/look.ts'
import type { Workspace } from '../workspace.ts'
import { directoryPlan, type FoundPlan } from './found-plan.ts'

export const plansFolder = 'plans'

/** What was found, and what stands where a plan could be and is none. */
export interface Findings {
  readonly plans: readonly FoundPlan[]
  /** Plans whose place others have taken; shown to who asks for them. */
  readonly past?: readonly FoundPlan[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The plans in `plans/` of a project, by name. A directory with neither a `plan.md` nor `tasks` is somebody else's. */
export async function findHomePlans(machine: Machine, workspace: Workspace, fileCap: number): Promise<Findings> {
  const folder = join(workspace.root, plansFolder)
  const plans: FoundPlan[] = []
  const diagnostics: Diagnostic[] = []
  for (const { name, kind } of await entriesOf(machine, folder)) {
    if (name.startsWith('.') || kind === 'file') continue
    const prefix = `${plansFolder}/${name}/`
    if (kind !== 'directory') diagnostics.push(notADirectory(prefix, kind))
    else if (await isPlan(machine, join(folder, name))) {
      const badName = checkName(name)
      if (badName) diagnostics.push({ ...badName, file: prefix })
      else plans.push(homePlan(workspace, name, fileCap))
    }
  }
  return { plans, diagnostics }
}

/** The plan of that name, which need not be there yet. */
export function homePlan(workspace: Workspace, name: string, fileCap: number): FoundPlan {
  const prefix = `${plansFolder}/${name}/`
  const files = directoryPlan(`${plansFolder}/${name}`, join(workspace.root, plansFolder, name), fileCap)
  return { name, dialect: 'agentflow', isHome: true, files, workspace, prefix }
}

async function entriesOf(machine: Machine, folder: string) {
  try {
    return [...(await machine.files.list(folder))].sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw diskFault(error, folder)
  }
}

async function isPlan({ files }: Machine, directory: string): Promise<boolean> {
  if (await isThere(files, join(directory, 'plan.md'), 'file', 'link', 'other', 'directory')) return true
  const tasks = join(directory, 'tasks')
  if (await isThere(files, tasks, 'link')) return true
  // A `new` that was killed leaves hidden files and nothing else.
  const entries = await files.list(tasks).catch(() => [])
  return entries.some(({ name }) => !isLeftover(name))
}

function notADirectory(file: string, kind: string): Diagnostic {
  const message = 'what stands among the plans is no directory of its own; it is not followed'
  return diagnostic('E_NOT_A_FILE', message, {
    file,
    actual: kind,
    expected: 'directory',
    hint: 'Put a directory there.',
  })
}
