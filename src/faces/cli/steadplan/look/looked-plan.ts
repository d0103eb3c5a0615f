import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { type ReviewedPlan, reviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { FoundPlan } from '../../../../store/plans/found-plan.ts'
import { openPlan } from '../../../../store/plans/open-plan.ts'
import type { Project } from '../../project.ts'

/** A plan among others: with where it stands, or with why nobody can tell. */
export type LookedPlan =
  | { readonly found: FoundPlan; readonly plan: ReviewedPlan; readonly unreadable?: undefined }
  | { readonly found: FoundPlan; readonly plan?: undefined; readonly unreadable: readonly Diagnostic[] }

/** All plans of a project. One that cannot be read does not keep the others from being seen. */
export async function lookAtAll(project: Project, { withPast = false } = {}): Promise<LookedPlan[]> {
  const { machine, userDirs, plans, past, options } = project
  const looked: LookedPlan[] = []
  for (const found of withPast ? [...plans, ...past] : plans) {
    try {
      looked.push({ found, plan: await reviewedPlan(machine, userDirs, await openPlan(machine, found, options)) })
    } catch (error) {
      if (!isFault(error)) throw error
      looked.push({ found, unreadable: error.diagnostics })
    }
  }
  return looked
}
