import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setField } from '../../../src/dialects/agentflow/patch.ts'
import { splitFrontMatter } from '../../../src/dialects/shared/frontmatter.ts'
import type { MapNode } from '../../../src/dialects/shared/tree.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { dataOf, sourceOf } from '../shared/read.ts'
import { nonEmpty } from './text-arbitrary.ts'

const text = `---
# The first.
id: a   # short
depends_on:   # why
  - 'b'
  - c # two
agent: "codex"

tags: [x, y]
---

Body: stays
`

describe('one field changes and nothing else', () => {
  it.each<[string, string, string | readonly string[] | undefined, string, string]>([
    ['a text is changed', 'id', 'z', 'id: a   # short', 'id: z   # short'],
    ['a quoted text is changed', 'agent', 'me', 'agent: "codex"', 'agent: me'],
    ['a list in brackets', 'tags', ['x', 'y, z'], '[x, y]', '[x, "y, z"]'],
    ['a list on lines', 'depends_on', ['d', 'e'], "'b'\n  - c", 'd\n  - e'],
    ['a list on lines becomes empty', 'depends_on', [], "- 'b'\n  - c", '[]'],
    ['a field is removed', 'agent', undefined, 'agent: "codex"\n', ''],
    ['a field with a comment is removed', 'id', undefined, 'id: a   # short', '# short'],
    ['a field is added', 'status', 'complete', 'y]\n', 'y]\nstatus: complete\n'],
    ['a list is added', 'verify', ['npm test'], 'y]\n', 'y]\nverify:\n  - npm test\n'],
    ['a list in brackets is added', 'labels', ['a', 'b'], 'y]\n', 'y]\nlabels: [a, b]\n'],
    ['a number', 'priority', '10', 'y]\n', 'y]\npriority: 10\n'],
    ['what it is already', 'agent', 'codex', '', ''],
    ['the list it is already', 'depends_on', ['b', 'c'], '', ''],
    ['nothing where there is nothing', 'status', undefined, '', ''],
  ])('%s', (_name, field, value, before, after) => {
    expect(setField(text, field, value)).toBe(text.replace(before, after))
    const windows = (lf: string) => `\ufeff${lf.replaceAll('\n', '\r\n')}`
    expect(setField(windows(text), field, value)).toBe(windows(text.replace(before, after)))
  })

  it.each<[string, string, string, string | readonly string[] | undefined, string]>([
    ['an empty field', 'a:\nb: c\n', 'a', 'x', 'a: x\nb: c\n'],
    ['a list at the left edge', 'a:\n- b\n', 'a', [], 'a: []\n'],
    ['a list at the left edge behind a comment', 'a: # c\n- b\n', 'a', [], 'a: # c\n  []\n'],
    ['a list becomes a text', 'a:\n  - b\nc: d\n', 'a', 'x', 'a: x\nc: d\n'],
    ['a text becomes a list', 'a: b\n', 'a', ['x'], 'a: [x]\n'],
    ['a block', 'a: |\n  b\n  c\nd: e\n', 'a', 'x', 'a: x\nd: e\n'],
    ['a text on two lines', 'a: b\n  c\nd: e\n', 'a', undefined, 'd: e\n'],
    ['braces, changed', '{a: b, c: d}\n', 'a', 'x, y', '{a: "x, y", c: d}\n'],
    ['braces, added', '{a: b}\n', 'c', 'd', '{a: b, c: d}\n'],
    ['braces, added to nothing', '{}\n', 'c', ['d'], '{c: [d]}\n'],
    ['braces, the first removed', '{a: b, c: d}\n', 'a', undefined, '{c: d}\n'],
    ['braces, the last removed', '{a: b, c: d}\n', 'c', undefined, '{a: b}\n'],
    ['an explicit key', '? a\n: b\n', 'a', 'x', '? a\n: x\n'],
    ['nothing but a comment', '# c\n', 'a', 'x', '# c\na: x\n'],
    ['nothing at all', '', 'a', 'x', 'a: x\n'],
    ['the only field removed', 'a: b\n', 'a', undefined, ''],
    ['indented fields', '  a: b\n', 'c', ['d'], '  a: b\n  c: [d]\n'],
    ['a block at the end', 'a: |+\n  b\n\n', 'c', 'd', 'a: |+\n  b\n\nc: d\n'],
  ])('%s', (_name, fields, field, value, after) => {
    expect(setField(`---\n${fields}---\nx`, field, value)).toBe(`---\n${after}---\nx`)
  })

  it.each([
    ['no front matter', 'id: a\n', 'E_FRONTMATTER_MISSING'],
    ['front matter that is not closed', '---\nid: a\n', 'E_FRONTMATTER_OPEN'],
    ['YAML that cannot be read', '---\nid: "a\n---\n', 'E_YAML'],
    ['a key twice', '---\nid: a\nid: b\n---\n', 'E_DUPLICATE_KEY'],
    ['a list', '---\n- a\n---\n', 'E_FIELD_KIND'],
    ['an empty file', '', 'E_FRONTMATTER_MISSING'],
    ['a field that keeps a comment out of a text', '---\na: |\n  b\nid: x\n  # c\n---\n', 'E_YAML'],
  ])('%s is refused', (_name, broken, code) => {
    expect(() => setField(broken, 'id', undefined)).toThrow(expect.objectContaining({ name: 'Fault', code }))
  })
})

describe('whatever the file and the value', () => {
  const fields = fc
    .uniqueArray(
      fc.constantFrom(
        'id: a',
        'title: "b: c" # d',
        "agent: 'it''s'",
        'depends_on: [a, "b, c"]',
        'subtasks:\n  - one # two\n  # three\n  - three: four',
        'verify:\n- a\n-   "b"',
        'files: # why\n    - a',
        'priority: |\n  text\n   more',
        'timeout: >-\n  folded\n  text',
        'approval:',
        'tags: [\n  a, # b\n  c\n  ]',
        '? status\n: pending',
        'other: {a: b, c: [d]}',
        'last: plain\n  on two lines',
      ),
      { selector: (field) => /^\W*(\w+)/.exec(field)![1] },
    )
    .chain((all) =>
      fc.array(fc.constantFrom('# comment', '', '  # indented'), { maxLength: 2 }).map((more) => [...all, ...more]),
    )
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
  const file = fc
    .tuple(fields, fc.constantFrom('', '\n', '\nBody\n---\nid: x\n'), fc.boolean(), fc.boolean())
    .map(([lines, body, isWindows, hasBom]) => {
      const lf = `---\n${lines.map((one) => `${one}\n`).join('')}---${body}`
      return (hasBom ? '\ufeff' : '') + (isWindows ? lf.replaceAll('\n', '\r\n') : lf)
    })
  const field = fc.constantFrom(
    'id',
    'title',
    'agent',
    'depends_on',
    'subtasks',
    'verify',
    'files',
    'status',
    'tags',
    'new',
  )
  const value = fc.oneof(nonEmpty, fc.array(nonEmpty, { maxLength: 3 }), fc.constant(undefined))

  it(`it reads back, and no other byte has changed (seed ${seed})`, () => {
    fc.assert(
      fc.property(file, field, value, (before, name, wanted) => {
        const old = rootOf(before)
        if (old === undefined) return
        const after = patched(before, name, wanted)
        if (after === undefined) return
        const now = rootOf(after)!
        const expected = { ...old.data, [name]: wanted }
        if (wanted === undefined) delete expected[name]
        expect(now.data).toEqual(expected)
        const pair = old.root?.entries.get(name)
        if (pair === undefined) expect(isInsertion(before, after)).toBe(true)
        else {
          expect(after.startsWith(before.slice(0, pair.start).trimEnd())).toBe(true)
          expect(after.endsWith(before.slice(pair.end).trimStart())).toBe(true)
        }
        expect(setField(after, name, wanted)).toBe(after)
      }),
      { seed, numRuns: rounds(3000, 100_000) },
    )
  })

  /** Undefined where a field cannot go without a comment becoming part of the text above it. */
  function patched(before: string, name: string, wanted: string | readonly string[] | undefined): string | undefined {
    try {
      return setField(before, name, wanted)
    } catch (error) {
      if (wanted === undefined && before.includes('  # ') && isFault(error, 'E_YAML')) return undefined
      throw error
    }
  }

  function rootOf(whole: string): { root?: MapNode; data: Record<string, unknown> } | undefined {
    const source = sourceOf(whole)
    const reading = readYaml(source, splitFrontMatter(source).fields)
    if (reading.diagnostics.some(({ severity }) => severity === 'error')) return undefined
    const { root } = reading
    return root?.kind === 'map' ? { root, data: { ...(dataOf(reading) as object) } } : { data: {} }
  }

  function isInsertion(before: string, after: string): boolean {
    let same = 0
    while (same < before.length && before[same] === after[same]) same++
    return after.endsWith(before.slice(same))
  }
})
