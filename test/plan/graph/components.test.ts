import fc from 'fast-check'
import { expect, it } from 'vitest'
import { components } from '../../../src/plan/graph/components.ts'
import { targetsOf } from '../../../src/plan/graph/edges.ts'
import { buildGraph, type Graph } from '../../../src/plan/graph/graph.ts'
import { anySteps, chain, ring, steps } from './shapes.ts'

it.each([
  ['a:, b: a, c: b', []],
  ['a: b, b: a, c: a', [[0, 1]]],
  [
    'a: b, b: c, c: a, d: a e, e: d',
    [
      [0, 1, 2],
      [3, 4],
    ],
  ],
  [
    'c: d, a: b, b: a, d: c',
    [
      [0, 3],
      [1, 2],
    ],
  ],
  ['a: a', []],
])('finds the groups of %s', (text, groups) => {
  expect(components(buildGraph(steps(text)).dependencies)).toEqual(groups)
})

it('puts together what can be reached both ways, and nothing else', () => {
  fc.assert(
    fc.property(anySteps(8), fc.infiniteStream(fc.boolean()), (any, flags) => {
      const graph = buildGraph(any)
      const among = Uint8Array.from(graph.ids, () => Number(flags.next().value))
      const nodes = [...graph.ids.keys()].filter((node) => among[node] === 1)
      const reach = new Map(nodes.map((node) => [node, reachable(graph, among, node)]))
      const expected = nodes
        .map((node) => nodes.filter((other) => reach.get(node)!.has(other) && reach.get(other)!.has(node)))
        .filter((group, place) => group.length > 1 && group[0] === nodes[place])
      expect(components(graph.dependencies, among)).toEqual(expected)
    }),
  )
})

it('C44 finds one group in a ring of 10,000 and none in a chain', () => {
  expect(components(buildGraph(ring(10_000)).dependencies).map((group) => group.length)).toEqual([10_000])
  expect(components(buildGraph(chain(10_000)).dependencies)).toEqual([])
})

function reachable(graph: Graph, among: Uint8Array, start: number): Set<number> {
  const reached = new Set([start])
  for (const node of reached) {
    for (const target of targetsOf(graph.dependencies, node)) if (among[target] === 1) reached.add(target)
  }
  return reached
}
