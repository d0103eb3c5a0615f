import type { StepId } from '../types.ts'
import { circuits } from './circuits.ts'
import { components } from './components.ts'
import { edgesWithin } from './edges.ts'
import type { Graph } from './graph.ts'

/** Steps that wait for each other, and the cycles among them. */
export interface CycleGroup {
  /** All steps of the group, in file order. */
  readonly steps: readonly StepId[]
  /** Each as a path: every id depends on the one after it, the last on the first, which comes first in the file. */
  readonly cycles: readonly (readonly StepId[])[]
  /** There are more cycles than are named here. */
  readonly more: boolean
}

/**
 * What is named at most: the number of cycles can grow exponentially with the steps, and nobody mends the hundredth
 * before the first. A cycle is as much work as its group is large, so `work` counts the steps of the group for each one.
 * The first cycle of every group is always named.
 */
export const cycleCaps = { perGroup: 100, altogether: 1_000, work: 1_000_000 }

/** Every cycle of more than one step. (A step that depends on itself is in `graph.selfDependent`.) */
export function cycles(graph: Graph): CycleGroup[] {
  const left = { cycles: cycleCaps.altogether, work: cycleCaps.work }
  return components(graph.dependencies).map((nodes) => {
    const found: StepId[][] = []
    let more = false
    for (const path of circuits(edgesWithin(graph.dependencies, nodes))) {
      more = found.length === cycleCaps.perGroup || (found.length > 0 && (left.cycles <= 0 || left.work <= 0))
      if (more) break
      found.push(path.map((place) => graph.ids[nodes[place]!]!))
      left.cycles--
      left.work -= nodes.length
    }
    return { steps: nodes.map((node) => graph.ids[node]!), cycles: found, more }
  })
}
