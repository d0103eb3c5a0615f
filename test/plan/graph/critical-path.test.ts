import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criticalPath } from '../../../src/plan/graph/critical-path.ts'
import { buildGraph, type GraphStep } from '../../../src/plan/graph/graph.ts'
import { waves } from '../../../src/plan/graph/waves.ts'
import { anyAcyclicSteps, chain, diamond, ids, ring, steps, tangle } from './shapes.ts'

describe('the critical path', () => {
  it.each([
    ['', '', 0],
    ['a:', 'a', 1],
    ['a:, b:', 'a', 1],
    ['d: b c, c: a, b: a, a:', 'a c d', 3],
    ['a: b, b: a, c:, d: c', 'c d', 2],
    ['a: x, b: a, c:', 'c', 1],
  ])('of "%s" is "%s"', (text, path, total) => {
    expect(criticalPath(buildGraph(steps(text)))).toEqual({ path: ids(path), total })
  })

  it('goes by weight when there is one', () => {
    const weights = new Map([['short', 10]])
    const graph = buildGraph(steps('a:, b: a, c: b, short:'))
    expect(criticalPath(graph, (id) => weights.get(id) ?? 1)).toEqual({ path: ['short'], total: 10 })
  })

  it.each([Number.NaN, -5, Number.POSITIVE_INFINITY])('counts a weight of %s as 0', (weight) => {
    const graph = buildGraph(steps('a:, b: a, c: b'))
    expect(criticalPath(graph, (id) => (id === 'b' ? weight : 2))).toEqual({ path: ['a', 'b', 'c'], total: 4 })
  })

  it('is the heaviest chain that trying all of them finds', () => {
    fc.assert(
      fc.property(anyAcyclicSteps(8), fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }), (any, weights) => {
        const weight = (id: string): number => weights[Number(id.slice(1))]!
        const { path, total } = criticalPath(buildGraph(any), weight)
        expect(total).toBe(heaviest(any, weight))
        expect(path.reduce((sum, id) => sum + weight(id), 0)).toBe(total)
        const dependsOn = new Map(any.map((step) => [step.id, step.dependsOn]))
        for (let place = 1; place < path.length; place++) expect(dependsOn.get(path[place]!)).toContain(path[place - 1])
      }),
    )
  })

  it('has a step of every wave when all weigh the same', () => {
    fc.assert(
      fc.property(anyAcyclicSteps(10), (any) => {
        const graph = buildGraph(any)
        expect(criticalPath(graph).total).toBe(waves(graph).waves.length)
      }),
    )
  })

  it('C44 is found in 10,000 steps', () => {
    expect(criticalPath(buildGraph(chain(10_000))).path).toEqual(chain(10_000).map((step) => step.id))
    expect(criticalPath(buildGraph(ring(10_000)))).toEqual({ path: [], total: 0 })
    expect(criticalPath(buildGraph(diamond(100)))).toEqual({ path: ['s0', 's1', 's101', 's201'], total: 4 })
    const tangled = buildGraph(tangle(10_000, 15_000, true))
    expect(criticalPath(tangled).total).toBe(waves(tangled).waves.length)
  })
})

function heaviest(any: readonly GraphStep[], weight: (id: string) => number): number {
  const stepOf = new Map(any.map((step) => [step.id, step]))
  const upTo = (id: string): number => weight(id) + Math.max(0, ...stepOf.get(id)!.dependsOn.map(upTo))
  return Math.max(0, ...any.map((step) => upTo(step.id)))
}
