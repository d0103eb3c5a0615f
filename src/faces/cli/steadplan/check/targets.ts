import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault, isFault } from '../../../../plan/diagnostics/fault.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { isInside } from '../../../../store/paths/is-inside.ts'
import { directoryPlan, diskPathOf, type FoundPlan } from '../../../../store/plans/found-plan.ts'
import { planInFile } from '../../../../store/plans/plan-in-file.ts'
import { isThere, realPath } from '../../../../store/workspace/look.ts'
import { chosenPlan, type Project } from '../../project.ts'

/** The plans that are meant by the words of a command line, each once; every word that means none is named. */
export async function targetsOf(project: Project, words: readonly string[]): Promise<FoundPlan[]> {
  const found = new Map<string, FoundPlan>()
  const faults: Diagnostic[] = []
  for (const word of words) {
    try {
      for (const plan of (await byPath(project, word)) ?? [await chosenPlan(project, word)]) {
        found.set(plan.files.key, plan)
      }
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(...error.diagnostics)
    }
  }
  const [first, ...rest] = faults
  if (first) throw new Fault([first, ...rest])
  return [...found.values()]
}

/** What stands at a path: a plan, a file of one, or a directory around some of those that were found. */
async function byPath(project: Project, word: string): Promise<FoundPlan[] | undefined> {
  const { machine, plans, cwd } = project
  const path = await realPath(machine.files, resolve(cwd, word))
  if (path === undefined) return undefined
  const base = await baseOf(machine, path)
  if (base !== undefined) {
    const known = plans.find((plan) => diskPathOf(plan) === base)
    return [known ?? (await actionsAt(project, base)) ?? planElsewhere(project, base)]
  }
  const inside = plans.filter((plan) => isInside(path, diskPathOf(plan)))
  return inside.length > 0 ? inside : undefined
}

/** A `plan.md` of teddy stands alone; in the home format it has tasks beside it, and other words in it. */
async function actionsAt({ machine, workspace, fileCap }: Project, base: string): Promise<FoundPlan | undefined> {
  if (!isInside(workspace.root, base)) return undefined
  return planInFile(machine, workspace, join(base, 'plan.md'), fileCap)
}

/**
 * The directory of the plan that a path belongs to.
 *
 *     drafts/login    drafts/login/plan.md    drafts/login/tasks    drafts/login/tasks/01-a.md
 */
async function baseOf(machine: Machine, path: string): Promise<string | undefined> {
  const parent = dirname(path)
  const above = [path, basename(path) === 'tasks' || basename(path) === 'plan.md' ? parent : '']
  if (basename(parent) === 'tasks') above.push(dirname(parent))
  for (const base of above) {
    if (base !== '' && (await isThere(machine.files, join(base, 'plan.md'), 'file', 'link'))) return base
  }
  return undefined
}

/** Read by the rules of the home format. Where its state would be kept follows from its path. */
function planElsewhere({ workspace, fileCap }: Project, base: string): FoundPlan {
  const path = isInside(workspace.root, base) ? relative(workspace.root, base) : base
  const key = path.split(sep).join('/') || '.'
  const prefix = key === '.' ? '' : `${key}/`
  const files = directoryPlan(key, base, fileCap)
  return { name: basename(base), dialect: 'agentflow', isHome: true, files, workspace, prefix }
}
