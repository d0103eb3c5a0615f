import type { StepId } from '../types.ts'
import { components } from './components.ts'
import { targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'

export interface Dependency {
  readonly from: StepId
  readonly to: StepId
}

/** Enough to see what is wrong. "None" is the right answer however many dependencies there are. */
const most = 100

/**
 * The cycles that given dependencies are on, as paths like those of `cycles`: the shortest for each, unless it is on one
 * that was found before. Cycles that were there without these dependencies do not count, however many there are; that is
 * what `cycles` cannot answer.
 */
export function closingCycles(graph: Graph, dependencies: Iterable<Dependency>): StepId[][] {
  const groupOf = groups(graph)
  const found: StepId[][] = []
  const covered = new Set<number>()
  const key = (from: number, to: number): number => from * graph.ids.length + to

  for (const dependency of dependencies) {
    const from = graph.indexOf.get(dependency.from) ?? -1
    const to = graph.indexOf.get(dependency.to) ?? -1
    const isOnCycle = from !== to && groupOf.has(from) && groupOf.get(from) === groupOf.get(to)
    if (!isOnCycle || covered.has(key(from, to))) continue
    if (found.length === most) break

    const path = fromLowest(shortestPath(graph, to, from))
    for (const [place, node] of path.entries()) covered.add(key(node, path[(place + 1) % path.length]!))
    found.push(path.map((node) => graph.ids[node]!))
  }
  return found
}

function groups(graph: Graph): Map<number, number> {
  const groupOf = new Map<number, number>()
  components(graph.dependencies).forEach((nodes, group) => {
    for (const node of nodes) groupOf.set(node, group)
  })
  return groupOf
}

/** There must be one. */
function shortestPath(graph: Graph, start: number, end: number): number[] {
  const before = new Map([[start, start]])
  const queue = [start]
  for (let place = 0; !before.has(end); place++) {
    const node = queue[place]!
    for (const target of targetsOf(graph.dependencies, node)) {
      if (before.has(target)) continue
      before.set(target, node)
      queue.push(target)
    }
  }
  const path = [end]
  for (let node = end; node !== start; path.push(node)) node = before.get(node)!
  return path.reverse()
}

function fromLowest(path: readonly number[]): number[] {
  const lowest = path.reduce((least, node, place) => (node < path[least]! ? place : least), 0)
  return [...path.slice(lowest), ...path.slice(0, lowest)]
}
