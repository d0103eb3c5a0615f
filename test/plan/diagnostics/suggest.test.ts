import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggest } from '../../../src/plan/diagnostics/suggest.ts'

const statuses = ['pending', 'in_progress', 'complete', 'failed', 'skipped']

describe('suggest', () => {
  it.each([
    ['letter missing', 'pendng', statuses, 'pending'],
    ['letter too many', 'faileed', statuses, 'failed'],
    ['letter wrong', 'skipqed', statuses, 'skipped'],
    ['letters swapped', 'compleet', statuses, 'complete'],
    ['two mistakes', 'in-progres', statuses, 'in_progress'],
    ['other case', 'FAILED', statuses, 'failed'],
    ['case before nearness in writing', 'Ab', ['Ac', 'AB'], 'AB'],
    ['swap counts once', 'setp', ['seep-x', 'step'], 'step'],
    ['first of equals', 'stop', ['step', 'shop', 'stow'], 'step'],
    ['nearest, wherever it stands', 'migrate', ['migrant', 'immigrate', 'migrated'], 'migrated'],
    ['nothing near', 'banana', statuses, undefined],
    ['no candidates', 'a', [], undefined],
    ['short words differ by themselves', 's9', ['s1', 's2'], undefined],
    ['not itself', 'same', ['same'], undefined],
    ['empty word', '', ['', 'a'], undefined],
    ['prototype keys', '__proto_', ['__proto__', 'constructor'], '__proto__'],
  ])('%s', (_, word, candidates, expected) => {
    expect(suggest(word, candidates)).toBe(expected)
  })

  it('finds what the textbook finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 14 })
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 8 }), (wanted, candidates) => {
        expect(suggest(wanted, candidates)).toBe(textbook(wanted, candidates))
      }),
      { numRuns: 2000 },
    )
  })

  it('is not slowed down by long or endless input', () => {
    const long = 'ab'.repeat(5000)
    expect(
      suggest(
        long,
        Array.from({ length: 10_000 }, () => `${long}c`),
      ),
    ).toBeUndefined()
    expect(
      suggest(
        'abc',
        Array.from({ length: 10_000 }, () => long),
      ),
    ).toBeUndefined()
    const near = Array.from({ length: 10_000 }, (_, i) => `${'ab'.repeat(29)}xx${i}`)
    expect(suggest('ab'.repeat(32), near)).toBeUndefined()
    expect(suggest('abc', endless())).toBeUndefined()
  })

  it('takes words that grow when their case changes', () => {
    expect(() => suggest('İ'.repeat(64), ['İ'.repeat(63), 'i'.repeat(64)])).not.toThrow()
  })
})

function* endless(): Generator<string> {
  for (;;) yield 'xyz'
}

/** The whole matrix, no shortcuts. */
function textbook(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(Math.floor(word.length / 3), 4)
  const ranked = candidates
    .filter((candidate) => candidate !== word)
    .map((candidate, order) => ({ candidate, order, distance: fullDistance(word, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.order - b.order)
  return ranked[0]?.candidate
}

function fullDistance(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => i || j))
  for (let j = 0; j <= b.length; j++) d[0]![j] = j
  for (let i = 0; i <= a.length; i++) d[i]![0] = i
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      d[i]![j] = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1)
      }
    }
  }
  return d[a.length]![b.length]!
}
