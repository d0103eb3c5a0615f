import type { FoundPlan } from '../../../../store/plans/found-plan.ts'
import { callerOf } from '../../caller.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { CheckOptions } from '../check.ts'
import type { ConfigContext } from '../config/context.ts'
import { type CheckedPlan, checkedPlan, fixedPlan } from './checked-plan.ts'

/** Checks one plan, and mends it first where that was asked for. */
export function checkerOf(
  project: Project,
  context: ConfigContext,
  terminal: Terminal,
  { fix }: CheckOptions,
): (found: FoundPlan) => Promise<CheckedPlan> {
  const { by } = callerOf(context.env, terminal)
  return (found) => (fix ? fixedPlan(project, found, by) : checkedPlan(project, found))
}
