import { isFault } from '../../../../../plan/diagnostics/fault.ts'
import { checkId } from '../../../../../store/paths/ids.ts'
import { choosePlan } from '../../../../../store/plans/choose-plan.ts'
import { type FoundPlan, placeOf } from '../../../../../store/plans/found-plan.ts'
import { homePlan } from '../../../../../store/plans/home-plans.ts'
import { keptVersions } from '../../../../../store/plans/kept-versions.ts'
import type { Project } from '../../../project.ts'

/** The plan that is meant, also one whose directory is gone while its history is kept: by its whole name. */
export async function chooseAlsoGone(project: Project, word: string | undefined): Promise<FoundPlan> {
  const { machine, workspace, plans, fileCap } = project
  try {
    return choosePlan(plans, word)
  } catch (error) {
    if (word === undefined || !isFault(error, 'E_UNKNOWN_PLAN') || checkId(word)) throw error
    const gone = homePlan(workspace, word, fileCap)
    const { versions } = await keptVersions(machine, placeOf(gone))
    if (versions.length === 0) throw error
    return gone
  }
}
