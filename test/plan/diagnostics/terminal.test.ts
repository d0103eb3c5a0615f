import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { eastAsianWidth } from 'get-east-asian-width'
import { describe, expect, it } from 'vitest'
import type { Code } from '../../../src/plan/diagnostics/codes.ts'
import { type Diagnostic, diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { LineIndex } from '../../../src/plan/diagnostics/position.ts'
import { renderTerminal, type Style } from '../../../src/plan/diagnostics/terminal.ts'
import { displayWidth } from '../../../src/plan/diagnostics/width.ts'
import { anyCase, anyText } from './arbitrary.ts'
import { hostileTitles } from './hostile.ts'

const fixtures = join(import.meta.dirname, 'fixtures')

describe('renderTerminal', () => {
  it.each(readdirSync(fixtures))('shows the fixture %s as expected', async (name) => {
    const source = readFileSync(join(fixtures, name, 'source.md'), 'utf8')
    const given: Given[] = JSON.parse(readFileSync(join(fixtures, name, 'diagnostics.json'), 'utf8'))
    const text = renderTerminal(
      given.map((one) => fromFixture(one, source)),
      { source: (file) => (file === 'source.md' ? source : undefined) },
    )
    await expect(`${text}\n`).toMatchFileSnapshot(join(fixtures, name, 'expected.txt'))
  })

  it.each(hostileTitles)('shows a hostile title safely: %s (H90)', (_, title, shown) => {
    // A line break ends the line of the source, so there the title is shown up to it.
    const [line] = shown.split(/\^[MJ]/)
    const source = `# ${title}\n`
    const range = new LineIndex(source).range(0, source.length)
    const one = diagnostic('E_INVISIBLE', title, { file: title, range, actual: title, expected: title, hint: title })
    const fix = { title, edits: [] }
    const text = renderTerminal([{ ...one, fix, related: [{ message: title, file: title, range }] }], {
      source: () => source,
      width: 200,
    })
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(text.split('\n')).toEqual([
      `${shown}:1:1  error  E_INVISIBLE`,
      `  ${shown}`,
      '    │',
      `  1 │ # ${line}`,
      `    │ ${'^'.repeat(displayWidth(`# ${line}`))}`,
      `  found:    ${shown}`,
      `  expected: ${shown}`,
      `  hint:     ${shown}`,
      `  fix:      ${shown}`,
      `  see:      ${shown}:1:1  ${shown}`,
      '',
      '1 error in 1 file (1 can be fixed)',
    ])
  })

  it('keeps 10,000 columns within its width (H90)', () => {
    const title = '\x1b[2J漢'.repeat(2500)
    const range = new LineIndex(title).range(7000, 7001)
    const one = diagnostic('E_INVISIBLE', title, { file: title, range, actual: title, hint: title })
    for (const width of [undefined, 60, 80, 200]) {
      const text = renderTerminal([one], { source: () => title, width })
      for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width ?? 100)
    }
  })

  it.each(['\n', '\r\n', '\r'])('stops at a line end: %j', (end) => {
    const source = `one${end}two${end}three`
    const range = new LineIndex(source).range(source.indexOf('wo'), source.length)
    const lines = renderTerminal([diagnostic('E_YAML', 'm', { file: 'a.md', range })], { source: () => source }).split(
      '\n',
    )
    expect(lines.slice(3, 5)).toEqual(['  2 │ two', '    │  ^^'])
  })

  it('says how many there are', () => {
    const file = (name: string, severity: Diagnostic['severity']) => diagnostic('E_YAML', 'm', { file: name, severity })
    const lastLine = (...all: Diagnostic[]) =>
      renderTerminal(all, { source: () => undefined })
        .split('\n')
        .at(-1)
    expect(lastLine(file('a', 'error'), file('b', 'warning'), file('a', 'error'), file('b', 'error'))).toBe(
      '3 errors, 1 warning in 2 files',
    )
    expect(lastLine(diagnostic('E_LOCKED', 'm'))).toBe('1 error')
    expect(lastLine(file('a', 'info'), file('a', 'info'))).toBe('2 infos in 1 file')
    expect(renderTerminal([], { source: () => undefined })).toBe('')
  })

  it('leaves colours to whoever prints', () => {
    const range = new LineIndex('one two').range(4, 7)
    const one = diagnostic('E_YAML_TAG', 'a tag', { file: 'a.md', range, hint: 'go on' })
    const paint = (style: Style, text: string) => `<${style}>${text}</>`
    expect(renderTerminal([one], { source: () => 'one two', paint })).toMatchInlineSnapshot(`
      "<place>a.md:1:5</>  <warning>warning</>  <code>E_YAML_TAG</>
        <message>a tag</>
          <gutter>│</>
        <gutter>1 │</> one two
          <gutter>│</>     <warning>^^^</>
        <label>hint:</>     go on

      <warning>1 warning in 1 file</>"
    `)
  })

  it('asks for each file once', () => {
    const asked: string[] = []
    const source = 'line\n'.repeat(5000)
    const index = new LineIndex(source)
    const many = Array.from({ length: 5000 }, (_, i) =>
      diagnostic('E_YAML', `fault ${i}`, { file: `${i % 2}.md`, range: index.range(i * 5, i * 5 + 4) }),
    )
    const text = renderTerminal(many, {
      source: (file) => {
        asked.push(file)
        return source
      },
    })
    expect(asked).toEqual(['0.md', '1.md'])
    expect(text.match(/\^\^\^\^$/gm)).toHaveLength(5000)
  })

  it('takes thousands of faults in one line of a megabyte', () => {
    const source = 'word '.repeat(200_000)
    const index = new LineIndex(source)
    const many = Array.from({ length: 2000 }, (_, i) =>
      diagnostic('E_YAML', 'fault', { file: 'a.md', range: index.range(i * 500, i * 500 + 4) }),
    )
    const text = renderTerminal(many, { source: () => source })
    expect(text.match(/\^\^\^\^$/gm)).toHaveLength(2000)
  })

  it('is safe and within its width for any diagnostic over any source', () => {
    fc.assert(
      fc.property(anyCase, ({ source, diagnostic: one }) => {
        const text = renderTerminal([one], { source: () => source })
        for (const line of text.split('\n')) {
          expect(withoutEmoji(line)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\ufe0f/u)
          expect(cellsOf(line)).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('puts the caret below the place, whatever stands around it', () => {
    // `z` is in no escape, so there is one in the line: the one that is pointed at.
    const around = anyText.map((text) => text.replace(/[z\r\n]/g, ''))
    fc.assert(
      fc.property(around, around, fc.constantFrom(60, 100), (before, after, width) => {
        const source = `${before}z${after}`
        const range = new LineIndex(source).range(before.length, before.length + 1)
        const one = diagnostic('E_YAML', 'm', { file: 'a.md', range })
        const [, , , line, carets] = renderTerminal([one], { source: () => source, width }).split('\n')
        expect(line!.match(/z/g)).toHaveLength(1)
        expect(carets).toMatch(/^ {4}│ *\^$/)
        expect(carets!.length - 1).toBe(cellsOf(line!.slice(0, line!.indexOf('z'))))
      }),
      { numRuns: 2000 },
    )
  })
})

interface Given extends Partial<Omit<Diagnostic, 'related'>> {
  readonly code: Code
  readonly message: string
  /** The text pointed at, where it first stands. */
  readonly at?: string
  readonly related?: readonly { message: string; file?: string; at?: string }[]
}

function fromFixture({ code, message, at, related, ...details }: Given, source: string): Diagnostic {
  const index = new LineIndex(source)
  const place = (text: string) => index.range(source.indexOf(text), source.indexOf(text) + text.length)
  return diagnostic(code, message, {
    ...(at !== undefined && { file: 'source.md', range: place(at) }),
    ...(related && {
      related: related.map(({ at: there, ...other }) => ({ ...other, ...(there && { range: place(there) }) })),
    }),
    ...details,
  })
}

const emojiSequence =
  /\p{RI}\p{RI}|[0-9#*]\ufe0f\u20e3|\p{ExtPict}(?:\ufe0f|\p{EMod})?(?:\u200d\p{ExtPict}(?:\ufe0f|\p{EMod})?)+|\p{ExtPict}(?:\ufe0f|\p{EMod})/gu

function withoutEmoji(text: string): string {
  return text.replace(emojiSequence, '').replace(/\p{ExtPict}\ufe0e/gu, '')
}

/** Cells of a printed line, counted without the code under test: emoji sequences are two, marks none, the rest by table. */
function cellsOf(line: string): number {
  const simple = line.replace(emojiSequence, '漢').replace(/[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]/gu, '')
  return Array.from(simple).reduce((sum, char) => sum + eastAsianWidth(char.codePointAt(0)!), 0)
}
