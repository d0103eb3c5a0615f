import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitEnd, fitList, fitMiddle } from '../../src/run/fit.ts'

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

it('keeps both ends of a text, and says how much is left out', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary-ascii', maxLength: 400 }),
      fc.integer({ min: 80, max: 300 }),
      (text, bytes) => {
        const kept = fitMiddle(text, bytes)
        expect(size(kept)).toBeLessThanOrEqual(bytes)
        if (size(text) <= bytes) {
          expect(kept).toBe(text)
          return
        }
        const [, start, leftOut, end] = /^([\s\S]*)\n… ([\d,]+) bytes left out …\n([\s\S]*)$/.exec(kept)!
        expect([text.startsWith(start!), text.endsWith(end!)]).toEqual([true, true])
        const whole =
          [start!, end!].reduce((sum, one) => sum + Buffer.byteLength(one), 0) + Number(leftOut!.replace(',', ''))
        expect(whole).toBe(Buffer.byteLength(text))
      },
    ),
  )
})
