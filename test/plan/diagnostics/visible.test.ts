import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from '../../../src/plan/diagnostics/visible.ts'
import { anyText } from './arbitrary.ts'
import { hostileTitles } from './hostile.ts'

describe('visible', () => {
  it.each(hostileTitles)('spells out: %s (H90)', (_, title, shown) => {
    expect(visible(title)).toBe(shown)
  })

  it.each([
    ['tab', 'a\tb', 'a^Ib'],
    ['soft hyphen', 'a\u00adb', 'a<U+00AD>b'],
    ['byte order mark', '\ufeffa', '<U+FEFF>a'],
    ['Hangul filler', 'a\u3164', 'a<U+3164>'],
    ['variation selector that hides text', 'a\u{e0121}', 'a<U+E0121>'],
    ['noncharacter', 'a\uffff', 'a<U+FFFF>'],
    ['joiner outside of an emoji', 'a\u200db', 'a<U+200D>b'],
    ['joiner after an emoji', '👩\u200d!', '👩<U+200D>!'],
    ['joiner before an emoji', 'a\u200d👩', 'a<U+200D>👩'],
    ['joiner after a hidden selector', 'a\ufe0f\u200d👩', 'a<U+FE0F><U+200D>👩'],
    ['selector on a letter', 'a\ufe0f', 'a<U+FE0F>'],
    ['second selector', '❤\ufe0f\ufe0f', '❤\ufe0f<U+FE0F>'],
    ['digit with a selector that makes no keycap', '1\ufe0f', '1<U+FE0F>'],
    ['flag made of tags', '🏴\u{e0067}\u{e007f}', '🏴<U+E0067><U+E007F>'],
  ])('spells out: %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it.each([
    '',
    'plain text',
    'Grüße, 漢字, العربية, é, e\u0301',
    '👩\u200d💻',
    '🧑🏽\u200d🚀',
    '❤\ufe0f\u200d🔥',
    '1\ufe0f\u20e3',
    '↩\ufe0e',
    '🇩🇪',
  ])('leaves alone: %s', (text) => {
    expect(visible(text)).toBe(text)
  })

  it('shows a tab as asked', () => {
    expect(visible('a\tb', { tab: '  ' })).toBe('a  b')
  })

  it('leaves nothing hidden in any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(hiddenIn(visible(text))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('does not change what it has made', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(visible(text))).toBe(visible(text))
      }),
    )
  })

  it('takes long runs of what may join (no backtracking)', () => {
    for (const unit of ['\u200d', '\ufe0f', '👩\u200d', '❤\ufe0f', '1\ufe0f', '\x1b[', '\u0301']) {
      const text = unit.repeat(200_000)
      expect(visible(text).length).toBeGreaterThanOrEqual(text.length)
    }
  })
})

/** Character by character, with another definition of an emoji sequence than the one under test. */
function hiddenIn(text: string): string[] {
  const withoutEmoji = text.replace(
    /\p{ExtPict}[\ufe0f\p{EMod}]?(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?)+|\p{ExtPict}[\ufe0e\ufe0f]|[0-9#*]\ufe0f\u20e3/gu,
    '',
  )
  return Array.from(withoutEmoji).filter((char) => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\ufe0f/u.test(char))
}
