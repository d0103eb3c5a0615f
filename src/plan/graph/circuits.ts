import { components } from './components.ts'
import { type Edges, nodeCount, reversed, targetsOf } from './edges.ts'

/**
 * Every cycle of a graph in which all nodes can be reached from each other, as the nodes on it from the lowest one on.
 * They come in the order of their lowest nodes. Each takes time linear in nodes and edges, so whoever has seen enough can
 * stop.
 *
 * This is Johnson's algorithm: find all cycles through the lowest node, take that node away, go on with the groups that
 * the rest falls into.
 */
export function* circuits(edges: Edges): Generator<number[]> {
  const backwards = reversed(edges)
  const groups = [Array.from({ length: nodeCount(edges) }, (_, node) => node)]
  while (groups.length > 0) {
    const group = takeLowest(groups)
    const among = new Uint8Array(nodeCount(edges))
    for (const node of group) among[node] = 1
    yield* circuitsThrough(group[0]!, edges, backwards, among)

    among[group[0]!] = 0
    for (const part of components(edges, among)) groups.push(part)
  }
}

function takeLowest(groups: number[][]): number[] {
  let lowest = 0
  groups.forEach((group, place) => {
    if (group[0]! < groups[lowest]![0]!) lowest = place
  })
  return groups.splice(lowest, 1)[0]!
}

const free = 0
const onPath = 1
const barred = 2

/**
 * The cycles through one node. A node from which there was no way back to that node is barred until a node that it leads
 * to has one: that keeps the search from walking into the same dead end again and again.
 */
function* circuitsThrough(first: number, edges: Edges, backwards: Edges, among: Uint8Array): Generator<number[]> {
  const { starts, targets } = edges
  const state = among.map((isThere) => (isThere === 1 ? free : barred))
  const isOnCycle = new Uint8Array(state.length)
  const next = Uint32Array.from(starts)
  const path = [first]
  state[first] = onPath

  while (path.length > 0) {
    const node = path[path.length - 1]!
    if (next[node]! < starts[node + 1]!) {
      const target = targets[next[node]!++]!
      if (target === first) {
        isOnCycle[node] = 1
        yield [...path]
      } else if (state[target] === free) {
        state[target] = onPath
        isOnCycle[target] = 0
        next[target] = starts[target]!
        path.push(target)
      }
      continue
    }
    path.pop()
    state[node] = barred
    if (isOnCycle[node] === 1) {
      unbar(node)
      const parent = path[path.length - 1]
      if (parent !== undefined) isOnCycle[parent] = 1
    }
  }

  /** Frees a node, and with it the barred ones that lead to it. */
  function unbar(node: number): void {
    const freed = [node]
    state[node] = free
    for (const one of freed) {
      for (const source of targetsOf(backwards, one)) {
        if (state[source] !== barred || among[source] === 0) continue
        state[source] = free
        freed.push(source)
      }
    }
  }
}
