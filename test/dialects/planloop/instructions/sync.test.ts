import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constitution } from '../../../../src/dialects/planloop/instructions/constitution.ts'
import { markerIn, ourPart } from '../../../../src/dialects/planloop/instructions/markers.ts'
import { instructionsFor } from '../../../../src/dialects/planloop/instructions/sync.ts'

const part = ourPart('\n')
const [begin = '', ...body] = part.split('\n').slice(0, -1)
const end = '<!-- planloop:end -->'
const older = ['<!-- planloop:begin 0123456789abcdef -->', '# An older text', 'with other rules', end].join('\n')

describe('the constitution', () => {
  it('is short', () => expect(constitution.split('\n').length).toBeLessThanOrEqual(60))

  it('is such that nobody changes it by the way', () => {
    expect(constitution).toMatch(/^[\n\x20-\x7e]*$/)
    expect(constitution).not.toMatch(/[ \t]$/m)
    expect(constitution.split('\n').filter((line) => line.length > 140)).toEqual([])
  })
})

describe('instructionsFor', () => {
  it.each<[string, string | undefined, string]>([
    ['no file', undefined, `${part}\n`],
    ['an empty file', '', `${part}\n`],
    ['a file of blanks', '\n\n', `\n\n${part}\n`],
    ['only a BOM', '\ufeff', `\ufeff${part}\n`],
    ["a person's file", '# Mine\n', `# Mine\n\n${part}\n`],
    ["a person's file without a last line end", '# Mine', `# Mine\n\n${part}\n`],
    ['an older part', `${older}\n`, `${part}\n`],
    ['an older part with text around', `# Mine\n\n${older}\n\nMore.\n`, `# Mine\n\n${part}\n\nMore.\n`],
    ['two parts', `a\n${older}\nb\n${part}\nc\n`, `a\n${part}\nb\nc\n`],
    ['a part that was edited', part.replace('# How', '# Why'), part],
    ['a part whose end is missing, at the end of the file', `a\n${begin}\n${body.join('\n')}\n`, `a\n${part}\n`],
    ['a part whose end is missing, before text', `${begin}\n${body.join('\n')}\nMine.\n`, `${part}\nMine.\n`],
    [
      'an edited part whose end is missing: whose text it is cannot be told',
      `${begin}\nWho wrote this?\n`,
      `${part}\nWho wrote this?\n`,
    ],
    ['two beginnings and one end', `${begin}\nMine.\n${older}\n`, `${part}\nMine.\n`],
    ['an end without a beginning', `Mine.\n${end}\nMore.\n`, `Mine.\n${part}\nMore.\n`],
    ['two ends', `${older}\nMine.\n${end}\n`, `${part}\nMine.\n`],
    ['a marker that lost its tail', `${begin.slice(0, 30)}\nx\n${end}\n`, `${part}\n`],
    ['markers with blanks around', `  ${begin} \nx\n\t${end}\t\n`, `${part}\n`],
  ])('%s', (_title, current, content) => {
    expect(instructionsFor(current)).toEqual({ inSync: current === content, content })
    expect(instructionsFor(content)).toEqual({ inSync: true, content })
  })

  it('is in sync without a last line end', () => expect(instructionsFor(part).inSync).toBe(true))

  it("takes a text for a person's that only speaks of the markers", () => {
    const text = `Keep \`${end}\` where it is.\n<!-- planloop:begin --> and more\n`
    expect(instructionsFor(text).content).toBe(`${text}\n${part}\n`)
  })

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('writes the line ends of the file: %s', (_title, lineEnd) => {
    const text = ['# Mine', '', older.replaceAll('\n', lineEnd), 'More.', ''].join(lineEnd)
    const { content } = instructionsFor(text)
    expect(content).toBe(['# Mine', '', ourPart(lineEnd), 'More.', ''].join(lineEnd))
    expect(instructionsFor(content).inSync).toBe(true)
  })

  it('comes back in sync when a program turned all line ends', () => {
    const { content } = instructionsFor('# Mine\n')
    expect(instructionsFor(content.replaceAll('\n', '\r\n')).inSync).toBe(true)
  })
})

describe('with any text', () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    fc.constantFrom(begin, end, older, part, begin.slice(0, 25), '<!-- planloop:end', '', body.join('\n')),
  )
  const file = fc
    .tuple(
      fc.constantFrom('', '\ufeff'),
      fc.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '\r', '')), { maxLength: 12 }),
    )
    .map(([bom, pieces]) => bom + pieces.flat().join(''))

  it('is in sync after one writing and stays as it is', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { content } = instructionsFor(text)
        expect(instructionsFor(content)).toEqual({ inSync: true, content })
      }),
      { numRuns: 2000 },
    )
  })

  it('holds our part once, and every line of a person in its order', () => {
    const mine = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
      .filter((line) => markerIn(line) === undefined)
    const lines = fc.array(mine, { maxLength: 6 })
    const ours = fc.constantFrom(begin, end, part, older)
    fc.assert(
      fc.property(lines, ours, lines, ours, lines, (a, x, b, y, c) => {
        // Between a beginning and an end everything is ours, also what a person wrote there.
        const isInside = x === begin && y === end
        const { content } = instructionsFor([...a, x, ...b, y, ...c].join('\n'))
        expect(content.split(part).length).toBe(2)
        const kept = content
          .replace(part, '')
          .split('\n')
          .filter((line) => line !== '')
        expect(kept).toEqual([...a, ...(isInside ? [] : b), ...c])
      }),
      { numRuns: 2000 },
    )
  })
})
