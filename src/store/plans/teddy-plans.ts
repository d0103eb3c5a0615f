import { join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { diskFault } from '../disk-fault.ts'
import type { Entry, Kind } from '../files/port.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { foldPath } from '../paths/fold.ts'
import { checkName } from '../paths/names.ts'
import { isThere } from '../workspace/look.ts'
import type { Workspace } from '../workspace.ts'
import type { FoundPlan } from './found-plan.ts'
import type { Findings } from './home-plans.ts'
import { isOver, isUnderWay } from './standing.ts'
import { keptFolder, sessionsFolder, teddyFolder, teddyPlan } from './teddy-plan.ts'

/**
 * The plans of teddy in a project:
 *
 *     .teddy/
 *       sessions/<name>/01/plan.md    a plan for each turn of a session
 *       plans/<name>.md               what was carried out without a session
 *
 * A session can have hundreds of turns: its latest plan counts, and those right before it that are under way. The others
 * are past, and so is what was kept and is over.
 */
export async function findTeddyPlans(machine: Machine, workspace: Workspace, fileCap: number): Promise<Findings> {
  const search: Search = { machine, workspace, fileCap, plans: [], past: [], diagnostics: [] }
  if (!(await isThere(machine.files, join(workspace.root, teddyFolder), 'directory', 'link'))) return search
  for (const session of await namesIn(search, sessionsFolder, 'directory')) await findTurns(search, session)
  for (const file of await namesIn(search, keptFolder, 'file')) {
    if (!file.endsWith('.md')) continue
    const plan = teddyPlan(workspace, `${keptFolder}/${file}`, fileCap)
    if (await isOver(machine, plan)) search.past.push(plan)
    else search.plans.push(plan)
  }
  return search
}

interface Search extends Findings {
  readonly machine: Machine
  readonly workspace: Workspace
  readonly fileCap: number
  readonly plans: FoundPlan[]
  readonly past: FoundPlan[]
  readonly diagnostics: Diagnostic[]
}

async function findTurns(search: Search, session: string): Promise<void> {
  const { machine, workspace, fileCap } = search
  const folder = `${sessionsFolder}/${session}`
  const turns = (await namesIn(search, folder, 'directory')).filter((name) => turn.test(name))
  const current: FoundPlan[] = []
  const past: FoundPlan[] = []
  for (const name of turns.sort(byNumber).reverse()) {
    const plan = teddyPlan(workspace, `${folder}/${name}/plan.md`, fileCap)
    if (past.length > 0) past.push(plan)
    // A turn begins with what was asked; its plan comes later.
    else if (await isThere(machine.files, join(plan.files.base, 'plan.md'), 'file', 'link', 'other', 'directory')) {
      if (current.length === 0 || (await isUnderWay(machine, plan))) current.push(plan)
      else past.push(plan)
    }
  }
  search.plans.push(...current.reverse())
  search.past.push(...past.reverse())
}

const turn = /^\d{2,9}$/

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other) || (one < other ? -1 : 1)
}

/** The names of one kind in a folder, sorted. What could lead elsewhere is named, and not followed. */
async function namesIn(search: Search, folder: string, kind: Kind): Promise<string[]> {
  const names: string[] = []
  for (const entry of await entriesIn(search, folder)) {
    if (entry.name.startsWith('.')) continue
    const file = `${folder}/${entry.name}${kind === 'directory' ? '/' : ''}`
    const badName = entry.kind === kind && checkName(entry.name)
    if (badName) search.diagnostics.push({ ...badName, file })
    else if (entry.kind === kind) names.push(entry.name)
    else if (entry.kind === 'link' || entry.kind === 'other')
      search.diagnostics.push(notFollowed(file, entry.kind, kind))
  }
  return names.sort()
}

async function entriesIn({ machine, workspace, diagnostics }: Search, folder: string): Promise<readonly Entry[]> {
  const path = join(workspace.root, folder)
  try {
    const real = await machine.files.realpath(path)
    if (foldPath(real) === foldPath(path)) return await machine.files.list(path)
    diagnostics.push(notFollowed(`${folder}/`, 'link', 'directory'))
    return []
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw diskFault(error, path)
  }
}

function notFollowed(file: string, actual: Kind, expected: Kind): Diagnostic {
  const message = `what stands among the plans is no ${expected} of its own; it is not followed`
  return diagnostic('E_NOT_A_FILE', message, { file, actual, expected, hint: `Put a ${expected} there.` })
}
