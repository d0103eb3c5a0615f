import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../../../../src/faces/cli/steadplan/check/check.ts'
import type { CheckOptions } from '../../../../src/faces/cli/steadplan/check.ts'
import { approvePlan } from '../../../../src/faces/cli/steadplan/decide/approve.ts'
import { cancelPlan } from '../../../../src/faces/cli/steadplan/decide/cancel.ts'
import { rejectPlan } from '../../../../src/faces/cli/steadplan/decide/reject.ts'
import { review } from '../../../../src/faces/cli/steadplan/decide/review.ts'
import { diffPlan } from '../../../../src/faces/cli/steadplan/look/diff.ts'
import { graphPlan } from '../../../../src/faces/cli/steadplan/look/graph.ts'
import { planHistory } from '../../../../src/faces/cli/steadplan/look/history.ts'
import { listPlans } from '../../../../src/faces/cli/steadplan/look/list.ts'
import { showPlan } from '../../../../src/faces/cli/steadplan/look/show.ts'
import { newPlan } from '../../../../src/faces/cli/steadplan/new/new.ts'
import { isFault } from '../../../../src/plan/diagnostics/fault.ts'
import { PlanPerson } from '../plan-person.ts'
import { ambiguous, safe } from '../teddy/plans.ts'
import { create, edit, execute, planOf, read } from './plan-text.ts'

const plan = planOf(create('docs/page.md', '# Page\n'), edit('README.md', 'two', 'zwei'), execute('cat docs/page.md'))

function setUp(files: Readonly<Record<string, string>> = { 'docs/next.md': plan }): PlanPerson {
  const person = new PlanPerson({})
  person.write('README.md', 'one\ntwo\n')
  for (const [path, text] of Object.entries(files)) person.write(path, text)
  return person
}

/** What a command wrote, or the code of the fault that it ended with. */
async function said(
  person: PlanPerson,
  run: (terminal: PlanPerson['terminal'], context: PlanPerson['context']) => Promise<number>,
): Promise<string> {
  person.hush()
  try {
    await run(person.terminal, person.context)
  } catch (error) {
    if (!isFault(error)) throw error
    return error.code
  }
  return person.out.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
}

const checked = (person: PlanPerson, words: string[] = [], options: Partial<CheckOptions> = {}) =>
  said(person, (terminal, context) => check(terminal, context, words, { format: 'text', version: '1.2.3', ...options }))
const approved = (person: PlanPerson, word = 'docs/next.md') =>
  said(person, (terminal, context) => approvePlan(terminal, context, word, { yes: true }))
const shownJson = async (person: PlanPerson, word: string) =>
  JSON.parse(await said(person, (terminal, context) => showPlan(terminal, context, word, undefined, { json: true })))

describe('which plan is meant', () => {
  const files = {
    '.teddy/sessions/login/01/plan.md': plan,
    '.teddy/sessions/login/02/plan.md': plan,
    '.teddy/sessions/log/01/plan.md': plan,
    '.teddy/plans/rename.md': plan,
    'docs/next.md': plan,
    'next.md': plan,
    'work/plan.md': plan,
    'docs/page-about-plans.md': '# About\n\n## Plans\n\nThey are good.\n',
  }
  const words: [word: string, name: string][] = [
    ['login', 'login/02'],
    ['log', 'log/01'],
    ['login/01', 'login/01'],
    ['.teddy/sessions/login/01', 'login/01'],
    ['.teddy/sessions/login/01/plan.md', 'login/01'],
    ['./.teddy/sessions/login/02/', 'login/02'],
    ['rename.md', 'rename.md'],
    ['ren', 'rename.md'],
    ['.teddy/plans/rename.md', 'rename.md'],
    ['docs/next.md', 'docs/next.md'],
    ['./docs/../docs/next.md', 'docs/next.md'],
    ['next.md', 'next.md'],
    ['work/plan.md', 'work/plan.md'],
  ]

  test.each(words)('%s', async (word, name) => {
    const person = setUp(files)
    expect((await shownJson(person, word)).name).toBe(name)
    expect(await checked(person, [word], { format: 'json' })).toContain(`"name": "${name}"`)
  })

  test('an absolute path, and one from where the person stands', async () => {
    const person = setUp(files)
    expect((await shownJson(person, join(person.root, 'docs/next.md'))).name).toBe('docs/next.md')
    const context = { ...person.context, cwd: join(person.root, 'docs') }
    await showPlan(person.hush().terminal, context, 'next.md', undefined, { json: true })
    expect(person.json.name).toBe('docs/next.md')
  })

  test('a directory around plans means those that are not past, and one with a plan.md means that', async () => {
    const person = setUp(files)
    expect(await checked(person, ['.teddy'])).toMatch(/^3 plans, 9 steps/m)
    expect(await checked(person, ['work'])).toMatch(/^1 plan, 3 steps/m)
  })

  test.each(['docs/page-about-plans.md', 'docs/none.md', 'docs'])('%s means none', async (word) => {
    const person = setUp(files)
    const show = await said(person, (terminal, context) => showPlan(terminal, context, word, undefined, {}))
    expect([show, await checked(person, [word])]).toEqual(['E_UNKNOWN_PLAN', 'E_UNKNOWN_PLAN'])
  })

  test('F73: a plan that really stands outside is refused by that reason', async () => {
    const person = setUp(files)
    fs.writeFileSync(join(person.home, 'other.md'), plan)
    fs.symlinkSync('../other.md', join(person.root, 'link.md'))
    for (const word of ['../other.md', 'link.md']) {
      expect(await said(person, (terminal, context) => showPlan(terminal, context, word, undefined, {}))).toBe(
        'E_OUTSIDE',
      )
      expect(await checked(person, [word])).toBe('E_OUTSIDE')
    }
    expect(fs.existsSync(join(person.root, '.steadplan'))).toBe(false)
  })

  test('no file that nobody named is taken for a plan', async () => {
    const person = setUp({ 'docs/next.md': plan })
    expect(await checked(person)).toBe('0 plans, 0 steps: nothing wrong\n')
  })
})

describe('steadplan check', () => {
  const faulty = { 'docs/next.md': plan.replace('EXECUTE', 'EXCUTE'), 'docs/page.md': 'There.\n' }

  test('what is wrong as it is written, and what is wrong here', async () => {
    const person = setUp(faulty)
    const text = await checked(person, ['docs/next.md'])
    expect(text).toContain('docs/next.md:21:18  error  E_TEDDY_EXISTS')
    expect(text).toContain('error  E_TEDDY_ACTION_UNKNOWN')
    expect(text).toContain('1 plan, 2 steps: 1 plan with errors\n')
  })

  test.each(['json', 'sarif', 'github'] as const)('%s', async (format) => {
    const text = await checked(setUp(faulty), ['docs/next.md'], { format })
    expect(text).toContain('E_TEDDY_EXISTS')
    expect(text).toContain('docs/next.md')
    if (format !== 'github') JSON.parse(text)
  })

  test('json tells the path of the file', async () => {
    const person = setUp()
    await checked(person, ['docs/next.md'], { format: 'json' })
    expect(person.json.plans).toMatchObject([{ name: 'docs/next.md', path: join(person.root, 'docs/next.md') }])
  })

  test('E67: --fix makes the fences safe, and what it replaced is kept', async () => {
    const person = setUp({ 'docs/next.md': ambiguous })
    expect(await checked(person, ['docs/next.md'], { fix: true })).toMatch(
      /^fixed {2}docs\/next.md:24:1 {2}E_TEDDY_FENCE/,
    )
    expect(person.read('docs/next.md')).toBe(safe)
    await said(person, (terminal, context) => planHistory(terminal, context, 'docs/next.md', { restore: 1 }))
    expect(person.read('docs/next.md')).toBe(ambiguous)
  })

  test('two plans in one folder are two plans', async () => {
    const person = setUp({ 'docs/a.md': plan, 'docs/b.md': plan.replace('EXECUTE', 'EXCUTE') })
    const text = await checked(person, ['docs/a.md', 'docs/b.md'])
    expect(text).toContain('docs/b.md:')
    expect(text).toMatch(/^2 plans, 5 steps: 1 plan with errors$/m)
  })
})

describe('steadplan list', () => {
  const list = (person: PlanPerson, options = {}) =>
    said(person, (terminal, context) => listPlans(terminal, context, options))

  test('of a session the latest turn, and with --all the others', async () => {
    const turns = Array.from({ length: 300 }, (_, at) => String(at + 1).padStart(3, '0'))
    const person = setUp(Object.fromEntries(turns.map((turn) => [`.teddy/sessions/login/${turn}/plan.md`, plan])))
    expect(await list(person)).toBe(`NAME       STATUS  STEPS  NOW                    TITLE
login/300  draft   0/3    waits for your review  A page about installing
`)
    const all = JSON.parse(await list(person, { all: true, json: true })) as { plans: { name: string }[] }
    expect(all.plans).toHaveLength(300)
    expect(all.plans[0]).toMatchObject({
      name: 'login/300',
      dialect: 'teddy',
      path: '.teddy/sessions/login/300/plan.md',
    })
  })

  test('a plan that was decided about is found by what it is', async () => {
    const person = setUp({ '.teddy/plans/rename.md': plan })
    await approved(person, 'rename.md')
    expect(await list(person)).toMatch(/^rename.md {2}approved {2}0\/3 {4}ready: 1 step can start/m)
  })

  test('a file that nobody would look for is there once it was decided about', async () => {
    const person = setUp()
    expect(await list(person)).toBe('There is no plan here yet: steadplan new "<title>"\n')
    await approved(person)
    expect(await list(person)).toMatch(/^docs\/next.md {2}approved {2}0\/3/m)
    expect(await checked(person)).toBe('1 plan, 3 steps: nothing wrong\n')
  })
})

describe('decisions', () => {
  test('approve names every command with where it runs and what is set, and binds to the file', async () => {
    const person = setUp({
      'docs/next.md': planOf(execute('npm ci\nnpm test', '**cwd:** docs', '**env:**\n  - `CI`: "1"')),
    })
    person.answers = ['y']
    const text = await said(person, (terminal, context) => approvePlan(terminal, context, 'docs/next.md', {}))
    expect(text).toContain('Risk: 1 step made of commands that are run on this machine\n')
    expect(text).toMatch(/: npm ci\n {6}npm test\n {6}\(in docs, CI=1\)\n/)
    expect(text).toContain('docs/next.md is approved: version 1')
    person.write('docs/next.md', `${person.read('docs/next.md')}\n`)
    const { approved: isApproved, approval } = await shownJson(person, 'docs/next.md')
    expect([isApproved, approval.is, approval.planChanged]).toEqual([false, 'partial', true])
  })

  test('a plan with faults is not approved', async () => {
    expect(await approved(setUp({ 'docs/next.md': plan, 'docs/page.md': 'There.\n' }))).toBe('E_NOT_SOUND')
  })

  test.each<[what: string, text: string, answer: string]>([
    ['only changes files', planOf(create('a.md', 'a\n'), read('README.md')), 'docs/next.md is approved'],
    ['runs a command', planOf(execute('true')), 'E_NEEDS_PERSON'],
    ['asks the web', planOf(read('[x](https://example.com/x)')), 'E_NEEDS_PERSON'],
    ['writes a protected file', planOf(create('.envrc', 'a\n')), 'E_NEEDS_PERSON'],
  ])('by the policy `risky` a program may approve, or not, what $0', async (_, text, answer) => {
    const person = setUp({ 'docs/next.md': text })
    person.configure({ approval: { policy: 'risky' } })
    person.isInteractive = false
    expect(await approved(person)).toContain(answer)
  })

  test('reject and cancel', async () => {
    const person = setUp()
    const feedback = 'Too short'
    await said(person, (terminal, context) => rejectPlan(terminal, context, 'docs/next.md', { feedback }))
    expect((await shownJson(person, 'docs/next.md')).feedback.text).toBe(feedback)
    await said(person, (terminal, context) => cancelPlan(terminal, context, 'docs/next.md', { yes: true }))
    expect(person.out).toBe('docs/next.md is cancelled\n')
    expect((await shownJson(person, 'docs/next.md')).status).toBe('cancelled')
  })

  test('G80: review shows a command in full, whatever it is made of', async () => {
    const command = `echo $(curl x|sh); \`id\` && a${'$IFS'.repeat(500)}b >~/.bashrc\n${'true && '.repeat(60)}false`
    const person = setUp({ 'docs/next.md': planOf(execute(command)) })
    person.answers = ['', '', 'q']
    const text = await said(person, (terminal, context) => review(terminal, context, 'docs/next.md', {}))
    const [first, second] = command.split('\n')
    expect(text).toContain(`\n$ ${first}\n  ${second}\n`)
    expect(text).toContain('risk:     its commands are run on this machine\n')
  })

  test('review --json: the actions without their places, with what they change', async () => {
    const person = setUp()
    await said(person, (terminal, context) => review(terminal, context, 'docs/next.md', { json: true }))
    expect((person.json.steps as { actions: unknown }[]).map(({ actions }) => actions)).toEqual([
      [
        {
          position: 1,
          kind: 'CREATE',
          path: 'docs/page.md',
          description: 'Make it.',
          overwrite: false,
          content: '# Page\n',
          before: null,
          after: '# Page\n',
        },
      ],
      [
        {
          position: 2,
          kind: 'EDIT',
          path: 'README.md',
          description: 'Change it.',
          matchAll: false,
          edits: [{ find: 'two', replace: 'zwei' }],
          before: 'one\ntwo\n',
          after: 'one\nzwei\n',
        },
      ],
      [expect.objectContaining({ kind: 'EXECUTE', command: 'cat docs/page.md', env: [], allowFailure: false })],
    ])
    expect(person.json).toMatchObject({ path: join(person.root, 'docs/next.md'), memos: [] })
  })
})

describe('diff, history, graph', () => {
  test('what changed since the approval: the actions that are others now, and the lines', async () => {
    const person = setUp()
    await approved(person)
    person.write('docs/next.md', plan.replace('cat docs/page.md', 'cat docs/*.md'))
    const words = { plan: 'docs/next.md', from: undefined, to: undefined }
    const text = await said(person, (terminal, context) => diffPlan(terminal, context, words, {}))
    expect(text).toMatch(/^\+ 3-\w+ {2}EXECUTE cat docs\/\*\.md\n- 3-\w+ {2}EXECUTE cat docs\/page\.md\n\n/m)
    expect(text).toContain('docs/next.md  +1 −1\n')
    expect(text).toContain('\n-cat docs/page.md\n+cat docs/*.md\n')
  })

  test('a version is put back, also when the file is gone', async () => {
    const person = setUp()
    await approved(person)
    fs.rmSync(join(person.root, 'docs'), { recursive: true })
    const text = await said(person, (terminal, context) => planHistory(terminal, context, 'docs/next.md', {}))
    expect(text).toContain('approved by ann')
    await said(person, (terminal, context) => planHistory(terminal, context, 'docs/next.md', { restore: 1 }))
    expect(person.read('docs/next.md')).toBe(plan)
    expect((await shownJson(person, 'docs/next.md')).approved).toBe(true)
  })

  test('the same for a turn of a session', async () => {
    const path = '.teddy/sessions/login/01/plan.md'
    const person = setUp({ [path]: plan })
    await approved(person, 'login')
    fs.rmSync(join(person.root, '.teddy'), { recursive: true })
    await said(person, (terminal, context) => planHistory(terminal, context, 'login/01', { restore: 1 }))
    expect(person.read(path)).toBe(plan)
  })

  test('F73: nothing is put back where a link leads out', async () => {
    const person = setUp()
    await approved(person)
    fs.rmSync(join(person.root, 'docs'), { recursive: true })
    fs.mkdirSync(join(person.home, 'elsewhere'))
    fs.symlinkSync('../elsewhere', join(person.root, 'docs'))
    for (const word of ['docs/next.md', '../shop/docs/next.md']) {
      const run = said(person, (terminal, context) => planHistory(terminal, context, word, { restore: 1 }))
      expect(['E_OUTSIDE', 'E_UNKNOWN_PLAN']).toContain(await run)
    }
    expect(fs.readdirSync(join(person.home, 'elsewhere'))).toEqual([])
  })

  test('graph: one after the other', async () => {
    const person = setUp()
    await said(person, (terminal, context) => graphPlan(terminal, context, 'docs/next.md', { json: true }))
    expect((person.json.waves as string[][]).map((wave) => wave.length)).toEqual([1, 1, 1])
  })
})

test('new: a plan of actions is no outline', async () => {
  const person = setUp()
  expect(await said(person, (t, context) => newPlan(t, context, undefined, { from: 'docs/next.md' }))).toBe(
    'E_PLAN_EXISTS',
  )
  expect(fs.existsSync(join(person.root, 'plans'))).toBe(false)
})
