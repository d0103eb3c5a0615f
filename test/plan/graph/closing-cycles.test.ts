import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closingCycles } from '../../../src/plan/graph/closing-cycles.ts'
import { buildGraph, type GraphStep } from '../../../src/plan/graph/graph.ts'
import { anySteps, numbered, ring, steps } from './shapes.ts'

it.each([
  ['a: b, b:', 'a b', []],
  ['a: b, b: a', 'a b', ['a b']],
  ['a: b, b: a', 'b a', ['a b']],
  ['a: b, b: a', 'a b, b a', ['a b']],
  ['a: b, b: a c, c: d, d: c', 'b c', []],
  ['a: b, b: c d, c: a, d: c', 'a b', ['a b c']],
  ['a: b, b: c d, c: a, d: c', 'd c', ['a b d c']],
  ['a: a', 'a a', []],
  ['a: x', 'a x', []],
])('names in "%s" the cycles that %s is on', (text, dependencies, paths) => {
  const given = dependencies.split(', ').map((pair) => ({ from: pair.split(' ')[0]!, to: pair.split(' ')[1]! }))
  expect(closingCycles(buildGraph(steps(text)), given).map((path) => path.join(' '))).toEqual(paths)
})

it('has an answer exactly when a given dependency is on a cycle', () => {
  fc.assert(
    fc.property(anySteps(7), fc.nat(6), (any, number) => {
      const from = any[number]
      if (from === undefined) return
      for (const to of from.dependsOn) {
        const found = closingCycles(buildGraph(any), [{ from: from.id, to }])
        expect(found.length).toBe(to !== from.id && reaches(any, to, from.id) ? 1 : 0)
        for (const path of found) expect(path[(path.indexOf(from.id) + 1) % path.length]).toBe(to)
      }
    }),
  )
})

it('C44 finds the one through a dependency among more cycles than can be counted', () => {
  const everyOther = Array.from({ length: 40 }, (_, n) => n)
  const dense = numbered(40, (step) => everyOther.filter((n) => n !== step))
  const added: GraphStep[] = [...dense, { id: 'new', dependsOn: ['s39'] }]
  const closed = added.with(39, { id: 's39', dependsOn: [...dense[39]!.dependsOn, 'new'] })
  expect(closingCycles(buildGraph(added), [{ from: 'new', to: 's39' }])).toEqual([])
  expect(closingCycles(buildGraph(closed), [{ from: 's39', to: 'new' }])).toEqual([['s39', 'new']])
  expect(closingCycles(buildGraph(ring(10_000)), [{ from: 's9999', to: 's0' }])[0]!.length).toBe(10_000)
})

function reaches(any: readonly GraphStep[], start: string, end: string): boolean {
  const reached = new Set([start])
  for (const id of reached) for (const next of any.find((step) => step.id === id)?.dependsOn ?? []) reached.add(next)
  return reached.has(end)
}
