import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { readSource, readText } from '../../../src/dialects/shared/source.ts'
import { encode, placesOf } from './read.ts'

const KiB = 1024

describe('D61 a file that is not UTF-8 is refused at its first bad byte', () => {
  it.each<[string, number[], string, RegExp]>([
    ['Latin-1', [...encode('id: a\nname: Ren'), 0xe9, 0x20, 0x62], '2:10', /Windows-1252.*é/],
    ['Windows-1252', [0x93, 0x61], '1:1', /Windows-1252 or Latin-1\.$/],
    ['a stray continuation', [0x61, 0x80], '1:2', /0x80/],
    ['a character cut off after 1 of 2 bytes', [0x61, 0xc3], '1:2', /cut off/],
    ['a character cut off after 2 of 3 bytes', [0x61, 0xe2, 0x82], '1:2', /cut off/],
    ['a character cut off after 3 of 4 bytes', [0x0a, 0xf0, 0x9f, 0x98], '2:1', /cut off/],
    ['an overlong slash', [0xc0, 0xaf], '1:1', /0xC0/],
    ['an overlong slash of 3 bytes', [0xe0, 0x80, 0xaf], '1:1', /0xE0/],
    ['an overlong NUL of 4 bytes', [0xf0, 0x80, 0x80, 0x80], '1:1', /0xF0/],
    ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80], '1:2', /surrogate/],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '1:1', /0xF4/],
    ['UTF-16 with a BOM, little endian', [0xff, 0xfe, 0x61, 0x00], '1:1', /UTF-16, little/],
    ['UTF-16 with a BOM, big endian', [0xfe, 0xff, 0x00, 0x61], '1:1', /UTF-16, big/],
    ['UTF-16 without a BOM, little endian', [...Buffer.from('id: x\n# é', 'utf16le')], '1:2', /UTF-16, little/],
    ['UTF-16 without a BOM, big endian', [...Buffer.from('id: x', 'utf16le').swap16()], '1:1', /UTF-16, big/],
    ['UTF-32 with a BOM', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], '1:1', /UTF-32/],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 0x02, 0x01, 0x01, 0x00, 0x00, 0xff], '1:10', /binary/],
  ])('%s', (_name, bytes, place, look) => {
    const { source, diagnostics } = readSource('plan', Uint8Array.from(bytes), 'data')
    expect(source).toBeUndefined()
    expect(placesOf(diagnostics)).toEqual([`E_ENCODING ${place}-${place}`])
    expect(diagnostics[0]!.message).toMatch(look)
  })
})

describe('D61 text is kept as it is', () => {
  it.each([
    ['a BOM', '\ufeffid: a\n'],
    ['CRLF', 'id: a\r\nb: c\r\n'],
    ['lone CR', 'id: a\rb: c\r'],
    ['no line end', 'id: a'],
    ['an emoji', 'id: 😀\n'],
    ['a replacement character that was in the file', 'id: \ufffd\n'],
  ])('%s', (_name, text) => {
    const bytes = encode(text)
    const { source, diagnostics } = readSource('plan', bytes, 'markdown')
    expect(diagnostics).toEqual([])
    expect(source!.text).toBe(text)
    expect(encode(source!.text)).toEqual(bytes)
  })

  it('for any bytes: the same bytes again, or a refusal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(encode)), (bytes) => {
        const { source, diagnostics } = readSource('plan', bytes, 'data')
        if (source === undefined) expect(diagnostics).toHaveLength(1)
        else expect(encode(source.text)).toEqual(bytes)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('B34 a file without content is no plan', () => {
  it.each([
    ['0 bytes', ''],
    ['only a BOM', '\ufeff'],
  ])('%s', (_name, text) => {
    expect(placesOf(readSource('plan', encode(text), 'markdown').diagnostics)).toEqual(['E_EMPTY 1:1-1:1'])
    expect(placesOf(readText('plan', text, 'data').diagnostics)).toEqual(['E_EMPTY 1:1-1:1'])
  })
})

describe('D62 what is over a cap is refused before it is looked at', () => {
  const notText = (size: number) => new Uint8Array(size).fill(0xff)

  it.each([
    ['a 50 MB file', notText(50_000_000), 'data'],
    ['data one byte over the cap', notText(defaultLimits.data + 1), 'data'],
    ['Markdown one byte over the cap', notText(defaultLimits.markdown + 1), 'markdown'],
    ['a 1 MB line of Markdown', encode(`# a\n${'x'.repeat(1_000_000)}\n`), 'markdown'],
    ['a million lines and one', encode('\n'.repeat(defaultLimits.lines + 1)), 'data'],
  ] as const)('%s', (_name, bytes, kind) => {
    const { source, diagnostics } = readSource('plan', bytes, kind)
    expect(source).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_TOO_LARGE'])
    expect(diagnostics[0]!.range).toBeDefined()
  })

  it('at the cap it is read', () => {
    const line = `${'x'.repeat(511 * KiB)}\n`
    expect(readSource('plan', encode(line + line), 'markdown').diagnostics).toEqual([])
    expect(readSource('plan', encode(`[${' '.repeat(defaultLimits.data - 2)}]`), 'data').diagnostics).toEqual([])
  })

  it('text from a message is measured as the bytes it would be', () => {
    const { diagnostics } = readText('plan', '€'.repeat(defaultLimits.markdown / 2), 'markdown')
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_TOO_LARGE'])
  })
})
