import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../../src/dialects/shared/frontmatter.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import { asMap, dataOf, placesOf, sourceOf, written } from './read.ts'

function split(text: string) {
  const source = sourceOf(text)
  const { fields, body, diagnostics } = splitFrontMatter(source)
  return {
    fields: fields === undefined ? undefined : written(source, fields),
    body: written(source, body),
    places: placesOf(diagnostics),
  }
}

describe('D63 the two parts are found', () => {
  it.each<[string, string, string | undefined, string]>([
    ['plain', '---\nid: a\n---\nbody\n', 'id: a\n', 'body\n'],
    ['CRLF', '---\r\nid: a\r\n---\r\nbody\r\n', 'id: a\r\n', 'body\r\n'],
    ['lone CR', '---\rid: a\r---\rbody\r', 'id: a\r', 'body\r'],
    ['a BOM', '\ufeff---\nid: a\n---\nbody', 'id: a\n', 'body'],
    ['a BOM and nothing else', '\ufeffbody', undefined, 'body'],
    ['closed at the end of the file', '---\nid: a\n---', 'id: a\n', ''],
    ['closed by the last line', '---\nid: a\n---\n', 'id: a\n', ''],
    ['blanks behind the dashes', '---  \nid: a\n---\t \nbody', 'id: a\n', 'body'],
    ['empty', '---\n---\nbody', '', 'body'],
    ['none', '# Title\n', undefined, '# Title\n'],
    ['a line across the page first', '----\nid: a\n---\n', undefined, '----\nid: a\n---\n'],
    ['a blank line first', '\n---\nid: a\n---\n', undefined, '\n---\nid: a\n---\n'],
    ['dashes that are indented', ' ---\nid: a\n---\n', undefined, ' ---\nid: a\n---\n'],
    ['dashes in a literal block', '---\na: |\n  ---\n  x\nb: 1\n---\nbody', 'a: |\n  ---\n  x\nb: 1\n', 'body'],
    ['more dashes inside', '---\n# ----\nb: ----\n----\n---\nbody', '# ----\nb: ----\n----\n', 'body'],
    ['a language inside', '---\n---js\n---\nbody', '---js\n', 'body'],
    ['a code fence in the body', '---\nid: a\n---\n```\n---\nx\n---\n```\n', 'id: a\n', '```\n---\nx\n---\n```\n'],
    ['a second one in the body', '---\nid: a\n---\n---\nid: b\n---\n', 'id: a\n', '---\nid: b\n---\n'],
    ['D57 a second one with a language', '---\nid: a\n---\n---js\nx\n---\n', 'id: a\n', '---js\nx\n---\n'],
  ])('%s', (_name, text, fields, body) => expect(split(text)).toEqual({ fields, body, places: [] }))

  it('80 000 blank lines, before and after it is closed', () => {
    const blank = '\n'.repeat(80_000)
    expect(split(`---\n${blank}---\n${blank}`)).toEqual({ fields: blank, body: blank, places: [] })
    expect(split(`---\n${blank}`)).toMatchObject({ places: ['E_FRONTMATTER_OPEN 1:1-1:4'] })
    expect(split(`${blank}---`)).toMatchObject({ fields: undefined, places: [] })
  })

  it('80 000 blanks behind the dashes, or something else after them', () => {
    const blanks = ' '.repeat(80_000)
    expect(split(`---${blanks}\nid: a\n---${blanks}\n`)).toMatchObject({ fields: 'id: a\n', places: [] })
    expect(split(`---\n---${blanks}x\n---\n`)).toMatchObject({ fields: `---${blanks}x\n`, places: [] })
  })
})

describe('D63 front matter that is never closed', () => {
  it.each([
    ['nothing follows', '---'],
    ['fields follow', '---\nid: a\n'],
    ['the closing line is indented', '---\nid: a\n ---\n'],
    ['the closing line has more dashes', '---\nid: a\n----\n'],
    ['the closing line has text', '---\nid: a\n--- end\n'],
  ])('%s', (_name, text) => {
    expect(split(text)).toEqual({ fields: undefined, body: text, places: ['E_FRONTMATTER_OPEN 1:1-1:4'] })
  })
})

describe('D57 a language behind the dashes is refused and its text not read', () => {
  it.each(['---js', '---javascript', '---coffee', '---json', '--- yaml', '---\tjs', '---{"a":1}', '--- # comment'])(
    '%s',
    (line) => {
      const text = `\ufeff${line}\nmodule.exports = process.exit(7)\n---\nbody`
      const place = `E_FRONTMATTER_LANGUAGE 1:2-1:${line.length + 2}`
      expect(split(text)).toEqual({ fields: undefined, body: text.slice(1), places: [place] })
    },
  )
})

describe('D63 fields are read at their place in the file', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['lone CR', '\r'],
  ])('%s', (_name, end) => {
    const source = sourceOf(`\ufeff---\nid: a\ntitle: "b c"\n---\n# id: x\n`.replaceAll('\n', end))
    const { fields } = splitFrontMatter(source)
    const reading = readYaml(source, fields)
    expect(reading.diagnostics).toEqual([])
    expect(dataOf(reading)).toEqual({ id: 'a', title: 'b c' })
    const title = asMap(reading.root).entries.get('title')!
    expect(written(source, title)).toBe('title: "b c"')
    expect(source.lines.position(title.value.start)).toMatchObject({ line: 3, column: 8 })
  })

  it('a fault too', () => {
    const source = sourceOf('---\nid: a\nid: b\nx: *y\n---\nbody\n')
    const { diagnostics } = readYaml(source, splitFrontMatter(source).fields)
    expect(placesOf(diagnostics)).toEqual(['E_DUPLICATE_KEY 3:1-3:3', 'E_YAML_ALIAS 4:4-4:6'])
    expect(diagnostics[0]!.related![0]!.range!.start).toMatchObject({ line: 2, column: 1 })
  })
})

it('D63 for any text the parts and the dashes between them are the whole text', () => {
  const line = fc.constantFrom('---', '--- ', '---js', ' ---', 'id: a', '', '```', '----', '\ufeff---')
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end), { minLength: 1 }), (parts) => {
      const { text } = sourceOf(parts.flat().join(''))
      const { fields, body } = splitFrontMatter(sourceOf(text))
      expect(body.end).toBe(text.length)
      if (fields === undefined) {
        expect(body.start).toBe(text.startsWith('\ufeff') ? 1 : 0)
        return
      }
      expect(text.slice(0, fields.start)).toMatch(/^\ufeff?---[ \t]*(\r\n|\r|\n)$/)
      expect(text.slice(fields.end, body.start)).toMatch(/^---[ \t]*(\r\n|\r|\n)$/)
      expect(text.slice(fields.start, fields.end)).not.toMatch(/^---[ \t]*$/m)
    }),
    { numRuns: 2000 },
  )
})
