import { firstOfEachId } from '../graph/graph.ts'
import { optionalFields, requiredFields } from '../operations.ts'
import type { Plan, Step, StepId } from '../types.ts'

/** How two states of a plan differ in what they mean, whatever their files look like. */
export interface PlanDiff {
  readonly title?: { readonly from: string; readonly to: string }
  readonly narrativeChanged: boolean
  readonly added: readonly StepId[]
  readonly removed: readonly StepId[]
  readonly changed: readonly StepDiff[]
}

export interface StepDiff {
  readonly id: StepId
  /** The fields that differ, in the order in which a step has them. */
  readonly fields: readonly StepField[]
  readonly dependencies: { readonly added: readonly StepId[]; readonly removed: readonly StepId[] }
}

const stepFields = [...requiredFields, ...optionalFields] as const
export type StepField = (typeof stepFields)[number]

/** Steps are the same step when they have the same id. Of several with one id the first counts. */
export function planDiff(before: Plan, after: Plan): PlanDiff {
  const old = firstOfEachId(before.steps)
  const now = firstOfEachId(after.steps)
  return {
    ...(before.title !== after.title && { title: { from: before.title, to: after.title } }),
    narrativeChanged: before.narrative !== after.narrative,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now.values()].flatMap((step) => {
      const earlier = old.get(step.id)
      return earlier === undefined ? [] : stepDiff(earlier, step)
    }),
  }
}

function stepDiff(before: Step, after: Step): StepDiff[] {
  const fields = stepFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (fields.length === 0) return []
  const added = without(after.dependsOn, before.dependsOn)
  const removed = without(before.dependsOn, after.dependsOn)
  return [{ id: after.id, fields, dependencies: { added, removed } }]
}

function without(ids: readonly StepId[], others: readonly StepId[]): StepId[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}
