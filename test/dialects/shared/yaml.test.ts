import { describe, expect, it } from 'vitest'
import { Composer } from 'yaml'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { asMap, codesOf, dataOf, nodesOf, placesOf, yaml } from './read.ts'

describe('D51 D52 D55 anchors, aliases and merge keys are refused one by one', () => {
  const levels = 'abcdefghij'.split('')
  const line = (name: string, before: string) => `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`
  const laughs = levels.map((name, i) => (i === 0 ? 'a: &a [x]' : line(name, levels[i - 1]!))).join('\n')

  it('D51 billion laughs', () => {
    const reading = yaml(laughs)
    expect(codesOf(reading.diagnostics)).toEqual(['E_YAML_ALIAS'])
    expect(reading.diagnostics).toHaveLength(10 + 9 * 9)
    expect(asMap(reading.root).entries.get('b')!.value).toMatchObject({
      kind: 'list',
      items: Array(9).fill({ value: '*a' }),
    })
  })

  it.each<[string, string, string[], unknown]>([
    ['D52 a list that holds itself', 'a: &x [*x]', ['E_YAML_ALIAS 1:4-1:6', 'E_YAML_ALIAS 1:8-1:10'], { a: ['*x'] }],
    ['D52 a mapping that holds itself', '&x\na: *x', ['E_YAML_ALIAS 1:1-1:3', 'E_YAML_ALIAS 2:4-2:6'], { a: '*x' }],
    ['an alias without its anchor', 'a: *b', ['E_YAML_ALIAS 1:4-1:6'], { a: '*b' }],
    ['an alias as a key', '*a : b\nc: d', ['E_YAML_ALIAS 1:1-1:3'], { c: 'd' }],
    ['a glob that looks like an alias', 'files: [*.ts]', ['E_YAML_ALIAS 1:9-1:13'], { files: ['*.ts'] }],
    ['D55 a merge key', 'a: 1\n<<: {a: 2, b: 3}', ['E_YAML_ALIAS 2:1-2:3'], { a: '1' }],
    ['D55 a merge key in a flow mapping', 'x: {<<: {a: 2}}', ['E_YAML_ALIAS 1:5-1:7'], { x: {} }],
    ['in quotes it is text', '"<<": 1\nb: "*a"\nc: \'&a\'', [], { '<<': '1', b: '*a', c: '&a' }],
  ])('%s', (_name, text, places, data) => {
    const reading = yaml(text)
    expect(placesOf(reading.diagnostics)).toEqual(places)
    expect(dataOf(reading)).toEqual(data)
  })

  it('D55 a merge key with many aliases', () => {
    const { diagnostics } = yaml(`a: &a {b: c}\nd:\n  <<: [${Array(5000).fill('*a').join(', ')}]\n`)
    expect(codesOf(diagnostics)).toEqual(['E_YAML_ALIAS'])
    expect(diagnostics).toHaveLength(101)
    expect(diagnostics.some(({ message }) => message.startsWith('4902 more'))).toBe(true)
  })
})

describe('D53 what is nested too deep is refused before it is parsed', () => {
  const blockMaps = (levels: number) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:\n`).join('')

  it.each([
    ...[65, 1000, 5000, 20_000, 300_000].map((n) => [`[ × ${n}`, '['.repeat(n)]),
    ['[ and ] × 20 000', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['{a: × 20 000', '{a: '.repeat(20_000)],
    ['[a: × 20 000', '[a: '.repeat(20_000)],
    ['- × 20 000', '- '.repeat(20_000)],
    ['? × 20 000', '? '.repeat(20_000)],
    ['- ? × 20 000', '- ? '.repeat(20_000)],
    ['a: × 20 000 on one line', 'a: '.repeat(20_000)],
    ['block mappings × 2000', blockMaps(2000)],
    ['block mappings × 65', blockMaps(65)],
    ['after a good start', `a: 1\nb: ${'['.repeat(100)}`],
  ])('%s', (_name, text) => {
    const { root, diagnostics } = yaml(text!)
    expect(root).toBeUndefined()
    expect(codesOf(diagnostics)).toContain('E_TOO_DEEP')
  })

  it.each([
    ['flow', '['.repeat(64) + ']'.repeat(64)],
    ['block', blockMaps(64)],
    ['lists on one line', `${'- '.repeat(64)}x`],
  ])('64 levels are read: %s', (_name, text) => {
    expect(yaml(text).diagnostics).toEqual([])
    expect([...nodesOf(yaml(text).root!)].length).toBeGreaterThanOrEqual(64)
  })

  it('the place is that of the first level too many', () => {
    expect(placesOf(yaml(`a: ${'['.repeat(70)}`).diagnostics)).toEqual(['E_TOO_DEEP 1:67-1:68'])
  })

  it('no setting takes it to where the stack ends', () => {
    const limits = { ...defaultLimits, nesting: 1e9 }
    for (const text of ['['.repeat(100_000), '{a: '.repeat(100_000), '- '.repeat(100_000)]) {
      expect(codesOf(yaml(text, limits).diagnostics)).toContain('E_TOO_DEEP')
    }
    expect(yaml('['.repeat(400) + ']'.repeat(400), limits).diagnostics).toEqual([])
  })
})

describe('D54 D60 keys', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `key${i}: v\n`).join('')

  it('D54 20 000 in one mapping are refused at the first too many', () => {
    const { root, diagnostics } = yaml(keys(20_000))
    expect(placesOf(diagnostics)).toEqual(['E_TOO_MANY_KEYS 1001:1-1001:8'])
    expect(asMap(root).entries.size).toBe(1000)
  })

  it('D54 in a flow mapping too', () => {
    expect(codesOf(yaml(`{${keys(20_000).replaceAll('\n', ', ')}}`).diagnostics)).toEqual(['E_TOO_MANY_KEYS'])
  })

  it('D54 1000 are read', () => expect(yaml(keys(1000)).diagnostics).toEqual([]))

  it.each([
    ['block', 'a: 1\nb: 2\na: 3', ['E_DUPLICATE_KEY 3:1-3:2'], '1:1'],
    ['flow', '{a: 1, a: 3}', ['E_DUPLICATE_KEY 1:8-1:9'], '1:2'],
    ['once in quotes', 'a: 1\n"a": 3', ['E_DUPLICATE_KEY 2:1-2:4'], '1:1'],
    ['by an escape', 'a: 1\n"\\x61": 3', ['E_DUPLICATE_KEY 2:1-2:7'], '1:1'],
    ['deep inside', 'x:\n  - a: 1\n    a: 3', ['E_DUPLICATE_KEY 3:5-3:6'], '2:5'],
    ['composed and not', 'x: 0\né: 1\ne\u0301: 2', ['E_DUPLICATE_KEY 3:1-3:3'], '2:1'],
    ['not composed first', 'e\u0301: 1\né: 2', ['E_DUPLICATE_KEY 2:1-2:2'], '1:1'],
    ['merge keys apart', 'toString: 1\ntoString: 2', ['E_DUPLICATE_KEY 2:1-2:9'], '1:1'],
  ])('D60 a key that stands twice: %s', (_name, text, places, first) => {
    const { diagnostics } = yaml(text)
    expect(placesOf(diagnostics)).toEqual(places)
    const { line, column } = diagnostics[0]!.related![0]!.range!.start
    expect(`${line}:${column}`).toBe(first)
  })

  it('D60 the first value is kept', () => expect(dataOf(yaml('a: 1\na: 2'))).toEqual({ a: '1' }))

  it('D60 keys that differ in case are two keys', () => {
    expect(dataOf(yaml('id: 1\nID: 2'))).toEqual({ id: '1', ID: '2' })
  })

  it.each([
    ['a list', '? [a, b]\n: c\nd: e'],
    ['a mapping', '{a: b}: c\nd: e'],
  ])('a key that is %s', (_name, text) => {
    const reading = yaml(text)
    expect(codesOf(reading.diagnostics)).toEqual(['E_YAML'])
    expect(dataOf(reading)).toEqual({ d: 'e' })
  })
})

describe('D58 tags are not obeyed', () => {
  it.each<[string, string, unknown]>([
    ['JavaScript', 'a: !!js/function "function () { process.exit(7) }"', { a: 'function () { process.exit(7) }' }],
    ['Python', 'a: !!python/object/apply:os.system ["id"]', { a: ['id'] }],
    ['unknown', 'a: !thing b', { a: 'b' }],
    ['verbatim', 'a: !<tag:example.com,2026:x> b', { a: 'b' }],
    ['a number', 'a: !!int 007', { a: '007' }],
    ['binary', 'a: !!binary aGk=', { a: 'aGk=' }],
    ['a set', 'a: !!set {b, c}', { a: { b: '', c: '' } }],
    ['an ordered map', 'a: !!omap [b: 1]', { a: [{ b: '1' }] }],
    ['a merge', 'a: !!merge "<<"', { a: '<<' }],
    ['on a key', '!!str a: b', { a: 'b' }],
    ['on nothing', 'a: !!null', { a: '' }],
    ['with a prefix of its own', '%TAG !e! tag:example.com,2026:\n---\na: !e!x b', { a: 'b' }],
  ])('%s', (_name, text, data) => {
    const reading = yaml(text)
    expect(reading.diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['E_YAML_TAG warning'])
    expect(dataOf(reading)).toEqual(data)
  })

  it('30 000 of them become 100 and a count', () => {
    const { diagnostics } = yaml('- !a b\n'.repeat(30_000))
    expect(diagnostics).toHaveLength(101)
    expect(codesOf(diagnostics)).toEqual(['E_YAML_TAG'])
  })
})

describe('D59 every scalar is the string that was written', () => {
  it.each(
    'no yes on off true false null ~ Null 007 1e3 1.10 0x1F 0o17 1_000 .inf .nan -0 +1 2026-01-23 2026-01-23T10:00:00Z 12:30 12:30:45 = 1.2.3 a:b -x ?x'.split(
      ' ',
    ),
  )('%s', (word) => {
    expect(dataOf(yaml(`id: ${word}`))).toEqual({ id: word })
    expect(dataOf(yaml(`id: [${word}]`))).toEqual({ id: [word] })
    expect(dataOf(yaml(`${word}: x`))).toEqual({ [word]: 'x' })
    expect(yaml(`id: ${word}`).diagnostics).toEqual([])
  })

  it.each<[string, string, string]>([
    ['nothing', 'a:', ''],
    ['an empty text', 'a: ""', ''],
    ['single quotes', "a: 'it''s'", "it's"],
    ['double quotes', 'a: "tab\\t\\u00e9"', 'tab\té'],
    ['a comment behind', 'a: b # c', 'b'],
    ['a # inside', 'a: b#c', 'b#c'],
    ['two lines', 'a: b\n  c', 'b c'],
    ['a literal block', 'a: |\n  b\n   c\n', 'b\n c\n'],
    ['a folded block', 'a: >-\n  b\n  c\n', 'b c'],
    ['a literal block that keeps its end', 'a: |+\n  b\n\n', 'b\n\n'],
    ['a literal block with a comment at its head', 'a: | # c\n  b # d\n', 'b # d\n'],
    ['CRLF', 'a: |\r\n  b\r\n  c\r\n', 'b\nc\n'],
    ['lone CR', 'a: |\r  b\r  c\r', 'b\nc\n'],
  ])('%s', (_name, text, value) => {
    expect(dataOf(yaml(text))).toEqual({ a: value })
    expect(yaml(text).diagnostics).toEqual([])
  })

  it.each([
    ['only a comment', '# c\n'],
    ['only blanks', ' \n\n'],
    ['only the mark of a document', '---\n'],
  ])('%s is an empty scalar', (_name, text) => {
    expect(yaml(text)).toMatchObject({ root: { kind: 'scalar', style: 'plain', value: '' }, diagnostics: [] })
  })
})

describe('D62 size', () => {
  it.each([
    ['a 5 MB scalar', `a: ${'x'.repeat(5_000_000)}`],
    ['a 5 MB scalar in quotes', `a: "${'\\n'.repeat(2_500_000)}"`],
    ['a 5 MB block', `a: |\n${'  x\n'.repeat(900_000)}`],
    ['a 1 MB line', 'x'.repeat(1_000_000)],
    ['a million line ends', `a: 1\n${'\r\n'.repeat(999_000)}`],
    ['a million items', '- a\n'.repeat(999_000)],
    ['8 MB of brackets', '[],'.repeat(2_700_000)],
  ])('%s', (_name, text) => {
    const { root, diagnostics } = yaml(text)
    expect(root).toBeUndefined()
    expect(codesOf(diagnostics)).toContain('E_TOO_LARGE')
  })

  it('blank lines and then comments, which the parser would compare with each other', () => {
    const reading = yaml(`a: |\n    x\n${'\n'.repeat(150_000)}${'  # c\n'.repeat(45_000)}b: 1\n`)
    expect(reading.diagnostics).toEqual([])
    expect(dataOf(reading)).toEqual({ a: 'x\n', b: '1' })
  })
})

describe('every fault of the YAML is told with its place', () => {
  it.each<[string, string, string[]]>([
    ['a second colon', 'title: Fix: it', ['E_YAML 1:8-1:9']],
    ['a tab as indentation', 'a:\n\t- b', ['E_YAML 2:1-2:2']],
    ['a quote that is not closed', 'a: "x', ['E_YAML 1:6-1:6']],
    ['a bracket that is not closed', 'a: [b', ['E_YAML 1:6-1:6']],
    ['a key without a colon', 'a: 1\nb\nc: 2', ['E_YAML 2:1-2:2']],
    ['a second document', 'a: 1\n---\nb: 2', ['E_YAML 2:1-2:4']],
    ['a second document without content', 'a: 1\n---\n', ['E_YAML 2:1-2:4']],
    ['a second document behind the end of the first', 'a: 1\n...\nb: 2', ['E_YAML 3:1-3:4']],
    ['a reserved character', 'a: @b\nc: `d`', ['E_YAML 1:4-1:5', 'E_YAML 2:4-2:5']],
    ['an escape that does not exist', 'a: "\\q"', ['E_YAML 1:5-1:6']],
    ['a comment without a blank', 'a: "b"#c', ['E_YAML 1:7-1:9']],
    ['an item on the line of its key', 'a: - b', ['E_YAML 1:4-1:5', 'E_YAML 1:6-1:7']],
    ['items that do not line up', 'a:\n- b: c\n - d: e', ['E_YAML 3:2-3:3']],
    ['keys that do not line up', 'a:\n  b: 1\n c: 2', ['E_YAML 3:1-3:2']],
    ['a mapping behind a list', '- a\nb: c', ['E_YAML 2:1-2:2', 'E_YAML 2:2-2:3']],
    ['a bracket too many', 'a: b]\nc: ]', ['E_YAML 2:4-2:5']],
    ['several at once', 'a: "\\q"\nb: @c\nd: &e f', ['E_YAML 1:5-1:6', 'E_YAML 2:4-2:5', 'E_YAML_ALIAS 3:4-3:6']],
  ])('%s', (_name, text, places) => expect(placesOf(yaml(text).diagnostics)).toEqual(places))

  it('the library hands its faults to us and makes no errors of its own', () => {
    // Would fail if a new release of the library renamed the collector that `compose` replaces.
    const composer = new Composer()
    expect(Object.hasOwn(composer, 'onError')).toBe(true)
  })
})
