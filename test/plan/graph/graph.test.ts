import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Edges, targetsOf } from '../../../src/plan/graph/edges.ts'
import { buildGraph, type Graph } from '../../../src/plan/graph/graph.ts'
import { anySteps, chain, steps } from './shapes.ts'

describe('a graph of steps', () => {
  it('knows the edges both ways', () => {
    const graph = buildGraph(steps('a: c b, b:, c: b'))
    expect(graph.ids).toEqual(['a', 'b', 'c'])
    expect(named(graph, graph.dependencies, 'a')).toEqual(['c', 'b'])
    expect(named(graph, graph.dependants, 'b')).toEqual(['a', 'c'])
    expect(named(graph, graph.dependants, 'a')).toEqual([])
  })

  it('keeps the first of two steps with one id', () => {
    const graph = buildGraph(steps('a:, b: a, a: b'))
    expect(graph.ids).toEqual(['a', 'b'])
    expect(named(graph, graph.dependencies, 'a')).toEqual([])
  })

  it('keeps apart what cannot be an edge', () => {
    const graph = buildGraph(steps('a: a x b x y, b:'))
    expect(named(graph, graph.dependencies, 'a')).toEqual(['b'])
    expect([...graph.selfDependent]).toEqual([0])
    expect([...graph.dangling]).toEqual([[0, new Set(['x', 'y'])]])
  })

  it('has one edge for a dependency that is named twice', () => {
    const graph = buildGraph(steps('a: b c b, b:, c:'))
    expect(named(graph, graph.dependencies, 'a')).toEqual(['b', 'c'])
    expect(named(graph, graph.dependants, 'b')).toEqual(['a'])
  })

  it('D56 takes ids that objects are born with for plain ids', () => {
    const graph = buildGraph(steps('__proto__: constructor, constructor: toString'))
    expect(named(graph, graph.dependencies, '__proto__')).toEqual(['constructor'])
    expect([...graph.dangling.keys()]).toEqual([1])
  })

  it('can be empty', () => {
    const graph = buildGraph([])
    expect(graph.ids).toEqual([])
    expect([...graph.dependants.targets]).toEqual([])
  })

  it('has every edge in both directions', () => {
    fc.assert(
      fc.property(anySteps(8), (any) => {
        const graph = buildGraph(any)
        const pairs = (edges: Edges): string[] =>
          graph.ids.flatMap((id) => named(graph, edges, id).map((other) => `${id} ${other}`))
        const back = pairs(graph.dependants).map((pair) => pair.split(' ').reverse().join(' '))
        expect(back.sort()).toEqual(pairs(graph.dependencies).sort())
      }),
    )
  })

  it('C44 holds a chain of 10,000', () => {
    const graph = buildGraph(chain(10_000))
    expect(graph.dependencies.targets.length).toBe(9_999)
    expect(named(graph, graph.dependants, 's9998')).toEqual(['s9999'])
  })
})

function named(graph: Graph, edges: Edges, id: string): string[] {
  return [...targetsOf(edges, graph.indexOf.get(id)!)].map((step) => graph.ids[step]!)
}
