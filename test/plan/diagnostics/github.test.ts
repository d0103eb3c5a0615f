import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Diagnostic, diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { toGithub } from '../../../src/plan/diagnostics/github.ts'
import { LineIndex } from '../../../src/plan/diagnostics/position.ts'
import { anyCase } from './arbitrary.ts'
import { hostileTitles } from './hostile.ts'

const lines = new LineIndex('one two\nthree\n')

const cases: readonly (readonly [name: string, diagnostic: Diagnostic, line: string])[] = [
  [
    'place',
    diagnostic('E_DANGLING', 'no such step', { file: 'plans/a.md', range: lines.range(4, 7) }),
    '::error file=plans/a.md,line=1,endLine=1,col=5,endColumn=8,title=E_DANGLING::no such step',
  ],
  [
    'place over several lines: GitHub takes no columns',
    diagnostic('E_YAML_TAG', 'tag', { file: 'a.md', range: lines.range(4, 10) }),
    '::warning file=a.md,line=1,endLine=2,title=E_YAML_TAG::tag',
  ],
  ['file alone', diagnostic('E_EMPTY', 'empty', { file: 'a.md' }), '::error file=a.md,title=E_EMPTY::empty'],
  ['no file', diagnostic('E_LOCKED', 'locked'), '::error title=E_LOCKED::locked'],
  ['info', diagnostic('E_LOCKED', 'm', { severity: 'info' }), '::notice title=E_LOCKED::m'],
  [
    'its own escapes',
    diagnostic('E_EMPTY', '100%: a, b\r\nc', { file: 'a%:b,c\n::d.md' }),
    '::error file=a%25%3Ab%2Cc%0A%3A%3Ad.md,title=E_EMPTY::100%25: a, b%0D%0Ac',
  ],
  [
    'a command in the message',
    diagnostic('E_EMPTY', 'x\n::add-mask::y\r::stop-commands::z'),
    '::error title=E_EMPTY::x%0A::add-mask::y%0D::stop-commands::z',
  ],
]

describe('toGithub', () => {
  it.each(cases)('%s', (_, one, line) => {
    expect(toGithub([one])).toBe(line)
  })

  it('writes one line for each', () => {
    expect(toGithub(cases.map(([, one]) => one))).toBe(cases.map(([, , line]) => line).join('\n'))
    expect(toGithub([])).toBe('')
  })

  it.each(hostileTitles)('puts nothing raw into the log: %s (H90)', (_, title) => {
    expect(toGithub([diagnostic('E_EMPTY', title, { file: title })])).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  })

  it('is one command that the runner reads back, for any text', () => {
    fc.assert(
      fc.property(anyCase, ({ diagnostic: one }) => {
        const text = toGithub([one])
        expect(text).not.toMatch(/[\r\n\u2028\u2029]/)
        const [, name, properties] = /^::(error|warning|notice) ([^:]*)::/.exec(text)!
        expect(name).toBe({ error: 'error', warning: 'warning', info: 'notice' }[one.severity])
        const keys = properties!.split(',').map((property) => property.slice(0, property.indexOf('=')))
        const place = ['line', 'endLine', 'col', 'endColumn']
        expect(['file', ...place, 'title']).toEqual(expect.arrayContaining(keys))
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 1000 },
    )
  })
})
