import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { showPlan } from '../../../../src/faces/cli/steadplan/look/show.ts'
import type { ShowOptions } from '../../../../src/faces/cli/steadplan/look.ts'
import { Person, task } from './person.ts'

const show = (plan?: string, step?: string, options: ShowOptions = {}) => {
  return (terminal: Person['terminal'], context: Person['context']) => showPlan(terminal, context, plan, step, options)
}

describe('steadplan show', () => {
  test('the plan as a person wants it', async () => {
    const ann = new Person()
    ann.plan('login', 'Add a login page', {
      '01-set-up': task('set-up', 'status: complete'),
      '02-form': task(
        'form',
        'title: Write the form',
        'depends_on: [set-up]',
        'agent: codex',
        'files: [src/form.ts]',
        'verify:',
        '  - npm test',
        '  - npm run lint',
      ),
      '03-docs': task('docs', 'depends_on: [set-up]', 'approval: user'),
    })
    expect(await ann.says(show())).toBe(`Add a login page
plans/login/  draft  no version kept yet

Why.

1 of 3 steps done
Wave 1
  ✓ done         set-up  Do set-up.
Wave 2
  ○ waiting      form  Write the form
      after set-up; by codex
      files  src/form.ts
      verify npm test
      verify npm run lint
  ○ waiting      docs  Do docs.
      after set-up; asks for a yes of its own
`)
  })

  test('G84: says exactly which steps an edit took the yes from', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.approve('login')
    const approved = 'approved by ann on <time> by a command, version 1'
    expect(await ann.says(show())).toContain(`approved  version 1\n${approved}\n\n`)

    ann.edit('plans/login/tasks/02-write-the-form.md', 'Write the form', 'Write the form  ')
    ann.write('plans/login/tasks/04-more.md', task('more'))
    fs.rmSync(join(ann.root, 'plans/login/tasks/03-try-it.md'))
    expect(await ann.says(show())).toContain(`approved  changed since version 1
${approved}
  1 step changed since and lost the yes: write-the-form
  1 step added since, without a yes: more
  1 step removed since: try-it
  See what changed: steadplan diff login. Say yes to it: steadplan review login
`)
    const { steps, approval, approved: isApproved } = await ann.json(show('login', undefined, { json: true }))
    expect(isApproved).toBe(false)
    expect(approval).toMatchObject({
      is: 'partial',
      by: 'ann',
      version: 1,
      changed: ['write-the-form'],
      added: ['more'],
    })
    expect(steps.map((step: { id: string; approved: boolean }) => [step.id, step.approved])).toEqual([
      ['set-up', true],
      ['write-the-form', false],
      ['more', false],
    ])
    expect(await ann.says(show('login', 'write'))).toContain('approved  no, it changed since the approval')
    expect(await ann.says(show('login', 'set'))).toContain('approved  yes')
  })

  test('a word of state takes no yes away, the text of the plan takes all of them', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.approve('login')
    ann.edit('plans/login/tasks/01-set-up.md', 'id: set-up\n', 'id: set-up\nstatus: complete\n')
    expect(await ann.says(show())).not.toContain('lost the yes')
    expect(ann.out).toContain('✓ done         set-up')
    ann.edit('plans/login/plan.md', 'The plan', 'A plan')
    expect(await ann.says(show())).toContain('The text of the plan changed since, so no step has its yes any more.')
  })

  test('a yes that was given elsewhere is said not to count', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.approve('login')
    const ben = new Person()
    fs.cpSync(ann.root, ben.root, { recursive: true })
    expect(await ben.says(show())).toContain('E_APPROVAL_FOREIGN')
    expect((await ben.json(show('login', undefined, { json: true }))).approved).toBe(false)
  })

  test('what was said with the last rejection stands there until there is a yes', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.reject('login', 'Old', [{ text: 'Gone' }])
    await ann
      .reject('login', 'Too vague\u001b[2J', [{ text: 'Which table?\nAnd why?', step: 'set-up' }])
      .catch(() => {})
    const said = await ann.says(show())
    expect(said).toContain('rejected by ann on <time>:\n  Old\nann, <time>:\n  Gone\n')
    expect(ann.isSafe).toBe(true)
    await ann.approve('login')
    expect(await ann.says(show())).not.toContain('Gone')
  })

  test('an earlier version, and none of that number', async () => {
    const ann = new Person()
    await ann.new('login')
    ann.edit('plans/login/plan.md', 'title: Add a login page', 'title: Another')
    await ann.approve('login')
    expect(await ann.says(show('login', undefined, { version: 1 }))).toMatch(
      /^Add a login page\nplans\/login\/ {2}approved {2}version 1 of 2, by ann on <time>\n/,
    )
    expect(await ann.says(show('login', undefined, { version: 7 }))).toContain('E_UNKNOWN_VERSION')
  })

  test('one step in full, and the one that was meant', async () => {
    const ann = new Person()
    ann.plan('login', 'Login', {
      '01-a': task('a', 'tags: [x]', 'timeout: 5m', 'priority: high', 'subtasks: [one, two]'),
      '02-b': task('b', 'depends_on: [a, zz]', 'verify: [npm test]'),
    })
    expect(await ann.says(show('login', 'a'))).toBe(`Do a.
a  ○ waiting  plans/login/tasks/01-a.md

approved  no
after     nothing
before    b
priority  10
timeout   300 s
tags      x

- one
- two

Do a.
`)
    expect(await ann.says(show('login', 'b'))).toContain('after     a (waiting), zz (no such step)')
    expect(ann.out).toContain('verify    npm test')
    expect(await ann.says(show('login', 'c'))).toContain('E_UNKNOWN_STEP')
  })

  test('H90: nothing that a plan says steers the terminal, and programs get it exactly', async () => {
    const ann = new Person()
    ann.width = 60
    const evil = '\\e]52;c;x\\a\\e[2J\\x9b1m\\r\\b\\u202e'
    ann.plan('login', `"${evil}"`, {
      '01-a': task('a', `title: "${evil}${'x'.repeat(10_000)}"`, `verify: ["echo ${evil}"]`, `files: ["${evil}"]`),
    })
    for (const step of [undefined, 'a']) {
      await ann.says(show('login', step))
      expect(ann.isSafe).toBe(true)
      expect(ann.out).toContain('^[]52;c;x^G^[[2J<U+009B>1m^M^H<U+202E>')
    }
    expect((await ann.json(show('login', undefined, { json: true }))).title).toBe(
      '\u001b]52;c;x\u0007\u001b[2J\u009b1m\r\b\u202e',
    )
  })

  test('colours are given to the terminal, and to nobody else', async () => {
    const ann = new Person()
    await ann.new('login')
    ann.isColoured = true
    await ann.says(show())
    expect(ann.out).toContain('<place>Add a login page</>')
  })

  test('faults are counted, and what can never start is shown', async () => {
    const ann = new Person()
    ann.plan('login', 'Login', {
      '01-a': task('a', 'depends_on: [b]'),
      '02-b': task('b', 'depends_on: [a]'),
      '03-c': task('c'),
    })
    const said = await ann.says(show())
    expect(said).toContain('1 fault: steadplan check login')
    expect(said).toContain('Can never start\n  ○ waiting      a')
  })
})
