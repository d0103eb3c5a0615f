import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAgentflow } from '../../../src/dialects/agentflow/read.ts'
import type { PlanTexts } from '../../../src/dialects/plan-reading.ts'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { hasErrors } from '../../../src/plan/diagnostics/diagnostic.ts'
import type { Range } from '../../../src/plan/diagnostics/position.ts'
import { checkPlan } from '../../../src/rules/check-plan.ts'
import { codesOf, encode } from '../shared/read.ts'
import { faultsOf, oneTask, read, soundPlan } from './plan-files.ts'

const task = `---
id: schema
title: The table
depends_on:
  - plan
  - "the rest"
agent: codex
subtasks: [Write it, 'Check: twice']
verify: [npm test]
files: [src/schema.sql, "src/**/*.ts"]
priority: urgent
timeout: 90m
approval: user
tags: [backend]
status: complete
---

# Add the table.

With care.

`

const stepOf = (text: string) => read(oneTask(text)).plan.steps[0]!

describe('the model', () => {
  it('has every field', () => {
    const { place: _, ...step } = stepOf(task)
    expect(step).toEqual({
      id: 'schema',
      title: 'The table',
      text: '# Add the table.\n\nWith care.',
      dependsOn: ['plan', 'the rest'],
      agent: 'codex',
      subtasks: ['Write it', 'Check: twice'],
      verify: ['npm test'],
      files: ['src/schema.sql', 'src/**/*.ts'],
      priority: 20,
      timeoutMs: 5_400_000,
      approval: 'user',
      tags: ['backend'],
    })
  })

  it('has nothing that is not given', () => {
    const empty = '---\nid: a\ndepends_on: []\nsubtasks: []\nagent:\nverify:\npriority: ""\n---\nText.'
    const { place: _, ...step } = stepOf(empty)
    expect(step).toEqual({ id: 'a', title: 'Text.', text: 'Text.', dependsOn: [] })
    expect(faultsOf(oneTask(empty))).toEqual([])
  })

  it('knows where everything stands, line endings of Windows and a BOM included', () => {
    for (const text of [task, `\ufeff${task.replaceAll('\n', '\r\n')}`]) {
      const { place } = stepOf(text)
      const at = ({ start, end }: Range) => text.slice(start.offset, end.offset)
      expect(at(place!.id!)).toBe('schema')
      expect(place!.dependsOn!.map(at)).toEqual(['plan', '"the rest"'])
      expect(at(place!.agent!)).toBe('codex')
      expect(place!.files!.map(at)).toEqual(['src/schema.sql', '"src/**/*.ts"'])
      expect(at(place!.text!)).toMatch(/^# Add the table\.\s+With care\.$/)
      expect(place!.agent!.start).toMatchObject({ line: 7, column: 8 })
    }
    const { plan } = read(oneTask(task))
    expect(plan).toMatchObject({ title: 'Move sessions', narrative: 'They are lost on restart.' })
    const { title, narrative } = plan.places!
    expect([title!.start, narrative!.start]).toMatchObject([
      { line: 2, column: 8 },
      { line: 5, column: 1 },
    ])
  })

  it('has the steps in the order of their file names, whatever order they come in', () => {
    const files = { 'tasks/10-c.md': '---\nid: c\n---\nc', 'tasks/02-b.md': '---\nid: b\n---\nb', 'plan.md': soundPlan }
    expect(read(files).plan.steps.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('names files as it is told', () => {
    const reading = readAgentflow(new Map(), { key: 'k', prefix: 'plans/login/', isHome: true })
    expect(reading.diagnostics.map(({ file }) => file)).toEqual(['plans/login/plan.md'])
  })

  it.each([
    ['a heading', '## Add **the** table\n\nMore.', 'Add the table'],
    ['an item', '- [ ] 1. Add `users`', 'Add users'],
    ['a name with underscores', 'Change src/__main__.py and src/**/*.ts', 'Change src/__main__.py and src/**/*.ts'],
    ['a quotation, emphasis', '> _Add_ the *table* __now__', 'Add the table now'],
    ['a fence', '```sh\nnpm test\n```', 'npm test'],
    ['a line across the page', '---\n\nAdd it', 'Add it'],
    ['nothing', '', 'a'],
    ['nothing but marks', '***', 'a'],
    ['80 characters', 'x'.repeat(80), 'x'.repeat(80)],
    ['81 characters', 'x'.repeat(81), `${'x'.repeat(79)}…`],
  ])('takes the title from the text: %s', (_name, body, title) => {
    expect(stepOf(`---\nid: a\n---\n${body}`).title).toBe(title)
  })

  it.each([
    ['low', -10],
    ['normal', 0],
    ['high', 10],
    ['urgent', 20],
    ['7', 7],
    ['-007', -7],
  ])('priority %s', (word, priority) => expect(stepOf(`---\nid: a\npriority: ${word}\n---\nx`).priority).toBe(priority))

  it.each([
    ['1ms', 1],
    ['300s', 300_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
  ])('timeout %s', (text, ms) => expect(stepOf(`---\nid: a\ntimeout: ${text}\n---\nx`).timeoutMs).toBe(ms))
})

describe('status words', () => {
  it('come with their place', () => {
    const { word, file, range } = read(oneTask(task)).words.get('schema')!
    expect({ word, file, line: range.start.line, column: range.start.column }).toEqual({
      word: 'complete',
      file: 'tasks/01-a.md',
      line: 15,
      column: 9,
    })
  })

  it('are left out where they are not known', () => {
    expect(read(oneTask('---\nid: a\nstatus: __proto__\n---\nx')).words.size).toBe(0)
  })
})

describe('tasks are never lost', () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`tasks/${String(i).padStart(2, '0')}-t.md`, `---\nid: t${i}\n---\nx`]),
    )

  it('100 are read, the 101st is refused with a way out', () => {
    expect(faultsOf({ 'plan.md': soundPlan, ...many(100) })).toEqual([])
    const extra = { 'plan.md': soundPlan, ...many(100), 'tasks/99-u.md': '---\nid: u\n---\nx' }
    const faults = faultsOf(extra)
    expect(codesOf(faults)).toEqual(['E_TASK_INDEX', 'E_TOO_MANY_TASKS'])
    expect(faults.find(({ code }) => code === 'E_TOO_MANY_TASKS')).toMatchObject({
      file: 'tasks/99-u.md',
      hint: expect.stringContaining('another thread'),
    })
    expect(read(extra).plan.steps).toHaveLength(101)
  })

  it('a step without an id goes by its file name, and by all of it where that is taken', () => {
    const files = {
      'plan.md': soundPlan,
      'tasks/01-a.md': '---\nagent: codex\n---\nx',
      'tasks/02-a.md': '---\nagent: codex\n---\nx',
      'tasks/03-b.md': '---\nid: c\n---\nx',
      'tasks/04-c.md': 'x',
    }
    expect(read(files).plan.steps.map(({ id }) => id)).toEqual(['a', '02-a', 'c', '04-c'])
  })
})

describe('D59 what looks like a value of another type is text, as it was written', () => {
  it.each(['no', '007', '1e3', '1.10', 'null', '~', '2026-01-23', '12:30', 'true'])('%s', (word) => {
    const step = stepOf(`---\nid: ${word}\ndepends_on: [${word}]\ntags:\n  - ${word}\n---\nx`)
    expect(step).toMatchObject({ id: word, dependsOn: [word], tags: [word] })
  })
})

describe('hostile files are answered with diagnostics', () => {
  const front = (fields: string) => `---\nid: a\n${fields}\n---\nText.\n`
  const laughs = Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`).join('\n')
  it.each([
    ['D51 billion laughs', front(laughs), 'E_YAML_ALIAS'],
    ['D52 a circle of aliases', front('tags: &x [*x]'), 'E_YAML_ALIAS'],
    ['D53 nesting', front(`tags: ${'['.repeat(5000)}`), 'E_TOO_DEEP'],
    ['D54 keys', front(Array.from({ length: 20_000 }, (_, i) => `k${i}: v`).join('\n')), 'E_TOO_MANY_KEYS'],
    ['D55 merge keys', front('<<: [*a, *a]'), 'E_YAML_ALIAS'],
    ['D56 names of JavaScript', front('__proto__: {polluted: yes}\nconstructor: x\ntoString: y'), 'E_FIELD_UNKNOWN'],
    ['D57 a language', '---js\nid: a\n---\nText.\n', 'E_FRONTMATTER_LANGUAGE'],
    ['D58 tags', front('agent: !!js/function "x"'), 'E_YAML_TAG'],
    ['D60 a key twice', front('id: b'), 'E_DUPLICATE_KEY'],
    ['D61 NUL', front('agent: a\0b'), 'E_CONTROL_CHARACTER'],
    ['D61 a line end of Unicode', front('agent: a\u2028b'), 'E_INVISIBLE'],
    ['D62 a large file', front('') + 'x'.repeat(defaultLimits.markdown), 'E_TOO_LARGE'],
    ['D63 never closed', '---\nid: a\n', 'E_FRONTMATTER_OPEN'],
  ])('%s', (_name, text, code) => {
    expect(codesOf(faultsOf(oneTask(text)))).toContain(code)
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('D57 a second front matter in the body is part of the body', () => {
    expect(stepOf('---\nid: a\n---\n---js\nx\n---\n').text).toBe('---js\nx\n---')
  })

  it('D60 ids that differ in case or composition only', () => {
    const files = { 'plan.md': soundPlan, 'tasks/01-a.md': '---\nid: é\n---\nx', 'tasks/02-b.md': '---\nid: É\n---\nx' }
    expect(codesOf(faultsOf(files))).toContain('E_DUPLICATE_ID')
  })

  it('D61 bytes that are no text', () => {
    const texts: PlanTexts = new Map([
      ['plan.md', encode(soundPlan)],
      ['tasks/01-a.md', Buffer.from('---\nid: a\n---\nText.\n', 'utf16le')],
      ['tasks/02-b.md', Uint8Array.from([0x2d, 0xff, 0xfe])],
    ])
    const { diagnostics } = readAgentflow(texts, { key: 'k', prefix: '', isHome: true })
    expect(codesOf(diagnostics)).toEqual(['E_ENCODING'])
    expect(diagnostics).toHaveLength(2)
  })

  it('D63 80 000 blank lines', () => {
    const blank = '\n'.repeat(80_000)
    expect(stepOf(`---\nid: a\n${blank}---\n${blank}Text.${blank}`)).toMatchObject({ id: 'a', text: 'Text.' })
  })

  it.each([
    ['E65 quotations', '> '.repeat(25_000)],
    ['E65 lists', '- '.repeat(500)],
    ['E65 brackets', '['.repeat(50_000)],
    ['E65 links', '[a]('.repeat(12_500)],
    ['E65 comments', 'a <!-- '.repeat(7000)],
    ['E65 emphasis', '*a '.repeat(16_000)],
    ['E65 emphasis of the other kind', '_a __b **c '.repeat(5000)],
    ['E66 an address', `http://x/${'*'.repeat(70_000)}a`],
    ['E67 backticks', '`'.repeat(10_000)],
    ['E68 a heading in a fence', '```\n# Not a step\n```'],
    ['E69 a forged mark', 'status: complete\n- [x] done'],
  ])('%s: a body is kept and not looked into', (_name, body) => {
    const reading = read(oneTask(`---\nid: a\n---\n${body}\nend\n`))
    expect(reading.diagnostics).toEqual([])
    expect(reading.plan.steps).toHaveLength(1)
    expect(reading.plan.steps[0]!.text).toBe(`${body}\nend`.trim())
    expect(reading.words.size).toBe(0)
  })
})

describe('B33 a file that is cut off or has lost a byte is read without a crash', () => {
  const folder = join(import.meta.dirname, 'fixtures')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('seed-example'))
    .map((path) => readFileSync(join(folder, path)))

  it('every prefix and every text without one byte', () => {
    for (const bytes of [encode(task), encode(`\ufeff${task.replaceAll('\n', '\r\n')}`), ...texts]) {
      for (let at = 0; at <= bytes.length; at++) {
        for (const broken of [bytes.subarray(0, at), Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])]) {
          const files = new Map([
            ['plan.md', broken],
            ['tasks/01-a.md', broken],
          ])
          const { plan, diagnostics } = readAgentflow(files, { key: 'k', prefix: '', isHome: false })
          // A plan needs a title and a task an id, and no file has both.
          expect(hasErrors([...diagnostics, ...checkPlan(plan)])).toBe(true)
        }
      }
    }
  })
})
