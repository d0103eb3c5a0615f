import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepEnd } from '../../../src/plan/diagnostics/keep-end.ts'
import { displayWidth } from '../../../src/plan/diagnostics/width.ts'
import { wrap } from '../../../src/plan/diagnostics/wrap.ts'
import { anyText } from './arbitrary.ts'

describe('wrap', () => {
  it.each([
    ['fits', 'one two', ['one two']],
    ['fits exactly', '0123456789', ['0123456789']],
    ['at a space', 'one two three four', ['one two', 'three four']],
    ['space at the edge', '0123456789 next', ['0123456789', 'next']],
    ['word wider than the line', 'a 01234567890123', ['a', '0123456789', '0123']],
    ['wide characters', '漢字漢字漢字', ['漢字漢字漢', '字']],
    ['controls', 'a\x1b[2J\nb', ['a^[[2J^Jb']],
    ['nothing', '', ['']],
    ['a text that never ends', 'abc '.repeat(1000), [...Array.from({ length: 10 }, () => 'abc abc'), '…']],
  ])('%s', (_, text, lines) => {
    expect(wrap(text, 10)).toEqual(lines)
  })

  it('never goes beyond its room', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 10, max: 60 }), (text, room) => {
        for (const line of wrap(text, room)) expect(displayWidth(line)).toBeLessThanOrEqual(room)
      }),
    )
  })
})

describe('keepEnd', () => {
  it.each([
    ['fits', 'plans/a.md', 'plans/a.md'],
    ['two too wide', 'plans/abc.md', '…ns/abc.md'],
    ['very long', `${'deep/'.repeat(2000)}a.md`, '…deep/a.md'],
    ['wide characters', '漢字漢字漢字', '…漢字漢字'],
    ['controls', '\x1b[2J.md', '^[[2J.md'],
  ])('%s', (_, path, shown) => {
    expect(keepEnd(path, 10)).toBe(shown)
  })

  it('never goes beyond its room', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 10, max: 60 }), (path, room) => {
        expect(displayWidth(keepEnd(path, room))).toBeLessThanOrEqual(room)
      }),
    )
  })
})
