import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, parseDocument, stringify } from 'yaml'
import { toData } from '../../../src/dialects/shared/data.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import { dataOf, nodesOf, sourceOf, yaml } from './read.ts'
import { key, styles, tree } from './yaml-arbitrary.ts'

describe('what another program writes is read as it was meant', () => {
  it('for any tree of strings, in every style', () => {
    fc.assert(
      fc.property(fc.dictionary(key, tree), styles, (data, style) => {
        const text = stringify(data, style)
        const reading = yaml(text)
        expect(reading.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        // Not the data: the library's own writer loses a blank here and there in folded blocks.
        expect(dataOf(reading)).toEqual(parse(text, { schema: 'failsafe' }))
      }),
      { numRuns: 1000 },
    )
  })

  it('and our handling of comments and tokens changes nothing: what the library alone reads, and refuses, so do we', () => {
    // No tab and no `? `: behind a comment the library reads them in another way than behind a blank line.
    const piece = pieces(
      `a|b|: |:|- |\n|\n  |\n | |"|'|\\|[|]|{|}|,|#| # c|\n# c|\n    # c|\n\n|>-|\r\n|@|a: |a:\n|- a\n|\n  b: c`,
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 25 }), (parts) => {
        const text = parts.join('')
        const { diagnostics, root } = yaml(text)
        const library = parseDocument(text, { schema: 'failsafe', uniqueKeys: false })
        const [fault] = diagnostics.filter(({ code }) => code === 'E_YAML')
        if (fault?.message.startsWith('A key has to be text')) return
        // In `{a: b\n# c\n}` the library misses a blank before the comment, which starts its line.
        const errors = library.errors.filter(
          ({ message, pos }) => !message.startsWith('Comments') || text[pos[0] - 1] !== '\n',
        )
        expect(fault === undefined, fault?.message).toBe(errors.length === 0)
        if (diagnostics.length === 0) expect(toData(root!)).toEqual(JSON.parse(JSON.stringify(library.toJS(), noNull)))
      }),
      { numRuns: 5000 },
    )
  })

  it('and any text at all gives a tree or a diagnostic', () => {
    const piece = pieces(
      `a|: |- |? |\n|\n  | |\t|"|'|\\|[|]|{|}|,|#| # c|>-|&a |*a|!t |---\n|...\n|%YAML 1.1\n|\r\n|\r|@|<<: |\ufeff|\x02|\x1f|\x18`,
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (parts) => {
        const source = sourceOf(`x${parts.join('')}`)
        const span = { start: 1, end: source.text.length }
        const { root, diagnostics } = readYaml(source, span)
        const places = diagnostics.map(({ range }) => ({ start: range!.start.offset, end: range!.end.offset }))
        for (const { start, end } of [...places, ...(root === undefined ? [] : nodesOf(root))]) {
          expect(start).toBeGreaterThanOrEqual(span.start)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(span.end)
        }
        expect(root !== undefined || diagnostics.length > 0).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })
})

/** Any of the given pieces, `|` between them, or a `|` itself. */
const pieces = (all: string) => fc.constantFrom('|', '|+\n', ...all.split('|'))

/** Where nothing is written the library says null and we say nothing. */
const noNull = (_key: string, value: unknown): unknown => value ?? ''
