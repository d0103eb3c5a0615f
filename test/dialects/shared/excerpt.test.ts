import { expect, it } from 'vitest'
import { excerpt } from '../../../src/dialects/shared/excerpt.ts'

it.each([
  ['short', 'abc', 'abc'],
  ['exactly long enough', 'abcde', 'abcde'],
  ['too long', 'abcdef', 'abcde…'],
  ['of several lines', 'ab\ncd', 'ab…'],
  ['of several lines, CR', 'ab\rcd', 'ab…'],
  ['cut inside a pair', 'abcd😀', 'abcd…'],
  ['with the pair before the cut', 'abc😀d', 'abc😀…'],
  ['empty', '', ''],
])('an excerpt of a text that is %s', (_name, text, expected) => expect(excerpt(text, 5)).toBe(expected))
