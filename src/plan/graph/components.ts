import { type Edges, nodeCount } from './edges.ts'

const unknown = -1
const outside = -2

/**
 * The groups of nodes in which each can be reached from each other one, without those of a single node: where the cycles
 * are. Groups are ordered by their first node, and so are the nodes in a group. With `among`, nodes that have a 0 there
 * are treated as if they did not exist.
 *
 * This is Tarjan's algorithm with a path of its own in place of the call stack. A node is on `open` from the moment it is
 * met until its group is complete; `lowest` is the earliest open node that can be reached from it.
 */
export function components(edges: Edges, among?: Uint8Array): number[][] {
  const { starts, targets } = edges
  const size = nodeCount(edges)
  const groupOf = new Int32Array(size).fill(unknown)
  const met = new Int32Array(size).fill(unknown)
  const lowest = new Int32Array(size)
  const next = new Uint32Array(size)
  const open: number[] = []
  const path: number[] = []
  const sizes: number[] = []
  let time = 0

  among?.forEach((isThere, node) => {
    if (isThere === 0) groupOf[node] = outside
  })
  for (let root = 0; root < size; root++) {
    if (met[root] === unknown && groupOf[root] === unknown) enter(root)
    while (path.length > 0) {
      const node = path[path.length - 1]!
      if (next[node]! < starts[node + 1]!) {
        const target = targets[next[node]!++]!
        if (groupOf[target] !== unknown) continue
        if (met[target] === unknown) enter(target)
        else lowest[node] = Math.min(lowest[node]!, met[target]!)
      } else {
        path.pop()
        const parent = path[path.length - 1]
        if (parent !== undefined) lowest[parent] = Math.min(lowest[parent]!, lowest[node]!)
        if (lowest[node] === met[node]) close(node)
      }
    }
  }
  return members(groupOf, sizes)

  function enter(node: number): void {
    met[node] = lowest[node] = time++
    next[node] = starts[node]!
    open.push(node)
    path.push(node)
  }

  function close(first: number): void {
    const group = open.splice(open.lastIndexOf(first))
    for (const node of group) groupOf[node] = sizes.length
    sizes.push(group.length)
  }
}

function members(groupOf: Int32Array, sizes: readonly number[]): number[][] {
  const groups = new Map<number, number[]>()
  groupOf.forEach((group, node) => {
    if (group === outside || sizes[group] === 1) return
    const others = groups.get(group)
    if (others === undefined) groups.set(group, [node])
    else others.push(node)
  })
  return [...groups.values()]
}
