import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placesOf } from '../../../src/rules/actions/places.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'

const work = () => ({ left: 0 })

function places(text: string, wanted: string, step: number): number[] {
  return [...placesOf(Buffer.from(text), Buffer.from(wanted), step, work())]
}

/** By looking at every place. */
function placesByHand(text: string, wanted: string, step: number): number[] {
  const found: number[] = []
  for (let at = 0; at + wanted.length <= text.length; ) {
    const isPlace = text.slice(at, at + wanted.length) === wanted
    if (isPlace) found.push(at)
    at += isPlace ? step : 1
  }
  return found
}

/** Texts that repeat themselves, in which much is nearly a match. */
const repeated = fc
  .array(fc.tuple(fc.stringMatching(/^[ab]{1,5}$/), fc.integer({ min: 1, max: 120 })), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join(''))

describe('where a text stands in another', () => {
  it.each([1, 'its length'] as const)(`is found as by hand, with a step of %s (seed ${seed})`, (by) => {
    fc.assert(
      fc.property(repeated, repeated, fc.nat(), fc.integer({ min: 1, max: 400 }), (text, other, from, length) => {
        const start = from % text.length
        for (const wanted of [text.slice(start, start + length), other.slice(0, length)]) {
          const step = by === 1 ? 1 : wanted.length
          expect(places(text, wanted, step)).toEqual(placesByHand(text, wanted, step))
        }
      }),
      { seed, numRuns: rounds(1000, 50_000) },
    )
  })

  // Each of these takes the search of the system minutes, or would if every place were compared.
  const long = 2 ** 19
  it.each<[name: string, text: string, wanted: string, first: number[]]>([
    ['all of one letter', 'a'.repeat(2 * long), 'a'.repeat(long), [0, 1, 2]],
    ['another letter in its middle', 'a'.repeat(2 * long), `${'a'.repeat(long / 2)}b${'a'.repeat(long / 2)}`, []],
    ['another letter at its end', 'a'.repeat(2 * long), `${'a'.repeat(long)}b`, []],
    ['nearly everywhere', `${'a'.repeat(long - 1)}b`.repeat(3), 'a'.repeat(long), []],
    ['nearly everywhere, and once', `${`${'a'.repeat(999)}b`.repeat(1000)}a`, `${'a'.repeat(999)}ba`, [0, 1000, 2000]],
  ])('E70: hostile texts are no worse: %s', (_name, text, wanted, first) => {
    const found: number[] = []
    for (const place of placesOf(Buffer.from(text), Buffer.from(wanted), 1, work())) {
      if (found.push(place) === 3) break
    }
    expect(found).toEqual(first)
  })

  it('counts what it looks through, and the patient way for more', () => {
    const text = Buffer.from(`${'a'.repeat(1023)}b`.repeat(1024))
    const cost = (wanted: string) => {
      const all = work()
      for (const _ of placesOf(text, Buffer.from(wanted), 1, all));
      return -all.left
    }
    expect(cost('c')).toBe(text.length)
    expect(cost('a'.repeat(1024))).toBeGreaterThan(10 * text.length)
  })
})
