import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutputCollector } from '../../src/process/output.ts'
import { runNode } from './programs.ts'

function collected(cap: number, ...chunks: (string | Uint8Array)[]) {
  const collector = new OutputCollector(cap)
  for (const chunk of chunks) collector.add(Buffer.from(chunk))
  return collector.output()
}

describe('output within the cap', () => {
  it('is kept as it is', () => {
    expect(collected(10)).toEqual({ text: '', bytes: 0, truncated: false })
    expect(collected(10, '01234', '56789')).toEqual({ text: '0123456789', bytes: 10, truncated: false })
    expect(collected(10, '\uFEFFa\0')).toEqual({ text: '\uFEFFa\0', bytes: 5, truncated: false })
  })

  it('is decoded whole, wherever the chunks were cut', () => {
    const bytes = Buffer.from('aé€𝄞z')
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(collected(100, bytes.subarray(0, cut), bytes.subarray(cut)).text).toBe('aé€𝄞z')
    }
  })

  it('shows bytes that are no UTF-8', () => {
    expect(collected(10, Buffer.from([0x61, 0xff, 0xfe, 0x62]))).toMatchObject({ text: 'a\uFFFD\uFFFDb', bytes: 4 })
  })
})

describe('output over the cap', () => {
  it('keeps its beginning and its end, and says what was left out', () => {
    const text = '01234\n… 1 bytes left out …\n6789a'
    expect(collected(10, '0123456789a')).toEqual({ text, bytes: 11, truncated: true })
    expect(collected(10, ...'0123456789a'.split(''))).toEqual({ text, bytes: 11, truncated: true })
    expect(collected(4, 'ab', 'x'.repeat(12_345), 'yz').text).toBe('ab\n… 12,345 bytes left out …\nyz')
  })

  it('works with next to no room', () => {
    expect(collected(0, 'abc').text).toBe('\n… 3 bytes left out …\n')
    expect(collected(1, 'a', 'bc').text).toBe('a\n… 2 bytes left out …\n')
    expect(collected(2, 'abc').text).toBe('a\n… 1 bytes left out …\nc')
  })

  it('cuts no character in two, and counts the rest of it as left out', () => {
    expect(collected(8, '€€', 'x'.repeat(50), '€€').text).toBe('€\n… 56 bytes left out …\n€')
    expect(collected(8, '𝄞𝄞𝄞').text).toBe('𝄞\n… 4 bytes left out …\n𝄞')
    expect(collected(7, 'ab𝄞', '𝄞cd').text).toBe('ab\n… 8 bytes left out …\ncd')
  })

  it('is the same for any cut into chunks, and the count is exact', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.nat(200), { maxLength: 20 }),
        (bytes, cap, cuts) => {
          const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
          const output = collected(cap, ...at.slice(1).map((end, index) => bytes.subarray(at[index], end)))
          expect(output).toEqual(collected(cap, bytes))
          expect(output.bytes).toBe(bytes.length)
          expect(output.truncated).toBe(bytes.length > cap)
        },
      ),
    )
  })

  it('adds up, for text of whole characters: kept and left out are all there was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 0, max: 40 }), (text, cap) => {
        const bytes = Buffer.byteLength(text)
        const output = collected(cap, text)
        fc.pre(bytes > cap)
        const [start = '', end = ''] = output.text.split(/\n… \d+ bytes left out …\n/)
        const leftOut = Number(/… (\d+) bytes/.exec(output.text)?.[1])
        expect(Buffer.byteLength(start) + leftOut + Buffer.byteLength(end)).toBe(bytes)
        expect(text.startsWith(start) && text.endsWith(end)).toBe(true)
        expect(Buffer.byteLength(start + end)).toBeLessThanOrEqual(cap)
      }),
    )
  })
})

describe('output of a program', () => {
  it('stays within the cap when it prints 50 MB', async () => {
    const script = `
      const line = 'x'.repeat(99) + '\\n'
      process.stdout.write('first\\n')
      for (let i = 0; i < 500; i++) process.stdout.write(line.repeat(1000))
      process.stdout.write('last\\n')
      process.stderr.write('aside')`
    const result = await runNode(script, [], { outputCap: 1000 })
    expect(result.succeeded).toBe(true)
    expect(result.stdout).toMatchObject({ bytes: 50_000_011, truncated: true })
    expect(result.stdout.text).toMatch(/^first\nx+\n[x\n]+… 49,999,011 bytes left out …\n[x\n]+\nlast\n$/)
    expect(result.stdout.text.length).toBe(1000 + '\n… 49,999,011 bytes left out …\n'.length)
    expect(result.stderr).toEqual({ text: 'aside', bytes: 5, truncated: false })
  })

  it('keeps 256 KiB of each stream unless told otherwise', async () => {
    const result = await runNode(`process.stdout.write('x'.repeat(262145)); process.stderr.write('y'.repeat(262144))`)
    expect(result.stdout).toMatchObject({ bytes: 262_145, truncated: true })
    expect(result.stderr).toMatchObject({ bytes: 262_144, truncated: false })
  })

  it('reaches onOutput as it comes, with characters whole though they were written in parts', async () => {
    const script = `
      const bytes = [...Buffer.from('€𝄞'), 0xe2]
      const next = () => bytes.length && process.stdout.write(Buffer.from([bytes.shift()]), () => setTimeout(next, 5))
      next()`
    const pieces: string[] = []
    const result = await runNode(script, [], { onOutput: (stream, text) => void pieces.push(stream, text) })
    // How many bytes come at a time is up to the system.
    expect(pieces.filter((piece) => piece !== 'stdout').join('')).toBe('€𝄞\uFFFD')
    expect(result.stdout.text).toBe('€𝄞\uFFFD')
  })
})
