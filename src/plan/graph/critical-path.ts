import type { StepId } from '../types.ts'
import { targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'
import { startOrder } from './order.ts'

export interface CriticalPath {
  /** From the first step to do to the last. Each depends on the one before it. */
  readonly path: readonly StepId[]
  readonly total: number
}

/**
 * The chain of steps with the greatest total weight: no number of hands gets the plan done sooner. Among equals the one
 * that comes first in the file. A weight that is not a finite number above 0 counts as 0. Steps that can never start are left out.
 */
export function criticalPath(graph: Graph, weight: (id: StepId) => number = () => 1): CriticalPath {
  const totals = new Float64Array(graph.ids.length)
  const before = new Int32Array(graph.ids.length).fill(-1)
  let last = -1

  for (const step of startOrder(graph)) {
    let longest = -1
    for (const dependency of targetsOf(graph.dependencies, step)) longest = longer(totals, longest, dependency)
    before[step] = longest
    totals[step] = (totals[longest] ?? 0) + sound(weight(graph.ids[step]!))
    last = longer(totals, last, step)
  }

  const path: StepId[] = []
  for (let step = last; step !== -1; step = before[step]!) path.push(graph.ids[step]!)
  return { path: path.reverse(), total: totals[last] ?? 0 }
}

function longer(totals: Float64Array, one: number, other: number): number {
  if (one === -1) return other
  const difference = totals[other]! - totals[one]!
  return difference > 0 || (difference === 0 && other < one) ? other : one
}

function sound(weight: number): number {
  return weight > 0 && weight < Number.POSITIVE_INFINITY ? weight : 0
}
