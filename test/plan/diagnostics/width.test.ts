import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from '../../../src/plan/diagnostics/visible.ts'
import { displayWidth, shapes } from '../../../src/plan/diagnostics/width.ts'
import { anyText } from './arbitrary.ts'

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['Grüße', 5],
    ['漢字', 4],
    ['ｱ', 1],
    ['Ａ', 2],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2], // the same syllable from its parts
    ['e\u0301', 1],
    ['\u0301', 0],
    ['a\u0301\u0302\u0303b', 2],
    ['कि', 2],
    ['…│^', 3],
    ['😀', 2],
    ['👩\u200d💻', 2],
    ['👍🏽', 2],
    ['❤', 1],
    ['❤\ufe0f', 2],
    ['↩\ufe0e', 1],
    ['1\ufe0f\u20e3', 2],
    ['🇩🇪🇫🇷', 4],
    ['🇩', 1],
    ['<U+202E>', 8],
  ])('%j fills %i', (text, cells) => {
    expect(displayWidth(text)).toBe(cells)
  })

  it('is the sum of the shapes, which together are the text', () => {
    fc.assert(
      fc.property(
        anyText.map((text) => visible(text)),
        (text) => {
          const all = shapes(text)
          expect(all.map((shape) => shape.text).join('')).toBe(text)
          expect(all.reduce((sum, shape) => sum + shape.cells, 0)).toBe(displayWidth(text))
        },
      ),
    )
  })
})
