import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitEnd, fitList } from '../../src/run/fit.ts'

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

it('keeps an end of the text that fits, escapes counted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 2, max: 100 }), (text, bytes) => {
      const kept = fitEnd(text, bytes)
      expect(text.endsWith(kept)).toBe(true)
      expect(size(kept)).toBeLessThanOrEqual(bytes)
      if (size(text) <= bytes) expect(kept).toBe(text)
    }),
  )
})

it('keeps the first of a list that fit together', () => {
  expect(fitList(['aa', 'bb', 'cc'], 11)).toEqual(['aa', 'bb'])
  expect(fitList(['\u0001'.repeat(10)], 50)).toEqual([])
})
