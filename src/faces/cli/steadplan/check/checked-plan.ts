import { join } from 'node:path'
import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { commit } from '../../../../store/content/commit.ts'
import { isInside } from '../../../../store/paths/is-inside.ts'
import { applyFixes } from '../../../../store/plans/fix.ts'
import { type FoundPlan, openPlaceOf } from '../../../../store/plans/found-plan.ts'
import { type OpenedPlan, openPlan, sourceOf } from '../../../../store/plans/open-plan.ts'
import type { Project } from '../../project.ts'

/** What checking one plan came to. Of a plan without a fault nothing more is kept. */
export interface CheckedPlan {
  readonly found: FoundPlan
  readonly steps: number
  readonly diagnostics: readonly Diagnostic[]
  /** What `--fix` mended. */
  readonly fixed: readonly Diagnostic[]
  readonly source: (file: string) => string | undefined
  /** Files of the project on which it depends whether the plan is sound. */
  readonly touches: readonly string[]
}

export async function checkedPlan({ machine, options }: Project, found: FoundPlan): Promise<CheckedPlan> {
  return answer(await openPlan(machine, found, options), [])
}

/** The same after every fix was applied and the files were replaced. */
export async function fixedPlan(project: Project, found: FoundPlan, by: string): Promise<CheckedPlan> {
  const { machine, options, lock } = project
  const opened = await openPlan(machine, found, options)
  const { fixed, changes } = applyFixes(opened, options)
  if (changes.size === 0) return answer(opened, [])
  try {
    const place = await openPlaceOf(machine, found)
    await commit(machine, place, opened.content, changes, { by, why: 'steadplan check --fix' }, lock)
  } catch (error) {
    if (!isFault(error)) throw error
    const checked = answer(opened, [])
    return { ...checked, diagnostics: [...checked.diagnostics, ...error.diagnostics] }
  }
  return answer(await openPlan(machine, found, options), fixed)
}

function answer(opened: OpenedPlan, fixed: readonly Diagnostic[]): CheckedPlan {
  const { found, reading, diagnostics } = opened
  const source = diagnostics.length === 0 ? () => undefined : (file: string) => sourceOf(opened, file)
  return { found, steps: reading.plan.steps.length, diagnostics, fixed, source, touches: touchedBy(opened) }
}

function touchedBy({ list, found }: OpenedPlan): string[] {
  const { root } = found.workspace
  const paths = (list?.actions ?? []).flatMap((action) => {
    if (action.kind === 'CREATE' || action.kind === 'EDIT') return [action.path.value]
    return action.kind === 'READ' && action.resource.kind === 'file' ? [action.resource.target] : []
  })
  return paths.map((path) => join(root, path)).filter((path) => path !== root && isInside(root, path))
}
