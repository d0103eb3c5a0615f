import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { LineIndex, type Range } from '../../../src/plan/diagnostics/position.ts'
import { cycles } from '../../../src/plan/graph/cycles.ts'
import { graphDiagnostics } from '../../../src/plan/graph/faults.ts'
import { buildGraph } from '../../../src/plan/graph/graph.ts'
import type { PlacedStep } from '../../../src/plan/graph/messages.ts'
import { anyAcyclicSteps, anySteps, chain, diamond, numbered, ring, steps, tangle } from './shapes.ts'

describe('C43 all faults of one file', () => {
  const text = `build:
test: build tset
Build:
loop: loop
a: c
b: a
c: b
test:`
  const found = graphDiagnostics(placed(text))

  it('are reported in one pass, each at its place', () => {
    expect(found.map((one) => `${one.range!.start.line}:${one.range!.start.column} ${one.code}`)).toEqual([
      '2:13 E_DANGLING',
      '3:1 E_DUPLICATE_ID',
      '4:7 E_SELF_DEPENDENCY',
      '5:4 E_CYCLE',
      '8:1 E_DUPLICATE_ID',
    ])
    expect(found.every((one) => one.file === 'plan.md' && one.severity === 'error')).toBe(true)
  })

  it('name what was meant', () => {
    expect(found[0]).toMatchObject({ actual: 'tset', expected: 'test', hint: expect.stringContaining('"test"') })
  })

  it('point to the first of two equal ids', () => {
    expect(found[1]!.related).toMatchObject([{ file: 'plan.md', range: { start: { line: 1 } } }])
    expect(found[4]!.related).toMatchObject([{ file: 'plan.md', range: { start: { line: 2 } } }])
  })

  it('print the path of the cycle and point to every dependency on it', () => {
    expect(found[3]!.message).toContain('a → c → b → a')
    expect(found[3]!.related!.map((one) => one.range!.start.line)).toEqual([7, 6])
  })
})

describe('a fault of the graph', () => {
  it.each([
    ['a:, b: a, c: a b', []],
    ['a:, a:, a:', ['E_DUPLICATE_ID', 'E_DUPLICATE_ID']],
    ['a:, A:', ['E_DUPLICATE_ID']],
    ['stra\u00dfe:, STRASSE:', ['E_DUPLICATE_ID']],
    ['caf\u00e9:, cafe\u0301:', ['E_DUPLICATE_ID']],
    ['CAFE\u0301:, caf\u00e9:', ['E_DUPLICATE_ID']],
    ['\u03bf\u03c2:, \u039f\u03a3:', ['E_DUPLICATE_ID']],
    ['a: a a', ['E_SELF_DEPENDENCY', 'E_SELF_DEPENDENCY']],
    ['a: x y', ['E_DANGLING', 'E_DANGLING']],
    ['a:, b: A', ['E_DANGLING']],
    ['a:, a: x', ['E_DANGLING', 'E_DUPLICATE_ID']],
    ['a: b, b: a c, c: b', ['E_CYCLE', 'E_CYCLE']],
    ['__proto__: __proto__, constructor: toString', ['E_DANGLING', 'E_SELF_DEPENDENCY']],
  ])('is found in "%s"', (text, codes) => {
    expect(graphDiagnostics(steps(text)).map((one) => one.code)).toEqual(codes)
  })

  it('has no file when nobody knows where the step stands', () => {
    for (const one of graphDiagnostics(steps('a: a b x, b: a, b:'))) {
      expect(one.file).toBeUndefined()
      expect(one.range).toBeUndefined()
    }
  })

  it('falls back to the place of the id, then to the file', () => {
    const range = new LineIndex('x').range(0, 1)
    const [inFile, atId] = graphDiagnostics([
      { id: 'a', dependsOn: ['x'], place: { file: 'a.md' } },
      { id: 'b', dependsOn: ['x'], place: { file: 'b.md', id: range } },
    ])
    expect(inFile).toMatchObject({ file: 'a.md' })
    expect(inFile!.range).toBeUndefined()
    expect(atId).toMatchObject({ file: 'b.md', range })
  })

  it.each([
    ['build:, test: biuld', 'build'],
    ['build:, test: BUILD', 'build'],
    ['caf\u00e9:, test: cafe\u0301', 'caf\u00e9'],
    ['build:, test: zzz', undefined],
  ])('suggests what was meant in "%s"', (text, expected) => {
    expect(graphDiagnostics(steps(text))[0]!.expected).toBe(expected)
  })

  it('is there exactly when a step is double or can never start', () => {
    fc.assert(fc.property(anyAcyclicSteps(8), (any) => graphDiagnostics(any).length === 0))
    fc.assert(
      fc.property(anySteps(6), (any) => {
        const named = graphDiagnostics(any)
        const of = (code: string): Diagnostic[] => named.filter((one) => one.code === code)
        const dependencies = any.flatMap((step) => step.dependsOn.map((to) => ({ from: step.id, to })))
        expect(of('E_SELF_DEPENDENCY').length).toBe(dependencies.filter(({ from, to }) => from === to).length)
        expect(of('E_DANGLING').length).toBe(dependencies.filter(({ to }) => to === 'nowhere').length)
        expect(of('E_CYCLE').length).toBe(cycles(buildGraph(any)).flatMap((group) => group.cycles).length)
      }),
    )
  })
})

describe('the path of a cycle', () => {
  it('is whole up to twelve ids', () => {
    const [found] = graphDiagnostics(ring(12))
    const path = Array.from({ length: 12 }, (_, n) => `s${n}`)
    expect(found!.message).toContain([...path, 's0'].join(' → '))
    expect(found!.related!.length).toBe(11)
  })

  it('loses its middle when it is longer', () => {
    const [found] = graphDiagnostics(ring(13))
    expect(found!.message).toContain('s0 → s1 → s2 → s3 → s4 → s5 → … 2 more … → s8 → s9 → s10 → s11 → s12 → s0')
    expect(found!.related!.length).toBe(10)
  })

  it('is followed by a word on those that are not named', () => {
    const everyOther = Array.from({ length: 9 }, (_, n) => n)
    const found = graphDiagnostics(numbered(9, (step) => everyOther.filter((n) => n !== step)))
    expect(found.length).toBe(100)
    expect(found.filter((one) => one.hint!.includes('more circles')).length).toBe(1)
  })
})

describe('C44 the faults of 10,000 steps', () => {
  it.each([
    ['a chain', chain(10_000), 0],
    ['a diamond', diamond(100), 0],
    ['15,000 edges', tangle(10_000, 15_000, true), 0],
    ['a ring', ring(10_000), 1],
    ['nothing but unknown ids', numbered(10_000, (n) => [10_000 + n, 20_000 + n]), 20_000],
    ['one id', numbered(10_000, () => []).map((step) => ({ ...step, id: 'same' })), 9_999],
  ])('are all found in %s', (_, any, count) => {
    expect(graphDiagnostics(any).length).toBe(count)
  })
})

/** Steps of a text with one step in a line, `id: dependency dependency`. */
function placed(text: string): PlacedStep[] {
  const index = new LineIndex(text)
  let offset = 0
  return text.split('\n').map((line) => {
    const start = offset
    offset += line.length + 1
    const [id = ''] = line.split(':')
    const ranges: Range[] = []
    const dependsOn: string[] = []
    for (const { 0: word, index: column } of line.slice(id.length + 1).matchAll(/\w+/g)) {
      const at = start + id.length + 1 + column
      dependsOn.push(word)
      ranges.push(index.range(at, at + word.length))
    }
    const place = { file: 'plan.md', id: index.range(start, start + id.length), dependsOn: ranges }
    return { id, dependsOn, place }
  })
}
