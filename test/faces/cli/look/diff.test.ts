import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diffPlan } from '../../../../src/faces/cli/steadplan/look/diff.ts'
import type { DiffOptions } from '../../../../src/faces/cli/steadplan/look.ts'
import { Person, task } from './person.ts'

const diff = (options: DiffOptions = {}, from?: string, to?: string) => {
  return (terminal: Person['terminal'], context: Person['context']) =>
    diffPlan(terminal, context, { plan: undefined, from, to }, options)
}

describe('steadplan diff', () => {
  test('says what changed by meaning, then line by line', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.approve('login')
    ann.edit('plans/login/plan.md', 'title: Add a login page', 'title: Add two pages')
    ann.edit(
      'plans/login/tasks/02-write-the-form.md',
      'depends_on: [set-up]\n---\n\nWrite the form',
      'verify: [npm test]\n---\n\nWrite the form ',
    )
    fs.rmSync(join(ann.root, 'plans/login/tasks/03-try-it.md'))
    ann.write('plans/login/tasks/04-more.md', '---\nid: more\n---\n\nMore')
    expect(
      await ann.says(diff()),
    ).toBe(`login: version 1 (approved by ann on <time> by a command, version 1) → the files now

title: "Add a login page" → "Add two pages"
+ more  More
- try-it  Try it
~ write-the-form  dependencies (−set-up), verify commands

plans/login/plan.md  +1 −1
@@ -1,5 +1,5 @@
 ---
-title: Add a login page
+title: Add two pages
 ---

 The plan is done when its steps are done and the result was looked at once more as a whole.

plans/login/tasks/02-write-the-form.md  +2 −2
@@ -1,6 +1,6 @@
 ---
 id: write-the-form
-depends_on: [set-up]
+verify: [npm test]
 ---

-Write the form
+Write the form·

plans/login/tasks/03-try-it.md  removed, +0 −6
@@ -1,6 +0,0 @@
----
-id: try-it
-depends_on: [write-the-form]
----
-
-Try it

plans/login/tasks/04-more.md  added, +5 −0
@@ -0,0 +1,5 @@
+---
+id: more
+---
+
+More  (without a line end)
`)
    expect(await ann.says(diff({ stat: true }))).toContain('4 files, +8 −9\n')
    expect(await ann.json(diff({ json: true }))).toMatchObject({
      from: 1,
      to: 'now',
      title: { from: 'Add a login page', to: 'Add two pages' },
      added: ['more'],
      removed: ['try-it'],
      changed: [
        { id: 'write-the-form', fields: ['dependsOn', 'verify'], dependencies: { added: [], removed: ['set-up'] } },
      ],
      files: [{ path: 'plan.md', change: 'changed', added: 1, removed: 1 }, {}, {}, {}],
    })
  })

  test('between any two versions, and none that is not there', async () => {
    const ann = new Person()
    await ann.new('login')
    ann.edit('plans/login/tasks/01-set-up.md', 'Set up', 'Set it up')
    await ann.reject('login', 'No')
    expect(await ann.says(diff({}, '1', '2'))).toContain('~ set-up  title, text')
    expect(await ann.says(diff({}, '2', 'now'))).toContain('No difference')
    expect(await ann.says(diff())).toContain('login: version 2 (by ann on <time>) → the files now\nNo difference')
    for (const word of ['0', '3', 'x', '1e3', 'approved', '-1'])
      expect(await ann.says(diff({}, word))).toContain('E_UNKNOWN_VERSION')
  })

  test('a word of state is no change of meaning', async () => {
    const ann = new Person()
    await ann.new('login')
    ann.edit('plans/login/tasks/01-set-up.md', 'id: set-up\n', 'id: set-up\nstatus: complete\n')
    expect(await ann.says(diff())).toContain('Nothing by meaning')
  })

  test('without any version there is nothing to compare with', async () => {
    const ann = new Person()
    ann.plan('login', 'Login', { '01-a': task('a') })
    expect(await ann.says(diff())).toBe('No version is kept yet\n')
  })

  test('H90, G84: hidden characters of changed lines are seen', async () => {
    const ann = new Person()
    await ann.new('login')
    ann.edit('plans/login/tasks/01-set-up.md', 'Set up', `Set\u200b up\u001b[2J\t${'x'.repeat(10_000)}`)
    await ann.says(diff())
    expect(ann.out).toContain('+Set<U+200B> up^[[2J^Ixxx')
    expect(ann.isSafe).toBe(true)
  })

  test('texts that differ in every line are counted and not compared', async () => {
    const ann = new Person()
    await ann.new('login')
    const text = (start: number) => Array.from({ length: 20_000 }, (_, at) => `${start + at * 2}\n`).join('')
    ann.write('plans/login/tasks/01-set-up.md', `---\nid: set-up\n---\n${text(0)}`)
    await ann.reject('login', 'No')
    ann.write('plans/login/tasks/01-set-up.md', `---\nid: set-up\n---\n${text(1)}`)
    expect(await ann.says(diff())).toContain('differs in too many lines to compare them one by one')
  })
})
