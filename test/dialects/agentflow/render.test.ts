import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderPlanFile, renderTaskFile, taskFileName } from '../../../src/dialects/agentflow/render.ts'
import { slugOf } from '../../../src/dialects/agentflow/slug.ts'
import { isKebab } from '../../../src/plan/kebab.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { read, soundPlan } from './plan-files.ts'
import { anyText, nonEmpty } from './text-arbitrary.ts'

const list = fc.array(nonEmpty, { minLength: 1, maxLength: 3 })
const task = fc.record(
  {
    id: nonEmpty,
    title: nonEmpty,
    text: anyText.map((text) => text.trim()),
    dependsOn: fc.uniqueArray(nonEmpty, { maxLength: 3 }),
    agent: nonEmpty,
    subtasks: list,
    verify: list,
    files: list,
    priority: fc.integer({ min: -999_999, max: 999_999 }),
    timeoutMs: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    approval: fc.constant('user' as const),
    tags: list,
  },
  { requiredKeys: ['id', 'title', 'text', 'dependsOn'] },
)

describe('what is written reads back as the same', () => {
  it(`a task (seed ${seed})`, () => {
    fc.assert(
      fc.property(task, (step) => {
        const { plan, diagnostics } = read({ 'plan.md': soundPlan, 'tasks/01-a.md': renderTaskFile(step) })
        const { place: _, ...back } = plan.steps[0]!
        expect(back).toEqual(step)
        expect(diagnostics.filter(({ code }) => !harm.has(code))).toEqual([])
      }),
      { seed, numRuns: rounds(1500, 50_000) },
    )
  })

  it(`a plan (seed ${seed})`, () => {
    fc.assert(
      fc.property(nonEmpty, anyText, (title, text) => {
        const narrative = text.trim()
        const { plan } = read({ 'plan.md': renderPlanFile({ title, narrative }) })
        expect({ title: plan.title, narrative: plan.narrative }).toEqual({ title, narrative })
      }),
      { seed, numRuns: rounds(1000, 50_000) },
    )
  })

  /** What the text itself can bring in. */
  const harm = new Set<string>(['E_CONTROL_CHARACTER', 'E_INVISIBLE'])
})

describe('what is written is what a person would write', () => {
  it('a task', () => {
    const text = renderTaskFile({
      id: 'set-up',
      title: 'Add the table.',
      text: '# Add the table.\n',
      dependsOn: ['plan', 'no'],
      agent: 'claude-code',
      subtasks: ['Write it', 'Mind: this', '- that'],
      verify: ['npm test -- --run'],
      files: ['src/**/*.ts', '*.md'],
      priority: 10,
      timeoutMs: 90_000,
      approval: 'user',
      tags: ['a b', 'c, d'],
      status: 'pending',
    })
    expect(text).toBe(`---
id: set-up
depends_on: [plan, "no"]
agent: claude-code
subtasks:
  - Write it
  - "Mind: this"
  - "- that"
verify:
  - npm test -- --run
files:
  - src/**/*.ts
  - "*.md"
priority: 10
timeout: 90s
approval: user
tags: [a b, "c, d"]
status: pending
---

# Add the table.
`)
  })

  it('a plan', () => {
    expect(renderPlanFile({ title: 'Move: now', narrative: '' })).toBe('---\ntitle: "Move: now"\n---\n')
    expect(renderPlanFile({ title: 'Über 👩‍💻', narrative: 'x' })).toBe('---\ntitle: Über 👩‍💻\n---\n\nx\n')
  })

  it('G88 a character that is not seen is written as an escape', () => {
    expect(renderPlanFile({ title: 'a\u202eb\u{e0041}\x1b', narrative: '' })).toBe(
      '---\ntitle: "a\\u202eb\\U000e0041\\u001b"\n---\n',
    )
  })
})

describe('names of files', () => {
  it('are made of a number and a slug', () => {
    expect([taskFileName(1, 'set-up'), taskFileName(99, 'a')]).toEqual(['01-set-up.md', '99-a.md'])
  })

  it.each([
    [100, 'a', 'E_TOO_MANY_TASKS'],
    [-1, 'a', 'E_TASK_NAME'],
    [1, '../x', 'E_TASK_NAME'],
    [1, '', 'E_TASK_NAME'],
  ])('%s %s is refused', (index, slug, code) => {
    expect(() => taskFileName(index, slug)).toThrow(expect.objectContaining({ code }))
  })

  it.each([
    ['Add the users’ table', 'add-the-users-table'],
    ['  Élan -- VITAL! ', 'elan-vital'],
    ['Größe & Ærger', 'grosse-aerger'],
    ['漢字', 'untitled'],
    ['', 'untitled'],
    ['../../etc/passwd', 'etc-passwd'],
    ['x'.repeat(60), 'x'.repeat(40)],
    ['one two three four five six seven eight nine', 'one-two-three-four-five-six-seven-eight'],
  ])('the slug of %j', (title, slug) => expect(slugOf(title)).toBe(slug))

  it(`a slug fits any title (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 8, max: 60 }), (title, most) => {
        const slug = slugOf(title, most)
        expect(isKebab(slug) && slug.length <= most).toBe(true)
      }),
      { seed },
    )
  })
})
