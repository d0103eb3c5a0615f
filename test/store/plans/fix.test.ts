import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { type Diagnostic, diagnostic, type TextEdit } from '../../../src/plan/diagnostics/diagnostic.ts'
import { contentOf, sha256 } from '../../../src/store/content/content.ts'
import { applyFixes } from '../../../src/store/plans/fix.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { type OpenedPlan, readingOf } from '../../../src/store/plans/open-plan.ts'
import { loginPlan } from '../../faces/cli/plan-person.ts'

const options = { limits: defaultLimits, facts: {} }
const found = homePlan({ root: '/p', state: '/p/.steadplan' }, 'login', 1e6)

function opened(files: Readonly<Record<string, string | Uint8Array>>): OpenedPlan {
  const kept = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text as string)
    return [path, { bytes, sha256: sha256(bytes) }] as const
  })
  return readingOf(found, contentOf(new Map(kept)), options)
}

function textsAfter(plan: OpenedPlan): Record<string, string> {
  const { changes } = applyFixes(plan, options)
  return Object.fromEntries([...changes].map(([path, bytes]) => [path, Buffer.from(bytes!).toString()]))
}

describe('fixing a plan', () => {
  it('of a sound one changes nothing', () => {
    expect(applyFixes(opened(loginPlan), options)).toMatchObject({ fixed: [], changes: new Map() })
  })

  it('renames an id wherever it is named, in all files or in none', () => {
    const plan = opened({
      ...loginPlan,
      'tasks/01-schema.md': '---\r\nid: DB_Schema # why\r\n---\r\n\r\nx\r\n',
      'tasks/02-handlers.md': '---\nid: handlers\ndepends_on:\n  - "DB_Schema"\n---\n\nx\n',
    })
    expect(textsAfter(plan)).toEqual({
      'tasks/01-schema.md': '---\r\nid: db-schema # why\r\n---\r\n\r\nx\r\n',
      'tasks/02-handlers.md': expect.stringContaining('db-schema'),
    })
    expect(applyFixes(plan, options).after.isSound).toBe(true)
  })

  it('works through several faults of one line in as many rounds as it takes', () => {
    const plan = opened({
      ...loginPlan,
      'tasks/02-handlers.md': '---\nid: handlers\ndepend_on: [schema, schema, schema]\n---\n\nx\n',
    })
    const { after, fixed } = applyFixes(plan, options)
    expect(after.diagnostics).toEqual([])
    expect(fixed.length).toBeGreaterThan(1)
  })

  it('keeps a BOM and everything else that it does not touch', () => {
    const before = '\ufeff---\r\nid: docs\r\nagnet: codex   # me\r\n---\r\n\r\nDone.  \r\n'
    const plan = opened({ ...loginPlan, 'tasks/03-docs.md': before })
    expect(textsAfter(plan)).toEqual({ 'tasks/03-docs.md': before.replace('agnet', 'agent') })
  })
})

describe('edits that do not belong together', () => {
  const file = 'plans/login/plan.md'
  const edit = (start: number, end: number, text: string, where = file): TextEdit => ({ file: where, start, end, text })
  const fault = (...edits: TextEdit[]): Diagnostic => diagnostic('E_DISK', 'x', { fix: { title: 'x', edits } })

  /** The title of the plan after fixes that a rule could have offered. */
  function titleAfter(...diagnostics: Diagnostic[]): string {
    const { after } = applyFixes({ ...opened(loginPlan), diagnostics }, options)
    return after.reading.plan.title
  }

  //  ---\ntitle: Login
  //             ^11   ^16
  it.each<[title: string, diagnostics: Diagnostic[], expected: string]>([
    ['apart from each other are all made', [fault(edit(11, 12, 'P')), fault(edit(15, 16, 'c'))], 'Pogic'],
    ['over each other: the first is made', [fault(edit(11, 14, 'A')), fault(edit(13, 16, 'B'))], 'Ain'],
    ['the same twice is made once', [fault(edit(16, 16, '!')), fault(edit(16, 16, '!'))], 'Login!'],
    ['at one point: the first is made', [fault(edit(16, 16, '1')), fault(edit(16, 16, '2'))], 'Login1'],
    [
      'one of a fix over another: none of that fix',
      [fault(edit(11, 12, 'P')), fault(edit(11, 12, 'Q'), edit(15, 16, 'c'))],
      'Pogin',
    ],
    ['a fix over itself is none', [fault(edit(11, 13, 'A'), edit(12, 14, 'B'))], 'Login'],
    ['past the end', [fault(edit(11, 9999, 'A'))], 'Login'],
    ['before the start', [fault(edit(-1, 3, 'A'))], 'Login'],
    ['backwards', [fault(edit(14, 11, 'A'))], 'Login'],
    ['in a file that is not of this plan', [fault(edit(0, 1, 'A', 'plans/pay/plan.md'), edit(11, 12, 'P'))], 'Login'],
    ['no edits at all', [fault()], 'Login'],
  ])('%s', (_title, diagnostics, expected) => {
    expect(titleAfter(...diagnostics)).toBe(expected)
  })

  it('D61: a file that is no text is left alone', () => {
    const plan = opened({ ...loginPlan, 'tasks/04-x.md': Uint8Array.of(0x2d, 0xff, 0xfe) })
    const diagnostics = [fault(edit(0, 1, 'A', 'plans/login/tasks/04-x.md'))]
    expect(applyFixes({ ...plan, diagnostics }, options).changes.size).toBe(0)
  })
})
