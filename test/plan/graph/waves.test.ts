import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGraph, type GraphStep } from '../../../src/plan/graph/graph.ts'
import { waves } from '../../../src/plan/graph/waves.ts'
import { anySteps, chain, diamond, ids, ring, steps, tangle } from './shapes.ts'

describe('the waves', () => {
  it.each([
    ['', '', ''],
    ['a:, b:, c:', 'a b c', ''],
    ['c: b, b: a, a:', 'a / b / c', ''],
    ['a:, b: a, c: a, d: b c', 'a / b c / d', ''],
    ['a:, b: a, c: a b', 'a / b / c', ''],
    ['a: b, b: a, c: a, d:', 'd', 'a b c'],
    ['a: a, b: a, c:', 'c', 'a b'],
    ['a: x, b: a, c:', 'c', 'a b'],
    ['a:, a: x, b: a', 'a / b', ''],
  ])('of "%s" are "%s", and "%s" never start', (text, expected, never) => {
    const found = waves(buildGraph(steps(text)))
    expect(found.waves.map((wave) => wave.join(' ')).join(' / ')).toBe(expected)
    expect(found.neverStart).toEqual(ids(never))
  })

  it('put every step after all it depends on, as early as that allows, and leave out only what can never start', () => {
    fc.assert(
      fc.property(anySteps(9), (any) => {
        const found = waves(buildGraph(any))
        const waveOf = new Map(found.waves.flatMap((wave, number) => wave.map((id) => [id, number] as const)))
        for (const step of any) {
          if (!waveOf.has(step.id)) continue
          const before = step.dependsOn.map((id) => waveOf.get(id) ?? Number.NaN)
          expect(waveOf.get(step.id)).toBe(Math.max(-1, ...before) + 1)
        }
        expect(found.neverStart).toEqual(everStuck(any))
        const order = any.map((step) => step.id)
        for (const wave of found.waves) expect(wave).toEqual(order.filter((id) => wave.includes(id)))
        expect(waveOf.size + found.neverStart.length).toBe(any.length)
      }),
    )
  })

  it('C44 of a chain of 10,000 are 10,000', () => {
    const found = waves(buildGraph(chain(10_000).reverse()))
    expect(found.waves.length).toBe(10_000)
    expect(found.waves[9_999]).toEqual(['s9999'])
  })

  it('C44 of a ring of 10,000 are none', () => {
    expect(waves(buildGraph(ring(10_000)))).toEqual({ waves: [], neverStart: ring(10_000).map((step) => step.id) })
  })

  it('C44 of two layers of 100 with every edge between them are four', () => {
    expect(waves(buildGraph(diamond(100))).waves.map((wave) => wave.length)).toEqual([1, 100, 100, 1])
  })

  it('C44 of 10,000 steps with 15,000 edges hold all steps', () => {
    const found = waves(buildGraph(tangle(10_000, 15_000, true)))
    expect(found.waves.flat().length).toBe(10_000)
    expect(found.neverStart).toEqual([])
  })
})

/** Lets all steps start that can, over and over, and gives those that are left. */
function everStuck(any: readonly GraphStep[]): string[] {
  const done = new Set<string>()
  for (let before = -1; before !== done.size; ) {
    before = done.size
    for (const step of any) if (step.dependsOn.every((id) => done.has(id))) done.add(step.id)
  }
  return any.map((step) => step.id).filter((id) => !done.has(id))
}
