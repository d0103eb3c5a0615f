import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../src/dialects/shared/source.ts'
import { codesOf, json, placesOf, yaml } from './read.ts'

const check = (text: string) => readText('plan', text, 'markdown').diagnostics

describe('D61 control characters', () => {
  it.each([
    ['NUL', '\0'],
    ['ESC', '\x1b'],
    ['BEL', '\x07'],
    ['backspace', '\b'],
    ['form feed', '\f'],
    ['DEL', '\x7f'],
    ['C1 control sequence introducer', '\x9b'],
    ['C1 next line', '\x85'],
  ])('%s is named with its place', (_name, character) => {
    const [found, ...others] = check(`title\nab${character}c\n`)
    expect(others).toEqual([])
    expect(placesOf([found!])).toEqual(['E_CONTROL_CHARACTER 2:3-2:4'])
    expect(found!.actual).toBe(`<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`)
  })

  it('tab and line ends are none', () => expect(check('a\tb\nc\r\nd\re')).toEqual([]))
})

describe('G88 characters that nobody sees', () => {
  const ranges: [string, number, number][] = [
    ['direction overrides', 0x202a, 0x202e],
    ['direction isolates', 0x2066, 0x2069],
    ['zero width and direction marks', 0x200b, 0x200f],
    ['tag characters', 0xe0000, 0xe007f],
    ['line and paragraph separator', 0x2028, 0x2029],
    ['word joiner and invisible operators', 0x2060, 0x2064],
    ['BOM that is not at the start', 0xfeff, 0xfeff],
    ['Arabic letter mark', 0x61c, 0x61c],
    ['Hangul filler', 0x3164, 0x3164],
    ['soft hyphen', 0xad, 0xad],
  ]
  it.each(ranges)('%s', (_name, first, last) => {
    for (let point = first; point <= last; point++) {
      const character = String.fromCodePoint(point)
      const [found, ...others] = check(`bash${character}x`)
      expect(others).toEqual([])
      expect(placesOf([found!])).toEqual([`E_INVISIBLE 1:5-1:${5 + character.length}`])
      expect(found!.actual).toBe(`<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`)
    }
  })

  it.each([
    ['a joiner between letters', 'ba\u200dsh'],
    ['a joiner at the end of an emoji', '👩\u200d'],
    ['a joiner before an emoji', 'a\u200d👩'],
    ['a non-joiner between Latin letters', 'ba\u200csh'],
    ['a variation selector behind a letter', 'bash\ufe0f'],
    ['a variation selector behind a digit that is no keycap', 'id-1\ufe0f'],
    ['a row of variation selectors that spells a message', '😀\u{e0100}\u{e0101}'],
    ['a variation selector with nothing before it', '\n\ufe0f'],
  ])('%s', (_name, text) => expect(codesOf(check(text))).toEqual(['E_INVISIBLE']))

  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a profession with a skin tone', '👩🏽‍💻'],
    ['a heart on fire', '❤️‍🔥'],
    ['a flag', '🏳️‍🌈'],
    ['a keycap', '1️⃣ #️⃣'],
    ['a sign with a text style', '☎︎ ‼️'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष'],
    ['an ideograph variant', '葛\u{e0100}'],
    ['a BOM at the start', '\ufeffa'],
  ])('but not %s', (_name, text) => expect(check(text)).toEqual([]))

  it('D61 half a surrogate pair, which only a message can hold', () => {
    expect(placesOf(check('a\ud83d b\ude00'))).toEqual(['E_INVISIBLE 1:2-1:3', 'E_INVISIBLE 1:5-1:6'])
  })
})

describe('G88 many of them', () => {
  it.each([
    ['NUL, as a disk leaves a file after a power loss', '\0', 'E_CONTROL_CHARACTER'],
    ['tag characters', '\u{e0041}', 'E_INVISIBLE'],
  ])('20 are shown and the rest counted: %s', (_name, character, code) => {
    const diagnostics = check(`x${character.repeat(1000)}`)
    expect(diagnostics).toHaveLength(21)
    expect(codesOf(diagnostics)).toEqual([code])
    expect(diagnostics.at(-1)!.message).toMatch(/^980 more/)
  })
})

describe('G88 the same written as an escape can be seen, so it is a warning', () => {
  it.each([
    ['JSON', json('["\\u202e"]')],
    ['JSON, a key', json('{"\\u001b[2J": 1}')],
    ['YAML', yaml('- "\\e[2J"')],
    ['YAML, a key', yaml('"\\u200b": 1')],
  ])('%s', (_name, { diagnostics }) => {
    expect(diagnostics).toHaveLength(1)
    expect(diagnostics[0]!.severity).toBe('warning')
    expect(diagnostics[0]!.code).toMatch(/^E_(CONTROL_CHARACTER|INVISIBLE)$/)
  })

  it.each([
    ['JSON', json('["\\ud800"]')],
    ['YAML', yaml('- "\\ud800"')],
  ])('D61 but half a surrogate pair could not be written again: an error in %s', (_name, { diagnostics }) => {
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['E_INVISIBLE error'])
  })

  it.each([
    ['an emoji as a pair', json('["\\ud83d\\ude00"]')],
    ['line ends and tabs', json('["\\n\\r\\t"]')],
    ['a family', json('["👨\\u200d👩"]')],
    ['YAML', yaml('- "\\n\\t \\\\ 👨\\u200d👩"')],
  ])('and nothing is wrong with %s', (_name, { diagnostics }) => expect(diagnostics).toEqual([]))
})

it('G88 every diagnostic stands at the character it names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      for (const { range, actual } of check(`a${text}`)) {
        if (actual === undefined) continue
        const point = `a${text}`.codePointAt(range!.start.offset)!
        expect(actual).toBe(`<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`)
      }
    }),
    { numRuns: 2000 },
  )
})
