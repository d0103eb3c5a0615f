import { join } from 'node:path'
import { Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { type CommitNote, type Committed, commit } from '../content/commit.ts'
import { applyChanges, type Changes, noContent } from '../content/content.ts'
import { readHistoryEnd } from '../content/history.ts'
import { diskFault } from '../disk-fault.ts'
import type { Entry } from '../files/port.ts'
import { hasCode } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { foldName } from '../paths/fold.ts'
import { checkId } from '../paths/ids.ts'
import { resolveInside } from '../paths/inside.ts'
import { checkName } from '../paths/names.ts'
import { readRecords } from '../plan-log.ts'
import type { Workspace } from '../workspace.ts'
import { type FoundPlan, openPlaceOf, placeOf } from './found-plan.ts'
import { homePlan, plansFolder } from './home-plans.ts'
import { type OpenedPlan, type OpenOptions, readingOf } from './open-plan.ts'

export interface NewPlan {
  /** The name of its directory. */
  readonly name: string
  /** Its files by path. */
  readonly files: Changes
}

export interface Created extends Committed {
  readonly opened: OpenedPlan
}

/** Writes a new plan into `plans/` of the project, whole or not at all. What `check` would refuse is not written. */
export async function createPlan(
  machine: Machine,
  workspace: Workspace,
  { name, files }: NewPlan,
  options: OpenOptions,
  note: CommitNote,
  lock: LockOptions,
): Promise<Created> {
  const found = homePlan(workspace, name, options.limits.markdown)
  await refuseName(machine, found)
  const opened = readingOf(found, applyChanges(noContent, files), options)
  const [first, ...rest] = opened.diagnostics.filter((one) => one.severity === 'error')
  if (first) throw new Fault([first, ...rest])
  try {
    const place = await openPlaceOf(machine, found)
    const committed = await commit(machine, place, noContent, files, note, lock)
    return { ...committed, opened: { ...opened, content: committed.content } }
  } catch (error) {
    // Somebody else was faster with the same name.
    throw isFault(error, 'CONFLICT') ? exists(found) : error
  }
}

/** Before anything is made. The log and the history of a plan that was here once would be taken for those of the new one. */
async function refuseName(machine: Machine, found: FoundPlan): Promise<void> {
  const bad = checkId(found.name) ?? checkName(found.name)
  if (bad) throw new Fault([bad])
  const { root } = found.workspace
  await resolveInside(machine, root, join(plansFolder, found.name))
  for (const { name } of await entriesOf(machine, join(root, plansFolder))) {
    if (foldName(name) !== foldName(found.name)) continue
    if (name !== found.name || !(await isAbandoned(machine, found.files.base))) throw exists(found)
  }
  const place = placeOf(found)
  const { head } = await readHistoryEnd(machine, place)
  if (head === null && (await readRecords(machine, place)).length === 0) return
  throw fault('E_PLAN_EXISTS', `a plan of this name was here before, and what happened to it is kept: ${found.name}`, {
    actual: found.name,
    hint: `Take another name, or bring it back: steadplan history ${found.name}`,
  })
}

/** What a writer leaves behind that was cut off before any of its files was to be seen. */
async function isAbandoned(machine: Machine, base: string): Promise<boolean> {
  const entries = await entriesOf(machine, base)
  const others = entries.filter(({ name }) => !name.startsWith('.'))
  if (others.length === 0) return true
  const isOnlyTasks = others.length === 1 && others[0]!.name === 'tasks' && others[0]!.kind === 'directory'
  return isOnlyTasks && (await entriesOf(machine, join(base, 'tasks'))).every(({ name }) => name.startsWith('.'))
}

async function entriesOf(machine: Machine, folder: string): Promise<readonly Entry[]> {
  try {
    return await machine.files.list(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw diskFault(error, folder)
  }
}

function exists({ name }: FoundPlan): Fault {
  return fault('E_PLAN_EXISTS', `there is a plan of this name already: ${name}`, { actual: name })
}
