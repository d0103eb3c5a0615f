import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../../../src/faces/cli/steadplan/check/check.ts'
import type { CheckOptions } from '../../../src/faces/cli/steadplan/check.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { listVersions } from '../../../src/store/content/history.ts'
import { versionContent } from '../../../src/store/content/version-content.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { placeOf } from '../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { loginPlan, PlanPerson } from './plan-person.ts'

const text: CheckOptions = { format: 'text', version: '1.2.3' }
const json: CheckOptions = { ...text, format: 'json' }

/** A dependency on a step that is not there, twice, and a field that is mistyped. */
const faulty = {
  ...loginPlan,
  'tasks/02-handlers.md': '---\nid: handlers\ndepends_on: [schema, schema, schma]\nagnet: codex\n---\n\nWrite them.\n',
}

async function run(person: PlanPerson, words: string[] = [], options = text): Promise<number> {
  return check(person.hush().terminal, person.context, words, options)
}

describe('without words', () => {
  test('looks at every plan and has one line to say when nothing is wrong', async () => {
    const person = new PlanPerson()
    person.plan('pay', { ...loginPlan })
    expect(await run(person)).toBe(0)
    expect(person.out).toBe('2 plans, 6 steps: nothing wrong\n')
  })

  test('a project without plans has nothing wrong', async () => {
    const person = new PlanPerson({})
    expect(await run(person)).toBe(0)
    expect(person.out).toBe('0 plans, 0 steps: nothing wrong\n')
  })

  test('names every fault of every plan in one run, each with its place, and exits with 1', async () => {
    const person = new PlanPerson(faulty)
    person.plan('pay', { 'tasks/01-a.md': 'no fields' })
    expect(await run(person)).toBe(1)
    expect(person.out).toContain('plans/login/tasks/02-handlers.md:3:30  error  E_DANGLING')
    expect(person.out).toContain('plans/login/tasks/02-handlers.md:4:1  error  E_FIELD_UNKNOWN')
    expect(person.out).toContain('plans/pay/plan.md')
    expect(person.out).toContain('  4 │ agnet: codex')
    expect(person.out).toMatch(/fix: {6}\S/)
    expect(person.out).toContain(
      '2 plans, 4 steps: 2 plans with errors\nFix what can be fixed: steadplan check --fix\n',
    )
  })

  test('names what stands among the plans and is none', async () => {
    const person = new PlanPerson()
    fs.symlinkSync('/tmp', join(person.root, 'plans/link'))
    expect(await run(person)).toBe(1)
    expect(person.out).toContain('plans/link/')
  })

  test('tells faults of the configuration as well', async () => {
    const person = new PlanPerson()
    person.write('steadplan.json', '{"agents": {"names": 5}}')
    expect(await run(person)).toBe(1)
    expect(person.out).toContain('E_CONFIG')
    expect(person.out).toContain('"names": 5')
  })
})

describe('which plans', () => {
  const words: [title: string, word: string][] = [
    ['a name', 'login'],
    ['the beginning of a name', 'log'],
    ['a directory', 'plans/login'],
    ['a directory with a slash', './plans/login/'],
    ['its plan.md', 'plans/login/plan.md'],
    ['a task file', 'plans/login/tasks/01-schema.md'],
    ['its folder of tasks', 'plans/login/tasks'],
  ]
  test.each(words)('%s', async (_title, word) => {
    const person = new PlanPerson()
    person.plan('pay', faulty)
    expect(await run(person, [word])).toBe(0)
    expect(person.out).toBe('1 plan, 3 steps: nothing wrong\n')
  })

  test('the same plan named twice is checked once', async () => {
    expect(await run(new PlanPerson(), ['login', 'plans/login'])).toBe(0)
  })

  test('a directory around plans means all of them', async () => {
    const person = new PlanPerson()
    person.plan('pay', loginPlan)
    expect(await run(person, ['plans'])).toBe(0)
    expect(person.out).toContain('2 plans')
  })

  test('a directory elsewhere that holds a plan.md is checked as it is', async () => {
    const person = new PlanPerson()
    for (const [path, content] of Object.entries(faulty)) person.write(`drafts/idea/${path}`, content)
    expect(await run(person, ['drafts/idea'])).toBe(1)
    expect(person.out).toContain('drafts/idea/tasks/02-handlers.md:4:1')
    expect(fs.existsSync(join(person.root, '.steadplan'))).toBe(false)
  })

  test('every word that means nothing is named', async () => {
    const person = new PlanPerson()
    const error = await run(person, ['lgin', 'login', '../..\0']).catch((fault: unknown) => fault)
    expect(isFault(error, 'E_UNKNOWN_PLAN') && error.diagnostics).toHaveLength(2)
  })
})

test('--strict: warnings count', async () => {
  const person = new PlanPerson({ ...loginPlan, 'plan.md': '---\ntitle: Login\n---\n' })
  expect(await run(person)).toBe(0)
  expect(await run(person, [], { ...text, strict: true })).toBe(1)
})

describe('formats', () => {
  test('json', async () => {
    const person = new PlanPerson(faulty)
    expect(await run(person, [], json)).toBe(1)
    expect(person.json).toMatchObject({
      plans: [{ name: 'login', path: join(person.root, 'plans/login'), steps: 3, isSound: false }],
      errors: 2,
      warnings: 1,
    })
    expect(person.err).toBe('')
  })

  test('sarif', async () => {
    const person = new PlanPerson(faulty)
    expect(await run(person, [], { ...text, format: 'sarif' })).toBe(1)
    expect(person.json).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { version: '1.2.3' } } }] })
  })

  test('github', async () => {
    const person = new PlanPerson(faulty)
    expect(await run(person, [], { ...text, format: 'github' })).toBe(1)
    expect(person.out).toMatch(/^::error file=plans\/login\/tasks\/02-handlers.md,line=/m)
    expect(await run(new PlanPerson(), [], { ...text, format: 'github' })).toBe(0)
  })

  test('H90: nothing in a plan acts on the terminal, in any of them', async () => {
    const person = new PlanPerson({ ...loginPlan, 'plan.md': '---\ntitle: "a\\e[2Jb"\nx\u001b[2J: \u009b1\n---\n' })
    for (const format of ['text', 'json', 'sarif', 'github'] as const) {
      await run(person, [], { ...text, format })
      expect(/[\p{Cc}\p{Cf}]/u.test(person.out.replaceAll('\n', ''))).toBe(false)
    }
  })
})

describe('--fix', () => {
  const fix = { ...text, fix: true }

  test('applies what is offered, says so, and checks again', async () => {
    const person = new PlanPerson(faulty)
    expect(await run(person, [], fix)).toBe(1)
    expect(person.out).toMatch(/^fixed {2}plans\/login\/tasks\/02-handlers.md:4:1 {2}E_FIELD_UNKNOWN {2}\S/m)
    expect(person.read('plans/login/tasks/02-handlers.md')).toBe(
      '---\nid: handlers\ndepends_on: [schema, schma]\nagent: codex\n---\n\nWrite them.\n',
    )
    expect(person.out).not.toContain('error  E_FIELD_UNKNOWN')
    expect(person.out).toContain('error  E_DANGLING')
  })

  test('what it replaced is in the history, with who did it', async () => {
    const person = new PlanPerson(faulty)
    await run(person, [], fix)
    const { root } = person
    const place = placeOf(homePlan({ root, state: join(root, '.steadplan') }, 'login', 1e6))
    const { versions } = await listVersions(realMachine, place)
    expect(versions.at(-1)!.version).toMatchObject({ by: 'ann', why: 'steadplan check --fix' })
    const before = versionContent(versions, versions.at(-1)!.version.parent!)
    expect(Buffer.from(before.files.get('tasks/02-handlers.md')!.bytes).toString()).toBe(faulty['tasks/02-handlers.md'])
  })

  test('writes nothing when there is nothing to fix', async () => {
    const person = new PlanPerson()
    expect(await run(person, [], fix)).toBe(0)
    expect(fs.existsSync(join(person.root, '.steadplan'))).toBe(false)
  })

  test('tells programs what it did', async () => {
    const person = new PlanPerson(faulty)
    await run(person, [], { ...json, fix: true })
    expect(person.json.plans).toMatchObject([{ name: 'login', fixed: 2 }])
    expect(person.json.fixed).toHaveLength(2)
  })

  test('what cannot be written is a fault beside the others', async () => {
    const person = new PlanPerson(faulty)
    person.plan('pay', faulty)
    fs.rmSync(join(person.root, 'plans/login/plan.md'))
    fs.mkdirSync(join(person.root, 'plans/login/plan.md'))
    expect(await run(person, [], fix)).toBe(1)
    expect(person.out).toContain('E_NOT_A_FILE')
    expect(person.read('plans/pay/tasks/02-handlers.md')).toContain('agent: codex')
  })
})
