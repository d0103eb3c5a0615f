import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openChosen, openProject } from '../../../src/faces/cli/project.ts'
import { newPlan } from '../../../src/faces/cli/steadplan/new/new.ts'
import { templateNames } from '../../../src/faces/cli/steadplan/new/template-names.ts'
import type { NewOptions } from '../../../src/faces/cli/steadplan/new.ts'
import { Person } from './look/person.ts'

const make = (title: string | undefined, options: NewOptions = {}, input = '') => {
  return (terminal: Person['terminal'], context: Person['context']) =>
    newPlan(terminal, context, title, options, async () => Buffer.from(input))
}

describe('steadplan new', () => {
  test('says where the plan is, what its steps are and what to do next', async () => {
    const ann = new Person()
    expect(await ann.says(make('Add a login page', { id: 'login' }))).toBe(`plans/login/
  tasks/01-describe-the-behaviour.md
  tasks/02-find-the-places-that-change.md  after describe-the-behaviour
  tasks/03-write-tests-that-fail.md        after find-the-places-that-change
  tasks/04-make-the-change.md              after write-tests-that-fail
  tasks/05-document-it.md                  after describe-the-behaviour
  tasks/06-try-it-as-a-user-would.md       after make-the-change, document-it

Next: edit it, then
  steadplan check login
  steadplan review login
`)
    expect(ann.err).toBe('')
  })

  test('makes a name of the title and of chance, and says it to programs', async () => {
    const ann = new Person()
    const answer = await ann.json(
      make('Élan vital: a very long title that goes on and on', { step: ['One'], json: true }),
    )
    expect(answer).toMatchObject({ version: 1, steps: [{ id: 'one', dependsOn: [] }] })
    expect(answer.name).toMatch(/^elan-vital-a-very-long-title-that-goes-[0-9a-z]{4}$/)
    expect(answer.directory).toBe(`plans/${answer.name}/`)
    expect(ann.read(`${answer.directory}plan.md`)).toContain(
      'title: "Élan vital: a very long title that goes on and on"',
    )
  })

  test('the same title twice makes two plans', async () => {
    const ann = new Person()
    await ann.says(make('Same'))
    await ann.says(make('Same'))
    expect(fs.readdirSync(join(ann.root, 'plans'))).toHaveLength(2)
  })

  test.each(templateNames)('the template %s passes check at once', async (template) => {
    const ann = new Person()
    await ann.says(make('Something new', { template, id: 'it' }))
    const { diagnostics, reading } = await openChosen(await openProject(ann.context, 'test'), 'it')
    expect(diagnostics).toEqual([])
    expect(reading.plan.steps.length).toBeGreaterThan(0)
    expect(JSON.stringify(reading.plan)).not.toMatch(/TODO|FIXME|\{title\}/)
  })

  test('--step makes exactly these steps, one after the other or side by side', async () => {
    const ann = new Person()
    const step = ['Freeze (after: none)', 'Test', 'Test']
    const one = await ann.json(make('Release', { step, json: true }))
    expect(one.steps.map((of: { id: string; dependsOn: string[] }) => [of.id, of.dependsOn])).toEqual([
      ['freeze-after-none', []],
      ['test', ['freeze-after-none']],
      ['test-2', ['test']],
    ])
    const two = await ann.json(make('Release', { step, parallel: true, json: true }))
    expect(two.steps.map((of: { dependsOn: string[] }) => of.dependsOn)).toEqual([[], [], []])
  })

  test('--from reads an outline from a file or from standard input', async () => {
    const ann = new Person()
    ann.write('notes.md', '# Login\n\nWhy.\n\n- [x] Set up\n- Form\n  - mail\n- Docs (after: set up)\n')
    await ann.says(make(undefined, { from: 'notes.md', id: 'one' }))
    expect(ann.read('plans/one/plan.md')).toBe('---\ntitle: Login\n---\n\nWhy.\n')
    expect(ann.read('plans/one/tasks/01-set-up.md')).toBe('---\nid: set-up\nstatus: complete\n---\n\nSet up\n')
    expect(ann.read('plans/one/tasks/02-form.md')).toBe(
      '---\nid: form\ndepends_on: [set-up]\nsubtasks:\n  - mail\n---\n\nForm\n',
    )
    expect(ann.read('plans/one/tasks/03-docs.md')).toContain('depends_on: [set-up]')
    await ann.says(make('Another title', { from: '-', id: 'two' }, ann.read('notes.md')))
    expect(ann.read('plans/two/plan.md')).toContain('title: Another title')
  })

  test('--from copies the directory of a plan, byte for byte but for a new title', async () => {
    const ann = new Person()
    const kept = '---\r\nid: a # why\r\nstatus: complete\r\n---\r\n\r\nText  \r\n'
    ann.plan('one', 'One', { '01-a': kept })
    await ann.says(make('Two', { from: 'plans/one', id: 'two' }))
    expect(ann.read('plans/two/tasks/01-a.md')).toBe(kept)
    expect(ann.read('plans/two/plan.md')).toBe('---\ntitle: Two\n---\n\nWhy.\n')
  })
})

describe('what is refused leaves nothing behind', () => {
  test.each<[string, string | undefined, NewOptions, string, string[]]>([
    [
      'an empty step and H90 a hostile one',
      'T',
      { step: ['', 'a\u001b]0;x\u0007', 'b\nc'] },
      '',
      ['step 1 is empty', 'E_CONTROL_CHARACTER', 'step 3 has several lines'],
    ],
    ['G88 a title with hidden characters', 'a\u202eb', {}, '', ['E_INVISIBLE']],
    ['a blank title', ' ', {}, '', ['the title is empty']],
    [
      'an outline with control characters',
      undefined,
      { from: '-' },
      '# T\u0000\n- a\u001b[2J\n',
      ['<U+0000>', '<U+001B>'],
    ],
    ['D61 an outline that is no text', undefined, { from: '-' }, '\ud800', ['E_TITLE_EMPTY']],
    ['an empty outline', undefined, { from: '-' }, '', ['E_EMPTY']],
    [
      'an outline without a title, and with a step that is none',
      undefined,
      { from: '-' },
      '- a (after: b)',
      ['E_TITLE_EMPTY', 'E_DANGLING'],
    ],
    ['a circle', undefined, { from: '-' }, '# T\n- a (after: b)\n- b (after: a)\n', ['E_CYCLE']],
    ['101 steps', 'T', { step: Array.from({ length: 101 }, () => 'a') }, '', ['E_TOO_MANY_TASKS']],
    ['a file that is not there', undefined, { from: 'nowhere.md' }, '', ['E_NOT_A_FILE']],
    ['F71 a name that leads out', 'T', { id: '../../etc/x' }, '', ['E_BAD_ID']],
    ['F71 a name with NUL', 'T', { id: 'a\0b' }, '', ['E_BAD_ID']],
    ['F76 a name that Windows cannot hold', 'T', { id: 'nul' }, '', ['E_BAD_ID']],
  ])('%s', async (_, title, options, input, said) => {
    const ann = new Person()
    const answer = await ann.says(make(title, options, input))
    for (const words of said) expect(answer).toContain(words)
    expect(fs.readdirSync(ann.root)).toEqual(['steadplan.json'])
  })

  test('two ways to say which steps there are, and none', async () => {
    const ann = new Person()
    const code = (title: string | undefined, options: NewOptions) => make(title, options)(ann.terminal, ann.context)
    expect(await code('T', { step: ['a'], template: 'blank' })).toBe(2)
    expect(await code('T', { parallel: true })).toBe(2)
    expect(await code(undefined, {})).toBe(2)
    expect(fs.readdirSync(ann.root)).toEqual(['steadplan.json'])
  })

  test('F73 plans that are a link out of the project', async () => {
    const ann = new Person()
    fs.mkdirSync(join(ann.home, 'elsewhere'))
    fs.symlinkSync(join(ann.home, 'elsewhere'), join(ann.root, 'plans'))
    expect(await ann.says(make('T', { id: 'login' }))).toContain('E_OUTSIDE')
    expect(fs.readdirSync(join(ann.home, 'elsewhere'))).toEqual([])
  })
})
