import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circuits } from '../../../src/plan/graph/circuits.ts'
import { components } from '../../../src/plan/graph/components.ts'
import { cycleCaps, cycles } from '../../../src/plan/graph/cycles.ts'
import { edgesWithin } from '../../../src/plan/graph/edges.ts'
import { buildGraph, type GraphStep } from '../../../src/plan/graph/graph.ts'
import { anySteps, chain, numbered, ring, steps, tangle } from './shapes.ts'

describe('the cycles', () => {
  it.each([
    ['', []],
    ['a:, b: a, c: a b', []],
    ['a: a', []],
    ['a: b, b: a', ['a b']],
    ['c: a, b: c, a: b', ['c a b']],
    ['a: b c, b: a, c: a', ['a b', 'a c']],
    ['a: b, b: a c, c: b d, d: c', ['a b', 'b c', 'c d']],
    ['a: b, b: a, c: d, d: e, e: c, x: a c', ['a b', 'c d e']],
    ['a: b c, b: a c, c: a b', ['a b', 'a b c', 'a c', 'a c b', 'b c']],
  ])('of "%s" are named in file order', (text, paths) => {
    const groups = cycles(buildGraph(steps(text)))
    expect(groups.flatMap((group) => group.cycles.map((path) => path.join(' ')))).toEqual(paths)
    expect(groups.some((group) => group.more)).toBe(false)
  })

  it('name the steps of their group', () => {
    const [group, ...others] = cycles(buildGraph(steps('x: a, b: a, a: b c, c: a')))
    expect(group!.steps).toEqual(['b', 'a', 'c'])
    expect(others).toEqual([])
  })

  it('are those that trying every path finds', () => {
    fc.assert(
      fc.property(anySteps(7), (any) => {
        const all = everyCycle(any)
        for (const group of cycles(buildGraph(any))) {
          const found = group.cycles.map((path) => path.join(' '))
          const expected = all.filter((path) => group.steps.includes(path.split(' ')[0]!))
          expect(new Set(found).size).toBe(found.length)
          expect(group.more).toBe(expected.length > cycleCaps.perGroup)
          if (group.more) {
            expect(found.length).toBe(cycleCaps.perGroup)
            expect(expected).toEqual(expect.arrayContaining(found))
          } else expect(found.sort()).toEqual(expected.sort())
        }
        expect(cycles(buildGraph(any)).flatMap((group) => group.cycles).length === 0).toBe(all.length === 0)
      }),
      { numRuns: 500 },
    )
  })

  it('are all found when nobody stops the search', () => {
    const dense = fc
      .array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 9 }), { minLength: 7, maxLength: 7 })
      .map((rows) => numbered(7, (step) => rows[step]!))
    fc.assert(
      fc.property(dense, (any) => {
        const { dependencies, ids } = buildGraph(any)
        const found = components(dependencies).flatMap((nodes) =>
          [...circuits(edgesWithin(dependencies, nodes))].map((path) => path.map((n) => ids[nodes[n]!]).join(' ')),
        )
        expect(found.sort()).toEqual(everyCycle(any).sort())
      }),
    )
  })

  it('are ordered by the step they start with', () => {
    fc.assert(
      fc.property(anySteps(7), (any) => {
        const graph = buildGraph(any)
        for (const group of cycles(graph)) {
          const firsts = group.cycles.map((path) => graph.indexOf.get(path[0]!)!)
          expect(firsts).toEqual([...firsts].sort((a, b) => a - b))
        }
      }),
    )
  })
})

describe('C44 the cycles of 10,000 steps', () => {
  it('are none in a chain', () => {
    expect(cycles(buildGraph(chain(10_000)))).toEqual([])
  })

  it('are one in a ring, with its whole path', () => {
    const [group, ...others] = cycles(buildGraph(ring(10_000)))
    expect(others).toEqual([])
    expect(group!.cycles).toEqual([ring(10_000).map((step) => step.id)])
    expect(group!.more).toBe(false)
  })

  it('are capped where each step waits for both neighbours', () => {
    const [group] = cycles(buildGraph(neighbours(10_000)))
    expect(group!.cycles.length).toBe(100)
    expect(group!.cycles[99]).toEqual(['s99', 's100'])
    expect(group!.more).toBe(true)
  })

  it('are found without walking into the same dead end twice', () => {
    // s0 and s1 wait for each other; from s1 there are 2^40 ways through the pairs, and all of them lead back to s1.
    const [group] = cycles(
      buildGraph(
        numbered(82, (n) => {
          if (n <= 1) return n === 0 ? [1] : [0, 2, 3]
          return n >= 80 ? [1] : [n - (n % 2) + 2, n - (n % 2) + 3]
        }),
      ),
    )
    expect(group!.cycles[0]).toEqual(['s0', 's1'])
    expect(group!.cycles[1]!.length).toBe(41)
    expect(group!.more).toBe(true)
  })

  it('are real ones where 15,000 edges have no pattern', () => {
    const any = tangle(10_000, 15_000, false)
    const dependsOn = new Map(any.map((step) => [step.id, step.dependsOn]))
    const groups = cycles(buildGraph(any))
    expect(groups.length).toBeGreaterThan(0)
    for (const path of groups.flatMap((group) => group.cycles)) {
      expect(new Set(path).size).toBe(path.length)
      expect(path.every((id, place) => dependsOn.get(id)!.includes(path[(place + 1) % path.length]!))).toBe(true)
    }
  })
})

describe('of too many cycles', () => {
  it('a hundred are named', () => {
    const everyOther = Array.from({ length: 30 }, (_, n) => n)
    const [group] = cycles(buildGraph(numbered(30, (step) => everyOther.filter((n) => n !== step))))
    expect(group!.cycles.length).toBe(100)
    expect(new Set(group!.cycles.map((path) => path.join(' '))).size).toBe(100)
    expect(group!.more).toBe(true)
  })

  it('fewer are named the larger the group is', () => {
    const [group] = cycles(buildGraph(neighbours(30_000)))
    expect(group!.cycles.length).toBe(34)
    expect(group!.more).toBe(true)
  })

  it('at least one of every group is named', () => {
    const six = [0, 1, 2, 3, 4, 5]
    const groups = cycles(buildGraph(numbered(6_000, (step) => six.map((n) => step - (step % 6) + n))))
    expect(groups.length).toBe(1_000)
    expect(groups.every((group) => group.cycles.length > 0)).toBe(true)
    expect(groups.flatMap((group) => group.cycles).length).toBeLessThan(2_000)
    expect(groups[0]!.cycles.length).toBe(100)
    expect(groups[999]!.more).toBe(true)
  })
})

function neighbours(size: number): GraphStep[] {
  return numbered(size, (step) => [step - 1, step + 1].filter((n) => n >= 0 && n < size))
}

/** Walks every path of at most 7 steps. */
function everyCycle(any: readonly GraphStep[]): string[] {
  const order = any.map((step) => step.id)
  const found = new Set<string>()
  const walk = (path: readonly string[]): void => {
    for (const next of any[order.indexOf(path.at(-1)!)]!.dependsOn) {
      if (next === path[0] && path.length > 1) found.add(path.join(' '))
      else if (order.indexOf(next) > order.indexOf(path[0]!) && !path.includes(next)) walk([...path, next])
    }
  }
  for (const id of order) walk([id])
  return [...found]
}
