import fc from 'fast-check'
import type { Region } from 'sarif'
import { describe, expect, it } from 'vitest'
import { codes } from '../../../src/plan/diagnostics/codes.ts'
import { diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { fileUri } from '../../../src/plan/diagnostics/file-uri.ts'
import { LineIndex } from '../../../src/plan/diagnostics/position.ts'
import { toSarif } from '../../../src/plan/diagnostics/sarif.ts'
import { anyCase, anyText } from './arbitrary.ts'

const lines = new LineIndex('one two\nthree\n')

describe('toSarif', () => {
  const log = toSarif(
    [
      diagnostic('E_DANGLING', 'no step 9', {
        file: 'plans/log in.md',
        range: lines.range(4, 10),
        related: [{ message: 'the steps', range: lines.range(0, 3) }, { message: 'no place' }],
        fix: {
          title: 'Remove it',
          edits: [
            { file: 'a.md', start: 4, end: 7, text: '' },
            { file: 'b.md', start: 0, end: 0, text: 'x' },
            { file: 'a.md', start: 9, end: 9, text: 'y' },
          ],
        },
      }),
      diagnostic('E_YAML_TAG', 'tag', { file: 'a.md', severity: 'info' }),
      diagnostic('E_DANGLING', 'no step 8'),
    ],
    { version: '1.2.3' },
  )
  const run = log.runs[0]!

  it('names the standard and the tool', () => {
    expect(log.version).toBe('2.1.0')
    expect(log.$schema).toMatch(/^https:\/\/docs\.oasis-open\.org\/sarif\/.*\/sarif-schema-2\.1\.0\.json$/)
    expect(run.tool.driver).toMatchObject({ name: 'steadplan', version: '1.2.3' })
    expect(run.columnKind).toBe('utf16CodeUnits')
  })

  it('lists the rules that are used, once', () => {
    expect(run.tool.driver.rules).toEqual([
      {
        id: 'E_DANGLING',
        shortDescription: { text: codes.E_DANGLING.meaning },
        help: { text: codes.E_DANGLING.next },
        defaultConfiguration: { level: 'error' },
      },
      expect.objectContaining({ id: 'E_YAML_TAG', defaultConfiguration: { level: 'warning' } }),
    ])
    expect(run.results!.map((result) => result.ruleIndex)).toEqual([0, 1, 0])
  })

  it('gives each fault its place, the related places and the fix', () => {
    const own = { uri: 'plans/log%20in.md', uriBaseId: '%SRCROOT%' }
    expect(run.results![0]).toEqual({
      ruleId: 'E_DANGLING',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'no step 9' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: own,
            region: { startLine: 1, startColumn: 5, endLine: 2, endColumn: 3 },
          },
        },
      ],
      relatedLocations: [
        {
          id: 0,
          message: { text: 'the steps' },
          physicalLocation: {
            artifactLocation: own,
            region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 4 },
          },
        },
        { id: 1, message: { text: 'no place' } },
      ],
      fixes: [
        {
          description: { text: 'Remove it' },
          artifactChanges: [
            {
              artifactLocation: { uri: 'a.md', uriBaseId: '%SRCROOT%' },
              replacements: [
                { deletedRegion: { charOffset: 4, charLength: 3 }, insertedContent: { text: '' } },
                { deletedRegion: { charOffset: 9, charLength: 0 }, insertedContent: { text: 'y' } },
              ],
            },
            {
              artifactLocation: { uri: 'b.md', uriBaseId: '%SRCROOT%' },
              replacements: [{ deletedRegion: { charOffset: 0, charLength: 0 }, insertedContent: { text: 'x' } }],
            },
          ],
        },
      ],
    })
    expect(run.results![1]).toEqual({
      ruleId: 'E_YAML_TAG',
      ruleIndex: 1,
      level: 'note',
      message: { text: 'tag' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a.md', uriBaseId: '%SRCROOT%' } } }],
    })
    expect(run.results![2]).toEqual({
      ruleId: 'E_DANGLING',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'no step 8' },
    })
  })

  it('makes no link of what a plan says', () => {
    const [one] = toSarif([diagnostic('E_YAML', 'see [this](https://evil.example)')], { version: '1' }).runs[0]!
      .results!
    expect(one!.message.text).toBe('see [this]\\(https://evil.example)')
  })

  it('has only valid regions, for any diagnostic', () => {
    fc.assert(
      fc.property(anyCase, ({ diagnostic: one }) => {
        const [result] = toSarif([one], { version: '1' }).runs[0]!.results!
        for (const { physicalLocation } of [...(result!.locations ?? []), ...(result!.relatedLocations ?? [])]) {
          if (physicalLocation?.region) expectValid(physicalLocation.region)
        }
      }),
    )
  })

  it('has only valid regions, even for a range that is none', () => {
    const position = fc.record({ line: fc.integer(), column: fc.integer(), offset: fc.integer() })
    fc.assert(
      fc.property(position, position, (start, end) => {
        const log = toSarif([diagnostic('E_YAML', 'm', { file: 'a', range: { start, end } })], { version: '1' })
        expectValid(log.runs[0]!.results![0]!.locations![0]!.physicalLocation!.region!)
      }),
    )
  })
})

describe('fileUri', () => {
  it.each([
    ['plans/a.md', 'plans/a.md'],
    ['./plans/a.md', 'plans/a.md'],
    ['../a.md', '../a.md'],
    ['plans\\a.md', 'plans/a.md'],
    ['a b%20#?.md', 'a%20b%2520%23%3F.md'],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['Grüße/漢.md', 'Gr%C3%BC%C3%9Fe/%E6%BC%A2.md'],
    ['a\ud800.md', 'a%EF%BF%BD.md'],
    ['a\x1b\n.md', 'a%1B%0A.md'],
    ['/home/me/a b.md', 'file:///home/me/a%20b.md'],
    ['C:\\plans\\a.md', 'file:///C:/plans/a.md'],
    ['\\\\server\\share\\a.md', 'file://server/share/a.md'],
  ])('%j', (path, uri) => {
    expect(fileUri(path)).toBe(uri)
  })

  it('is a valid reference for any path, and relative ones stay below the base', () => {
    fc.assert(
      fc.property(anyText, (path) => {
        const uri = fileUri(path)
        expect(uri).toMatch(/^[A-Za-z0-9\-._~!'()*%/:]*$/)
        expect(() => decodeURI(uri)).not.toThrow()
      }),
    )
  })
})

function expectValid({ startLine, startColumn, endLine, endColumn }: Region): void {
  expect(startLine).toBeGreaterThanOrEqual(1)
  expect(startColumn).toBeGreaterThanOrEqual(1)
  expect(endLine).toBeGreaterThanOrEqual(startLine!)
  expect(endColumn).toBeGreaterThanOrEqual(endLine === startLine ? startColumn! : 1)
}
