import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Findings } from '../../../src/dialects/shared/findings.ts'
import type { CreateAction, EditAction, TeddyPlan, Written } from '../../../src/dialects/teddy/plan.ts'
import { LineIndex } from '../../../src/plan/diagnostics/position.ts'
import { type ActionsChecked, checkActions } from '../../../src/rules/actions/check.ts'
import { checkPairs } from '../../../src/rules/actions/check-pairs.ts'
import { type Found, fileCap } from '../../../src/rules/actions/facts.ts'
import { Project } from '../../../src/rules/actions/project.ts'
import { RunningText } from '../../../src/rules/actions/running-text.ts'
import type { CheckState } from '../../../src/rules/actions/state.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'

type Pair = readonly [find: string, replace: string]

const nowhere = { start: 0, end: 0 }
const written = (value: string, start = 0): Written => ({ value, start, end: start })

/** Each FIND is written in a place of its own. */
function edit(position: number, path: string, pairs: readonly Pair[], matchAll = false): EditAction {
  const edits = pairs.map(([find, replace], at) => ({ find: written(find, at), replace: written(replace) }))
  return { kind: 'EDIT', position, heading: nowhere, ...nowhere, path: written(path), matchAll, edits }
}

function create(position: number, path: string, content: string): CreateAction {
  const start = { position, heading: nowhere, ...nowhere, overwrite: true }
  return { kind: 'CREATE', ...start, path: written(path), content: written(content) }
}

function check(actions: TeddyPlan['actions'], files: Readonly<Record<string, string>>): ActionsChecked {
  const found = new Map(
    actions.flatMap((action): [string, Found][] => {
      if (action.kind !== 'EDIT' && action.kind !== 'CREATE') return []
      const path = action.path.value
      const [real, text] = [`/project/${path}`, files[path]]
      return [[path, text === undefined ? { is: 'nothing', real } : { is: 'text', real, text }]]
    }),
  )
  const plan = { title: written('T'), header: [], memos: [], actions }
  return checkActions(plan, { file: 'plan.md', text: 'x'.repeat(10_000), facts: { found }, isMeant: () => true })
}

const letters = fc.stringMatching(/^[ab\n]{0,12}$/)
const pair = fc.tuple(fc.stringMatching(/^[ab\n]{1,4}$/), fc.stringMatching(/^[abc\n]{0,5}$/))
const somePairs = fc.array(pair, { minLength: 1, maxLength: 4 })

/** What becomes of a text, by hand; undefined when a FIND is not there exactly once. */
function byHand(text: string, pairs: readonly Pair[]): string | undefined {
  let now = text
  for (const [find, replace] of pairs) {
    const at = now.indexOf(find)
    if (find === replace || at === -1 || now.indexOf(find, at + 1) !== -1) return undefined
    now = now.slice(0, at) + replace + now.slice(at + find.length)
  }
  return now
}

describe('edits', () => {
  it(`E70: are right when each FIND is there once, and then do what replacing by hand does (seed ${seed})`, () => {
    fc.assert(
      fc.property(letters, fc.array(somePairs, { minLength: 1, maxLength: 4 }), (text, lists) => {
        const actions = lists.map((pairs, at) => edit(at + 1, 'a.txt', pairs))
        const { changes, diagnostics } = check(actions, { 'a.txt': text })
        let now: string | undefined = text
        for (const [at, pairs] of lists.entries()) {
          const before: string | undefined = now
          now = before === undefined ? undefined : byHand(before, pairs)
          const change = changes.get(at + 1)
          expect(change && [change.before, change.after]).toEqual(now === undefined ? undefined : [before, now])
        }
        const isSilent = lists.flat().some(([find, replace]) => find === replace)
        if (!isSilent) expect(diagnostics.length > 0).toBe(now === undefined)
      }),
      { seed, numRuns: rounds(2000, 100_000) },
    )
  })

  it('E70: one wrong pair refuses the whole edit', () => {
    const { changes, diagnostics } = check(
      [
        edit(1, 'a.txt', [
          ['a', 'b'],
          ['x', 'y'],
          ['c', 'd'],
        ]),
      ],
      { 'a.txt': 'a c' },
    )
    expect(changes.size).toBe(0)
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_TEDDY_FIND_NONE'])
  })

  it('what follows from the fault of another pair is not told, but a bracket is no reason to be silent', () => {
    const pairs: Pair[] = [
      ['nowhere {\n}', 'somewhere {\n  new()\n}'],
      ['  new()\n}', '  newer()\n}'],
      ['elsewhere\n}', 'x'],
    ]
    const { diagnostics } = check([edit(1, 'a.txt', pairs)], { 'a.txt': 'a\n}\n' })
    expect(diagnostics.map(({ range }) => range?.start.offset)).toEqual([0, 2])
  })

  it('nothing in a REPLACE has a meaning of its own', () => {
    const { changes } = check([edit(1, 'a.txt', [['a', '$& $1 $$ $` \\n \\1']])], { 'a.txt': 'a' })
    expect(changes.get(1)?.after).toBe('$& $1 $$ $` \\n \\1')
  })

  it('may find what an edit before them has put there', () => {
    const { changes } = check(
      [
        edit(1, 'a.txt', [
          ['a', 'bcd'],
          ['c', 'x'],
        ]),
      ],
      { 'a.txt': 'a' },
    )
    expect(changes.get(1)?.after).toBe('bxd')
  })

  it('a file of Windows is found by lines that end with LF, and stays one, BOM included', () => {
    const { changes } = check([edit(1, 'a.txt', [['b\nc', 'B\nnew\nC']])], { 'a.txt': '\ufeffa\r\nb\r\nc\r\n' })
    expect(changes.get(1)?.after).toBe('\ufeffa\r\nB\r\nnew\r\nC\r\n')
  })

  it('texts are the same in whatever order they are asked for', () => {
    const lists = Array.from({ length: 12 }, (_, at): Pair[] => [[`<${at}>`, `<${at + 1}>`]])
    const actions = lists.map((pairs, at) => (at === 6 ? create(7, 'a.txt', '<7>\n') : edit(at + 1, 'a.txt', pairs)))
    const { changes } = check(actions, { 'a.txt': '<0>\n' })
    for (const position of [12, 1, 7, 6, 8, 12, 2, 3, 3, 11, 7]) {
      const { before, after } = changes.get(position)!
      expect([before, after]).toEqual([`<${position - 1}>\n`, `<${position}>\n`])
    }
  })

  it('that make a file too large are refused before it is made', () => {
    const pairs: Pair[] = [['a', 'b'.repeat(1000)]]
    const { changes, diagnostics } = check([edit(1, 'a.txt', pairs, true)], { 'a.txt': 'a'.repeat(10_000) })
    expect(changes.size).toBe(0)
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['E_TOO_LARGE', `\`a.txt\` would have 10000000 bytes; ${fileCap} are allowed.`],
    ])
  })

  it('that would take hours to look for are refused when enough has been looked through', () => {
    const text = `${'a'.repeat(4095)}b`.repeat(10)
    const pairs = Array.from({ length: 100 }, (_, at): Pair => ['a'.repeat(4096), String(at)])
    const findings = new Findings({ file: 'plan.md', text: '', lines: new LineIndex('') })
    const facts = { found: new Map() }
    const state: CheckState = {
      findings,
      project: new Project(facts),
      changes: new Map(),
      consents: [],
      isAfterCommand: false,
      context: undefined,
      work: { left: 20 * text.length },
      explanations: 0,
    }
    expect(checkPairs(state, edit(1, 'a.txt', pairs), new RunningText(text))).toBe(false)
    expect(state.work.left).toBeGreaterThan(-50 * text.length)
    expect(new Set(findings.list().map(({ code }) => code))).toEqual(new Set(['E_TOO_LARGE']))
  })

  it('with thousands of faults are told by the first of them', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `line ${at} is here`).join('\n')
    const missing = Array.from({ length: 3000 }, (_, at): Pair => [`line ${at} is not here`, `${at}`])
    const double = Array.from({ length: 3000 }, (_, at): Pair => ['line', `${at}`])
    const { diagnostics } = check([edit(1, 'a.txt', [...missing, ...double])], { 'a.txt': text })
    expect(diagnostics.filter(({ related }) => related !== undefined).length).toBeGreaterThan(10)
    expect(diagnostics.length).toBe(202)
    expect(diagnostics.map(({ message }) => message)).toContain('2900 more of this kind; the first of them is here.')
  })
})
