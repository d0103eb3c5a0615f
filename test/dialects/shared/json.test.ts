import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toData } from '../../../src/dialects/shared/data.ts'
import { readJson } from '../../../src/dialects/shared/json.ts'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { asMap, codesOf, dataOf, json, nodesOf, placesOf, sourceOf, written } from './read.ts'

describe('D64 what is nested too deep is refused before it is parsed', () => {
  it.each([
    ['[ × 65', '['.repeat(65)],
    ['[ × 100 000', '['.repeat(100_000)],
    ['[ and ] × 100 000', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['{"a": × 100 000', '{"a":'.repeat(100_000)],
    ['[{"a": × 100 000', '[{"a":'.repeat(100_000)],
    // A count of brackets would stay at 1 here, the parser goes down a level each time.
    ['[}, × 100 000', '[},'.repeat(100_000)],
    ['{], × 100 000', '{"a":{],'.repeat(100_000)],
    [']]]] before it', `${']'.repeat(1000)}${'['.repeat(100_000)}`],
    ['behind a text that is not closed', `["\n${'['.repeat(100_000)}`],
    ['behind a comment', `[// ]\n${'['.repeat(100_000)}`],
  ])('%s', (_name, text) => {
    const { root, diagnostics } = json(text)
    expect(root).toBeUndefined()
    expect(codesOf(diagnostics)).toEqual(['E_TOO_DEEP'])
  })

  it('64 levels are read', () => expect(json('['.repeat(64) + ']'.repeat(64)).diagnostics).toEqual([]))

  it('the place is that of the first level too many', () => {
    expect(placesOf(json(`{"a":\n${'['.repeat(70)}`).diagnostics)).toEqual(['E_TOO_DEEP 2:64-2:65'])
  })

  it('brackets inside a text are text', () => {
    expect(dataOf(json(`["${'['.repeat(1000)}"]`))).toEqual(['['.repeat(1000)])
  })

  it('for any brackets, in any order and with any setting, nothing overflows', () => {
    const limits = { ...defaultLimits, nesting: 1e9 }
    const piece = fc.constantFrom('[', ']', '{', '}', ',', ':', '"a":', '"', '1', '\n', '/*', '*/', '//', '\\')
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const { root, diagnostics } = json(pieces.join('').repeat(20_000), limits)
        expect(root !== undefined || diagnostics.length > 0).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('D64 a number that would not be kept is told, and its text is kept', () => {
  it.each([
    '1e999',
    '-1e999',
    '1e-999',
    '9007199254740992',
    '-9007199254740993',
    '12345678901234567890',
    '1e16',
    '0.12345678901234567890',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(80_000)}1`,
  ])('%s', (number) => {
    const { root, diagnostics } = json(`{"id": ${number}}`)
    expect(placesOf(diagnostics)).toEqual([`E_NUMBER 1:8-1:${8 + number.length}`])
    expect(asMap(root).entries.get('id')!.value).toMatchObject({ type: 'number', value: number })
  })

  it.each(['0', '-0', '0.0', '1.0', '1.10', '1e3', '1E+3', '1.5e-7', '9007199254740991', '0.1', '5e-324', '100e-2'])(
    '%s is kept',
    (number) => {
      const { root, diagnostics } = json(`[${number}]`)
      expect(diagnostics).toEqual([])
      expect([...nodesOf(root!)][1]).toMatchObject({ type: 'number', value: number })
      expect(toData(root!)).toEqual([Number(number)])
    },
  )

  it('every number that JavaScript writes is kept', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
        const { root, diagnostics } = json(`[${JSON.stringify(number)}]`)
        expect(diagnostics.length).toBe(Math.abs(number) > Number.MAX_SAFE_INTEGER ? 1 : 0)
        expect(toData(root!)).toEqual([JSON.parse(JSON.stringify(number))])
      }),
      { numRuns: 2000 },
    )
  })
})

describe('D60 D64 a key that stands twice', () => {
  it.each([
    ['plain', '{"a": 1,\n "a": 2}', 'E_DUPLICATE_KEY 2:2-2:5', { a: 1 }],
    ['by an escape', '{"a": 1,\n "\\u0061": 2}', 'E_DUPLICATE_KEY 2:2-2:10', { a: 1 }],
    ['deep inside', '[{"a": 1,\n "a": 2}]', 'E_DUPLICATE_KEY 2:2-2:5', [{ a: 1 }]],
    ['composed and not', '{"é": 1,\n "e\u0301": 2}', 'E_DUPLICATE_KEY 2:2-2:6', { é: 1 }],
  ])('%s', (_name, text, place, data) => {
    const reading = json(text)
    expect(placesOf(reading.diagnostics)).toEqual([place])
    expect(reading.diagnostics[0]!.related![0]!.range!.start.line).toBe(1)
    expect(dataOf(reading)).toEqual(data)
  })

  it('D54 20 000 keys are refused at the first too many', () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `"k${i}": ${i}`)
    const { root, diagnostics } = json(`{${keys.join(',\n')}}`)
    expect(placesOf(diagnostics)).toEqual(['E_TOO_MANY_KEYS 1001:1-1001:8'])
    expect(asMap(root).entries.size).toBe(1000)
  })
})

describe('every fault of the JSON is told with its place', () => {
  it.each<[string, string, string[]]>([
    ['nothing', ' ', ['E_JSON 1:2-1:2']],
    ['a comma at the end of a list', '[1,]', ['E_JSON 1:4-1:5']],
    ['a comma at the end of an object', '{"a":1,}', ['E_JSON 1:8-1:9']],
    ['a comma missing', '[1 2]', ['E_JSON 1:4-1:5']],
    ['a colon missing', '{"a" 1}', ['E_JSON 1:6-1:7']],
    ['a value missing', '{"a":}', ['E_JSON 1:6-1:7']],
    ['a key without quotes', '{a: 1}', ['E_JSON 1:2-1:3', 'E_JSON 1:3-1:4', 'E_JSON 1:6-1:7']],
    ['single quotes', "['a']", ['E_JSON 1:2-1:5']],
    ['a line comment', '[1] // c', ['E_JSON 1:5-1:9']],
    ['a block comment', '[/* c */1]', ['E_JSON 1:2-1:9']],
    ['more behind the end', '{} {}', ['E_JSON 1:4-1:5']],
    ['a text that is not closed', '["a', ['E_JSON 1:2-1:4', 'E_JSON 1:4-1:4']],
    ['a line end in a text', '["a\nb"]', ['E_JSON 1:2-1:4', 'E_JSON 2:1-2:2', 'E_JSON 2:2-2:4', 'E_JSON 2:4-2:4']],
    ['a tab in a text', '["a\tb"]', ['E_JSON 1:2-1:7']],
    ['an escape that does not exist', '["\\x41"]', ['E_JSON 1:2-1:8']],
    ['half an escape', '["\\u12"]', ['E_JSON 1:2-1:8']],
    ['a number that starts with 0', '[01]', ['E_JSON 1:3-1:4']],
    ['a number without digits behind the point', '[1.]', ['E_JSON 1:2-1:4']],
    ['NaN', '[NaN]', ['E_JSON 1:2-1:5']],
    [
      'several at once',
      '{"a": tru,\n"b" 1,\n"c": [1,]}',
      ['E_JSON 1:7-1:10', 'E_JSON 1:10-1:11', 'E_JSON 2:5-2:6', 'E_JSON 3:9-3:10'],
    ],
  ])('%s', (_name, text, places) => expect(placesOf(json(text).diagnostics)).toEqual(places))

  it('what can be read is read', () => {
    expect(dataOf(json('{"a": [1, 2, {"c": true'))).toEqual({ a: [1, 2, { c: true }] })
  })

  it('a million faults become 100 and a count', () => {
    const { diagnostics } = json('a '.repeat(500_000))
    expect(diagnostics).toHaveLength(101)
    expect(codesOf(diagnostics)).toEqual(['E_JSON'])
  })
})

describe('D61 D62 around the JSON', () => {
  it('a BOM and CRLF', () => {
    const source = sourceOf('\ufeff{\r\n"a": [true, null]\r\n}\r\n')
    const { root, diagnostics } = readJson(source)
    expect(diagnostics).toEqual([])
    expect(toData(root!)).toEqual({ a: [true, null] })
    expect(written(source, asMap(root).entries.get('a')!)).toBe('"a": [true, null]')
  })

  it.each([
    ['a 5 MB text', `["${'x'.repeat(5_000_000)}"]`],
    ['5 MB of escapes', `["${'\\n'.repeat(2_500_000)}"]`],
    ['8 MB of blanks', `[${' '.repeat(8_000_000)}]`],
    ['a number of 1 MB', `[${'1'.repeat(1_000_000)}]`],
    ['8 MB of values', `[${'1,'.repeat(4_000_000)}1]`],
    ['8 MB of commas', ','.repeat(8_000_000)],
  ])('D62 %s', (_name, text) => {
    const { root, diagnostics } = json(text)
    expect(root).toBeUndefined()
    expect(codesOf(diagnostics)).toEqual(['E_TOO_LARGE'])
  })
})

describe('every node knows where it is written', () => {
  it('the text at a node, read alone, is the node', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 2), (compact, indent) => {
        const source = sourceOf(JSON.stringify(JSON.parse(compact), null, indent))
        for (const node of nodesOf(readJson(source).root!)) {
          expect(dataOf(json(written(source, node)))).toEqual(toData(node))
          if (node.kind !== 'map') continue
          for (const [key, pair] of node.entries) {
            expect(JSON.parse(written(source, pair.key))).toBe(key)
            expect(written(source, pair)).toBe(source.text.slice(pair.key.start, pair.value.end))
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('JSON is what JSON.parse says it is', () => {
  const piece = fc.constantFrom(
    ...`[ ] { } , : " "a" "a": \\ \\n \\u0041 \\u 1 - 0 . e + 1.5 -0 01 true false null nul / // /**/ '`.split(' '),
    ...'\n|\r| |\t|\v|\ufeff|\u2028|\0'.split('|'),
  )
  const oddText = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
  // A good text with one piece put in somewhere, which is nearly good.
  const nearlyGood = fc.tuple(fc.json(), piece, fc.nat()).map(([text, extra, at]) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + extra + text.slice(place)
  })

  it.each([
    ['any pieces', oddText, 10_000],
    ['a good text with a flaw', nearlyGood, 5000],
    ['a good text', fc.json(), 1000],
  ])('%s', (_name, texts, numRuns) => {
    fc.assert(
      fc.property(texts, (text) => {
        // Our readers take a BOM at the start, `JSON.parse` does not.
        fc.pre(!text.startsWith('\ufeff'))
        const reading = json(text)
        const expected = parsed(text)
        expect(codesOf(reading.diagnostics).includes('E_JSON')).toBe(expected === undefined)
        if (reading.diagnostics.length === 0) expect(dataOf(reading)).toEqual(expected!.value)
      }),
      { numRuns },
    )
  })
})

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
