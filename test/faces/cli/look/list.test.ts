import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listPlans } from '../../../../src/faces/cli/steadplan/look/list.ts'
import type { ListOptions } from '../../../../src/faces/cli/steadplan/look.ts'
import { Person, task } from './person.ts'

const list = (options: ListOptions = {}) => {
  return (terminal: Person['terminal'], context: Person['context']) => listPlans(terminal, context, options)
}

describe('steadplan list', () => {
  test('shows every open plan with what it waits for', async () => {
    const ann = new Person()
    await ann.new('draft')
    await ann.new('ready')
    await ann.approve('ready')
    await ann.new('changed')
    await ann.approve('changed')
    ann.edit('plans/changed/tasks/02-write-the-form.md', 'Write the form', 'Write the form ')
    await ann.new('refused')
    await ann.reject('refused', 'Too vague')
    ann.plan('broken', 'Broken', { '01-a': task('a', 'depends_on: [b]'), '02-c': task('c', 'depends_on: [c]') })
    ann.plan('half', 'Half', { '01-a': task('a', 'status: complete'), '02-b': task('b', 'status: interrupted') })
    expect(await ann.says(list())).toBe(`NAME     STATUS    STEPS  NOW                             TITLE
broken   draft     0/2    2 faults                        Broken
changed  approved  0/3    changed since the approval      Add a login page
draft    draft     0/3    waits for your review           Add a login page
half     draft     1/2    interrupted: b                  Half
ready    approved  0/3    ready: 1 step can start         Add a login page
refused  rejected  0/3    rejected, waits for its author  Add a login page
`)
    expect(await ann.json(list({ json: true, status: 'rejected' }))).toMatchObject({
      plans: [{ name: 'refused', status: 'rejected', needs: 'author', steps: { done: 0, total: 3 }, errors: 0 }],
      diagnostics: [],
    })
  })

  test('a plan that cannot be read has a row that says why, and the others are there', async () => {
    const ann = new Person()
    for (const name of ['one', 'damaged', 'unreadable']) await ann.new(name)
    await ann.approve('damaged')
    await ann.reject('damaged', 'No')
    await ann.approve('damaged')
    const state = fs.readdirSync(join(ann.root, '.steadplan/plans')).find((name) => name.startsWith('damaged'))!
    const log = `.steadplan/plans/${state}/log.jsonl`
    ann.write(log, ann.read(log).replace('"propose"', '"pr0pose"'))
    fs.rmSync(join(ann.root, 'plans/unreadable/tasks'), { recursive: true })
    fs.symlinkSync(ann.home, join(ann.root, 'plans/unreadable/tasks'))
    const said = await ann.says(list())
    expect(said).toMatch(/^damaged +\? +\? +cannot be read: /m)
    expect(said).toMatch(/^one +draft/m)
    expect(said).toMatch(/^unreadable +draft +0\/0 +\d faults?/m)
  })

  test('what has ended is shown when it is asked for, and nothing is said of nothing', async () => {
    const ann = new Person()
    expect(await ann.says(list())).toBe('There is no plan here yet: steadplan new "<title>"\n')
    await ann.new('one')
    expect(await ann.says(list({ status: 'completed' }))).toBe('No plan is completed\n')
  })

  test.each([60, 100])('H90: hostile titles of 10,000 columns stay one safe line in %d columns', async (width) => {
    const ann = new Person()
    ann.width = width
    ann.plan('one', `"\\e[2J\\u202e${'界'.repeat(5000)}"`, { '01-a': task('a') })
    await ann.says(list())
    const [, row] = ann.out.split('\n')
    expect(row).toContain('^[[2J<U+202E>')
    expect(ann.isSafe).toBe(true)
    if (width === 100) expect(ann.out.split('\n').every((line) => line.length <= width)).toBe(true)
  })

  test('D56: `__proto__` is a name like any other', async () => {
    const ann = new Person()
    ann.plan('constructor', '__proto__', {
      '01-a': task('__proto__'),
      '02-b': task('toString', 'depends_on: [__proto__]'),
    })
    expect((await ann.json(list({ json: true }))).plans).toMatchObject([
      { name: 'constructor', title: '__proto__', steps: { total: 2 } },
    ])
  })
})
