import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunningText } from '../../../src/rules/actions/running-text.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'

const piece = fc.constantFrom('a', 'b', ' ', 'é', '→', '😀', '$&', '\\n', 'ab')
const words = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const ends = ['\n', '\r\n', '\r'] as const

function textWith(...allowed: readonly string[]): fc.Arbitrary<string> {
  const line = fc.tuple(words, fc.constantFrom(...allowed)).map(([text, end]) => text + end)
  return fc
    .tuple(fc.constantFrom('', '\ufeff'), fc.array(line, { maxLength: 12 }), words)
    .map(([mark, lines, last]) => `${mark}${lines.join('')}${last}`)
}

const replacement = fc.array(words, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))

/** A part of a text to be replaced, and with what. */
const pairs = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 12 }), replacement), { minLength: 1, maxLength: 6 })

function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Whole characters of a text, so that no emoji is cut in two. */
function part(text: string, from: number, length: number): string {
  const characters = Array.from(text)
  const start = characters.length === 0 ? 0 : from % characters.length
  return characters.slice(start, start + length).join('')
}

const work = { left: 0 }

describe(`a text that is changed many times (seed ${seed})`, () => {
  it('is what replacing in a string makes of it, and so are its places', () => {
    fc.assert(
      fc.property(textWith(...ends), pairs, fc.boolean(), (text, all, isAll) => {
        const running = new RunningText(text)
        let expected = plain(text)
        expect(running.toString()).toBe(text)
        for (const [from, length, to] of all) {
          const wanted = part(expected, from, length)
          if (wanted === '') continue
          const found = [...(isAll ? running.placesApart(wanted, work) : running.places(wanted, work))]
          const chosen = isAll ? found : found.slice(0, 1)
          running.replace(chosen, wanted, to)
          expected = isAll ? expected.split(wanted).join(to) : expected.replace(wanted, () => to)
          expect(running.plain()).toBe(expected)
          expect(plain(running.toString())).toBe(expected)
          expect(running.length).toBe(Buffer.byteLength(expected))
        }
      }),
      { seed, numRuns: rounds(1000, 100_000) },
    )
  })

  it.each(ends)('keeps line ends that are all %j', (end) => {
    fc.assert(
      fc.property(textWith(end), pairs, (text, all) => {
        const running = new RunningText(text)
        let expected = text
        for (const [from, length, to] of all) {
          const wanted = part(plain(expected), from, length)
          if (wanted === '') continue
          const [first] = running.places(wanted, work)
          running.replace([first!], wanted, to)
          // A text without any line end takes those of the plan.
          const own = /[\r\n]/.test(text) ? end : '\n'
          expected = expected.replace(wanted.replaceAll('\n', own), () => to.replaceAll('\n', own))
        }
        expect(running.toString()).toBe(expected)
      }),
      { seed, numRuns: rounds(500, 50_000) },
    )
  })

  it('leaves every byte before and behind a change as it is, where line ends are mixed', () => {
    fc.assert(
      fc.property(
        textWith('\n', '\r\n'),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        replacement,
        (text, from, length, to) => {
          const running = new RunningText(text)
          const wanted = part(plain(text), from, length)
          if (wanted === '') return
          const at = plain(text).indexOf(wanted)
          const before = text.slice(0, rawOffset(text, at))
          const behind = text.slice(rawOffset(text, at + wanted.length))
          running.replace([Buffer.byteLength(plain(text).slice(0, at))], wanted, to)
          const result = running.toString()
          expect(result.startsWith(before)).toBe(true)
          expect(result.slice(before.length).endsWith(behind)).toBe(true)
          expect(plain(result.slice(before.length, result.length - behind.length))).toBe(to)
        },
      ),
      { seed, numRuns: rounds(1000, 100_000) },
    )
  })
})

/** Where a place of the text without CRs is in the text with them. */
function rawOffset(text: string, wanted: number): number {
  let at = 0
  for (let count = 0; count < wanted; count++) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}

describe('mixed line ends', () => {
  it.each<[name: string, text: string, from: string, to: string, expected: string]>([
    ['a line that stays keeps its end', 'a\r\nb\nc\r\n', 'a\nb\nc', 'a\nB\nc', 'a\r\nB\nc\r\n'],
    ['lines put between others end as the first of them', 'a\r\nb\n', 'a\nb', 'a\nnew\nb', 'a\r\nnew\r\nb\n'],
    ['lines that go take their ends along', 'a\r\nb\nc\r\nd\n', 'b\nc', 'c', 'a\r\nc\r\nd\n'],
    ['within a line, new lines end as it does', 'a\nb c\r\n', 'b c', 'b\nc', 'a\nb\r\nc\r\n'],
    ['behind the last end, as the last', 'a\nb\r\nc', 'c', 'c\nd', 'a\nb\r\nc\r\nd'],
    ['a BOM stays', '\ufeffa\r\nb\n', 'a', 'A\nx', '\ufeffA\r\nx\r\nb\n'],
  ])('%s', (_name, text, from, to, expected) => {
    const running = new RunningText(text)
    running.replace([...running.places(from, work)], from, to)
    expect(running.toString()).toBe(expected)
  })

  it('counts lines whatever they end with', () => {
    const running = new RunningText('x\r\nx\rx\n\nx')
    expect(running.linesOf([...running.places('x', work)])).toEqual([1, 2, 3, 5])
  })
})
