/** Numbers in a typed array that nobody writes to any more. */
export interface Numbers extends Iterable<number> {
  readonly length: number
  readonly [index: number]: number
  subarray(start: number, end: number): Numbers
}

/**
 * The edges of a graph whose nodes are 0, 1, 2 …: those of node `n` lead to `targets[starts[n]]` up to, not including,
 * `targets[starts[n + 1]]`.
 */
export interface Edges {
  readonly starts: Numbers
  readonly targets: Numbers
}

export function nodeCount(edges: Edges): number {
  return edges.starts.length - 1
}

export function targetsOf(edges: Edges, node: number): Numbers {
  return edges.targets.subarray(edges.starts[node]!, edges.starts[node + 1]!)
}

/** The same edges, each the other way round. The targets of every node come out in ascending order. */
export function reversed(edges: Edges): Edges {
  const size = nodeCount(edges)
  const starts = new Uint32Array(size + 1)
  for (const target of edges.targets) starts[target + 1]!++
  for (let node = 0; node < size; node++) starts[node + 1]! += starts[node]!

  const next = starts.slice()
  const targets = new Uint32Array(edges.targets.length)
  for (let node = 0; node < size; node++) {
    for (const target of targetsOf(edges, node)) targets[next[target]!++] = node
  }
  return { starts, targets }
}

/** The edges between some of the nodes, which are numbered anew in the order in which they are given. */
export function edgesWithin(edges: Edges, nodes: readonly number[]): Edges {
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const starts = new Uint32Array(nodes.length + 1)
  const targets: number[] = []
  nodes.forEach((node, number) => {
    for (const target of targetsOf(edges, node)) {
      const inside = numbers.get(target)
      if (inside !== undefined) targets.push(inside)
    }
    starts[number + 1] = targets.length
  })
  return { starts, targets: Uint32Array.from(targets) }
}
