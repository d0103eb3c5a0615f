import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { readFull } from '../../../src/dialects/shared/yaml/full.ts'
import { readPlain } from '../../../src/dialects/shared/yaml/plain.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { sourceOf } from './read.ts'

/** What the quick reader makes of a text, after making sure that the library makes the same of it, if it is anything. */
function quick(text: string) {
  if (text === '' || text === '\ufeff') return undefined
  // It stands in the middle of something else, as front matter does.
  const source = sourceOf(`---\n${text}---\n`)
  const span = { start: 4, end: 4 + text.length }
  const root = readPlain(source.text, span, defaultLimits)
  if (root !== undefined) {
    expect({ root, diagnostics: [] }, JSON.stringify(text)).toEqual(readFull(source, span, defaultLimits))
    expect([...root.entries.keys()]).toEqual([...root.entries.values()].map(({ key }) => key.value))
  }
  return root
}

const example = `# what a task looks like
id: set-up-db
title: "Set up: the database"
depends_on: [schema, 'the plan', "x, y"]

agent: claude-code
priority: -5
# its parts
subtasks:
  - Create the file, then "check" it
  - 'Add indexes: all'
  - https://example.org/a#b
files: []
tags:
- über
-   last
timeout: 300s
empty:
`

describe('the quick reader reads', () => {
  it.each([
    ['an example', example],
    ['line endings of Windows', example.replaceAll('\n', '\r\n')],
    ['no line ending at the end', example.trimEnd()],
    ['one field', 'id: a\n'],
    ['blanks at the ends', 'id:   a b   \nl: [ a ,  b ]  \n'],
    ['an empty list', 'a: []\nb: [ ]\n'],
    ['an empty field', 'a:\nb: c\n'],
    ['names from JavaScript', '__proto__: a\nconstructor: b\n'],
  ])('%s', (_name, text) => expect(quick(text)).toBeDefined())
})

describe('the quick reader leaves to the library', () => {
  it.each([
    ['nothing', '\n'],
    ['comments alone', '# a\n'],
    ['a mapping in a line', 'a: b: c\n'],
    ['a comment behind a value', 'a: b # c\n'],
    ['a comment behind a list', 'a: [b] # c\n'],
    ['a value on two lines', 'a: b\n  c\n'],
    ['a value on the next line', 'a:\n  b\n'],
    ['escapes', 'a: "b\\n"\n'],
    ['doubled quotes', "a: 'b''c'\n"],
    ['a block', 'a: |\n  b\n'],
    ['an anchor', 'a: &b c\n'],
    ['an alias', 'a: *b\n'],
    ['a tag', 'a: !b c\n'],
    ['a merge key', '<<: a\n'],
    ['a key twice', 'a: b\na: c\n'],
    ['a tab', 'a:\tb\n'],
    ['a lone CR', 'a: b\rc: d\n'],
    ['a second document', 'a: b\n---x\n'],
    ['the end of a document', 'a: b\n...\n'],
    ['a list on top', '- a\n'],
    ['a list in a list', 'a:\n  - - b\n'],
    ['a mapping in a list', 'a:\n  - b: c\n'],
    ['items that do not line up', 'a:\n  - b\n   - c\n'],
    ['a comma too much', 'a: [b, ]\n'],
    ['a bracket that is not closed', 'a: [b\n'],
    ['a mapping in brackets', 'a: [b: c]\n'],
    ['a mapping', 'a: {b: c}\n'],
    ['a BOM', '\ufeffa: b\n'],
    ['a no-break space', 'a: \u00a0b\n'],
  ])('%s', (_name, text) => expect(quick(text)).toBeUndefined())

  it('more than a limit allows', () => {
    const read = (text: string, limits: object) =>
      readPlain(text, { start: 0, end: text.length }, { ...defaultLimits, ...limits })
    expect(read(example, { keys: 3 })).toBeUndefined()
    expect(read(example, { nesting: 1 })).toBeUndefined()
    expect(read(example, { text: 100 })).toBeUndefined()
    expect(read(example, { yamlTokens: 100 })).toBeUndefined()
  })
})

describe('what the quick reader reads, it reads as the library does', () => {
  const marks = ['\n', '\r\n', '\r', ' ', '  ', '\t', ':', ': ', ' #', '#', '- ', '-', '---\n', '...\n', '[', ']', ', ']
  const more = ['{', '}', '"', "'", "''", '\\', '|', '>', '&a', '*a', '!a', '?', '? ', '%', '@', '`', '~', '<<: ', '\0']
  const words = [
    'a',
    'b c',
    'é',
    '漢',
    '👩‍💻',
    'e\u0301',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\u0085',
    '\ufffe',
    'no',
    '007',
    '-1',
  ]
  const piece = fc.constantFrom(...marks, ...more, ...words, 'key: ', 'id:\n', 'id: x\n', '  - item\n')

  it('every prefix and every text without one character of an example', () => {
    for (const text of [example, example.replaceAll('\n', '\r\n')]) {
      for (let at = 0; at <= text.length; at++) {
        quick(text.slice(0, at))
        quick(text.slice(0, at) + text.slice(at + 1))
      }
    }
  })

  it(`an example into which something was put, or two things (seed ${seed})`, () => {
    const place = fc.nat(example.length)
    fc.assert(
      fc.property(place, piece, place, piece, fc.boolean(), (at, one, from, other, isWindows) => {
        const text = example.slice(0, at) + one + example.slice(at)
        const twice = text.slice(0, from) + other + text.slice(from)
        quick(isWindows ? text.replaceAll('\n', '\r\n') : text)
        quick(twice)
      }),
      { seed, numRuns: rounds(3000, 100_000) },
    )
  })

  it(`pieces in any order (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        quick(pieces.join(''))
        quick(`a: ${pieces.join('')}\n`)
        quick(`a: [${pieces.join('')}]\n`)
        quick(`a:\n  - ${pieces.join('')}\nb: c\n`)
      }),
      { seed, numRuns: rounds(3000, 100_000) },
    )
  })

  it(`any values (seed ${seed})`, () => {
    const value = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 8 }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        quick(values.map((one, which) => `k${which}: ${one}\n`).join(''))
        quick(values.map((one, which) => `k${which}: "${one}"\n`).join(''))
        quick(`k: [${values.join(', ')}]\n`)
        quick(`k:\n${values.map((one) => `  - ${one}\n`).join('')}`)
      }),
      { seed, numRuns: rounds(2000, 100_000) },
    )
  })
})
