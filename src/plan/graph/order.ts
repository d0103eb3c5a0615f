import { type Numbers, nodeCount, targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'

/**
 * The steps that can start at some time, each after all it depends on. Steps in or behind a cycle, and steps with or
 * behind a dependency that does not exist, are not among them.
 */
export function startOrder(graph: Graph): Numbers {
  const { dependencies, dependants } = graph
  const size = nodeCount(dependencies)
  const unmet = new Uint32Array(size)
  const order = new Uint32Array(size)
  let length = 0

  for (let step = 0; step < size; step++) {
    unmet[step] = dependencies.starts[step + 1]! - dependencies.starts[step]! + (isBroken(graph, step) ? 1 : 0)
    if (unmet[step] === 0) order[length++] = step
  }
  for (let place = 0; place < length; place++) {
    for (const dependant of targetsOf(dependants, order[place]!)) {
      unmet[dependant]!--
      if (unmet[dependant] === 0) order[length++] = dependant
    }
  }
  return order.subarray(0, length)
}

/** Whether a step has a dependency that can never be met, whatever happens to the other steps. */
export function isBroken(graph: Graph, step: number): boolean {
  return graph.selfDependent.has(step) || graph.dangling.has(step)
}
