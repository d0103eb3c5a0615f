import type { Step, StepId } from '../types.ts'
import { type Edges, reversed } from './edges.ts'

/**
 * Who waits for whom. A step is known by its index: its place among the steps, in file order.
 *
 * Of steps with the same id only the first is in the graph. What cannot be an edge (a dependency on the step itself or on
 * a step that does not exist) is kept apart: a step that has one can never start.
 */
export interface Graph {
  readonly ids: readonly StepId[]
  readonly indexOf: ReadonlyMap<StepId, number>
  /** From a step to the steps it depends on, in the order in which it names them, each once. */
  readonly dependencies: Edges
  /** From a step to the steps that depend on it, in file order. */
  readonly dependants: Edges
  readonly selfDependent: ReadonlySet<number>
  readonly dangling: ReadonlyMap<number, ReadonlySet<StepId>>
}

export type GraphStep = Pick<Step, 'id' | 'dependsOn'>

export function buildGraph(steps: Iterable<GraphStep>): Graph {
  const first = firstOfEachId(steps)
  const ids = [...first.keys()]
  const indexOf = new Map(ids.map((id, index) => [id, index]))

  const starts = new Uint32Array(ids.length + 1)
  const targets: number[] = []
  const selfDependent = new Set<number>()
  const dangling = new Map<number, Set<StepId>>()
  const namedBy = new Int32Array(ids.length).fill(-1)

  ids.forEach((id, index) => {
    for (const dependency of first.get(id)!.dependsOn) {
      const target = indexOf.get(dependency)
      if (target === index) selfDependent.add(index)
      else if (target === undefined) dangling.set(index, (dangling.get(index) ?? new Set()).add(dependency))
      else if (namedBy[target] !== index) {
        namedBy[target] = index
        targets.push(target)
      }
    }
    starts[index + 1] = targets.length
  })

  const dependencies: Edges = { starts, targets: Uint32Array.from(targets) }
  return { ids, indexOf, dependencies, dependants: reversed(dependencies), selfDependent, dangling }
}

/** The steps that are in the graph of `steps`. */
export function firstOfEachId<S extends GraphStep>(steps: Iterable<S>): Map<StepId, S> {
  const first = new Map<StepId, S>()
  for (const step of steps) if (!first.has(step.id)) first.set(step.id, step)
  return first
}
