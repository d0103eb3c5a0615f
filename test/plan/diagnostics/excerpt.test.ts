import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt } from '../../../src/plan/diagnostics/excerpt.ts'

/** Pieces of text that do not change each other, how each is shown, and the cells it fills, all written by hand. */
const pieces = [
  ['a', 'a', 1],
  [' ', ' ', 1],
  ['\t', '    ', 4],
  ['\x1b', '^[', 2],
  ['\0', '^@', 2],
  ['\x9b', '<U+009B>', 8],
  ['\u202e', '<U+202E>', 8],
  ['\u200b', '<U+200B>', 8],
  ['\u{e0041}', '<U+E0041>', 9],
  ['\ud800', '<U+D800>', 8],
  ['漢', '漢', 2],
  ['Ａ', 'Ａ', 2],
  ['e\u0301', 'e\u0301', 1],
  ['x\u0301\u0302\u0303', 'x\u0301\u0302\u0303', 1],
  ['\u{1d54f}', '\u{1d54f}', 1],
  ['👩\u200d💻', '👩\u200d💻', 2],
  ['❤\ufe0f', '❤\ufe0f', 2],
  ['🇩🇪', '🇩🇪', 2],
] as const
type Piece = readonly [raw: string, shown: string, cells: number]

const somePieces = (maxLength: number): fc.Arbitrary<Piece[]> =>
  fc.array(fc.constantFrom<Piece>(...pieces), { maxLength, size: 'max' })
const raw = (all: readonly Piece[]) => all.map((piece) => piece[0]).join('')
const shown = (all: readonly Piece[]) => all.map((piece) => piece[1]).join('')
const cells = (all: readonly Piece[]) => all.reduce((sum, piece) => sum + piece[2], 0)

describe('excerpt', () => {
  it('puts the carets below exactly the range', () => {
    fc.assert(
      fc.property(somePieces(6), somePieces(6), somePieces(6), (before, within, after) => {
        const start = raw(before).length
        expect(excerpt(raw([...before, ...within, ...after]), start, start + raw(within).length, 200)).toEqual({
          text: shown([...before, ...within, ...after]),
          indent: cells(before),
          carets: Math.max(1, cells(within)),
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('cuts long lines around the place and keeps the caret below it', () => {
    fc.assert(
      fc.property(somePieces(300), somePieces(300), fc.integer({ min: 20, max: 120 }), (before, after, room) => {
        const start = raw(before).length
        const { text, indent, carets } = excerpt(`${raw(before)}Z${raw(after)}`, start, start + 1, room)
        const tokens = tokenize(text)
        const marker = tokens.findIndex((token) => token[1] === 'Z')
        expect(cells(tokens)).toBeLessThanOrEqual(room)
        expect(indent).toBe(cells(tokens.slice(0, marker)))
        expect(carets).toBe(1)
        const whole = cells(before) + 1 + cells(after)
        if (whole <= room) expect(text).toBe(`${shown(before)}Z${shown(after)}`)
        else expect(text.startsWith('…') || text.endsWith('…')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  const long = `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`
  it.each([
    ['middle', long, 5000, 5004, { text: `…${'a'.repeat(6)}HERE${'b'.repeat(8)}…`, indent: 7, carets: 4 }],
    ['begin', long, 0, 1, { text: `${'a'.repeat(18)}…`, indent: 0, carets: 1 }],
    ['end', long, 10_003, 10_004, { text: `…${'b'.repeat(18)}`, indent: 18, carets: 1 }],
    ['after the end', long, 10_004, 10_004, { text: `…${'b'.repeat(17)}`, indent: 18, carets: 1 }],
    ['range wider than the room', long, 10, 9000, { text: `…${'a'.repeat(18)}…`, indent: 7, carets: 12 }],
    ['empty line', '', 0, 0, { text: '', indent: 0, carets: 1 }],
    ['end of a short line', 'abc', 3, 3, { text: 'abc', indent: 3, carets: 1 }],
    ['before and beyond the line', 'abc', -5, 99, { text: 'abc', indent: 0, carets: 3 }],
    ['end before start', 'abc', 2, 1, { text: 'abc', indent: 2, carets: 1 }],
    ['within a character of two units', 'a😀b', 2, 3, { text: 'a😀b', indent: 1, carets: 2 }],
    ['on the mark of a letter', 'ae\u0301b', 2, 3, { text: 'ae\u0301b', indent: 1, carets: 1 }],
    ['mark without a letter', '\u0301b', 0, 1, { text: '◌\u0301b', indent: 0, carets: 1 }],
  ])('%s', (_, line, start, end, expected) => {
    expect(excerpt(line, start, end, 20)).toEqual(expected)
  })

  it('bounds what one letter can carry', () => {
    const { text, carets } = excerpt(`a${'\u0301'.repeat(1_000_000)}b`, 500_000, 500_001, 80)
    expect(text.length).toBeLessThan(2000)
    expect(carets).toBe(1)
  })
})

/** Takes shown text apart again by the table. */
function tokenize(text: string): Piece[] {
  const known: Piece[] = [...pieces, ['Z', 'Z', 1], ['…', '…', 1]]
  const byLength = known.sort((a, b) => b[1].length - a[1].length)
  const found: Piece[] = []
  for (let at = 0; at < text.length; ) {
    const next = byLength.find((piece) => text.startsWith(piece[1], at))
    if (!next) throw new Error(`unexpected ${JSON.stringify(text.slice(at))}`)
    found.push(next)
    at += next[1].length
  }
  return found
}
