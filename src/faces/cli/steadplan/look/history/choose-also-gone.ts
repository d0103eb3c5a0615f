import { resolve } from 'node:path'
import { isFault } from '../../../../../plan/diagnostics/fault.ts'
import { checkId } from '../../../../../store/paths/ids.ts'
import { resolveInside } from '../../../../../store/paths/inside.ts'
import { type FoundPlan, placeOf } from '../../../../../store/plans/found-plan.ts'
import { homePlan } from '../../../../../store/plans/home-plans.ts'
import { keptVersions } from '../../../../../store/plans/kept-versions.ts'
import { fromTop, keptFolder, sessionsFolder, teddyPlan } from '../../../../../store/plans/teddy-plan.ts'
import { chosenPlan, type Project } from '../../../project.ts'

/** The plan that is meant, also one whose files are gone while its history is kept: by its whole name. */
export async function chooseAlsoGone(project: Project, word: string | undefined): Promise<FoundPlan> {
  try {
    return await chosenPlan(project, word)
  } catch (error) {
    if (word === undefined || !isFault(error, 'E_UNKNOWN_PLAN')) throw error
    for (const gone of await plansBy(project, word)) {
      const { versions } = await keptVersions(project.machine, placeOf(gone))
      if (versions.length > 0) return gone
    }
    throw error
  }
}

/** Every plan in the project that may have been called so. */
async function plansBy({ machine, workspace, cwd, fileCap }: Project, word: string): Promise<FoundPlan[]> {
  const plans = checkId(word) === undefined ? [homePlan(workspace, word, fileCap)] : []
  for (const path of [`${sessionsFolder}/${word}/plan.md`, `${keptFolder}/${word}`, resolve(cwd, word)]) {
    const real = await resolveInside(machine, workspace.root, path).catch(() => undefined)
    if (real?.endsWith('.md')) plans.push(teddyPlan(workspace, fromTop(workspace, real), fileCap))
  }
  return plans
}
