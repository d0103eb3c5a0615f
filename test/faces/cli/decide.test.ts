import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { approvePlan } from '../../../src/faces/cli/steadplan/decide/approve.ts'
import { cancelPlan } from '../../../src/faces/cli/steadplan/decide/cancel.ts'
import { rejectPlan } from '../../../src/faces/cli/steadplan/decide/reject.ts'
import { review } from '../../../src/faces/cli/steadplan/decide/review.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { loginPlan, PlanPerson } from './plan-person.ts'

const approve = (person: PlanPerson, options = {}) =>
  approvePlan(person.hush().terminal, person.context, 'login', options)
const reject = (person: PlanPerson, options = {}) =>
  rejectPlan(person.hush().terminal, person.context, 'login', options)
const cancel = (person: PlanPerson, options = {}) =>
  cancelPlan(person.hush().terminal, person.context, 'login', options)

/** What `review --json` says of the plan now. */
async function seen(person: PlanPerson) {
  const now = person.hush()
  await review(now.terminal, now.context, 'login', { json: true })
  return now.json as {
    status: string
    hash: string
    standing: { is: string; planChanged: boolean; changed: string[]; added: string[]; removed: string[] }
    steps: { id: string; isApproved: boolean; status: string }[]
    feedback?: { text: string; by: string }
  }
}

async function approvedSteps(person: PlanPerson): Promise<string[]> {
  return (await seen(person)).steps.filter((step) => step.isApproved).map((step) => step.id)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isFault(error) ? error.code : error),
  )

describe('approve', () => {
  test('shows what a yes would allow, and asks', async () => {
    const person = new PlanPerson()
    person.answers = ['y']
    expect(await approve(person)).toBe(0)
    expect(person.out).toMatch(
      /^Login\nlogin: 3 steps, hash [0-9a-f]{12}\nNobody has approved it yet\.\nCommands that would be run:\n {2}schema: npm test -- db\nFiles: src\/db\.ts\nRisk: 1 step to be verified by commands\nlogin is approved: version 1, hash [0-9a-f]{12}\n$/,
    )
    expect(await approvedSteps(person)).toEqual(['schema', 'handlers', 'docs'])
  })

  test.each(['', 'n', 'yeah', 'Y e s'])('"%s" is no yes, and nothing is recorded', async (answer) => {
    const person = new PlanPerson()
    person.answers = [answer]
    expect(await approve(person)).toBe(1)
    expect(fs.existsSync(join(person.root, '.steadplan'))).toBe(false)
  })

  test('-y does not ask', async () => {
    const person = new PlanPerson()
    expect(await approve(person, { yes: true, json: true })).toBe(0)
    expect(person.json).toMatchObject({ plan: 'login', status: 'approved', version: 1, diagnostics: [] })
    expect(person.questions).toEqual([])
  })

  test('a plan with faults is not approved; all of them are named', async () => {
    const person = new PlanPerson({ ...loginPlan, 'tasks/03-docs.md': '---\nid: docs\ndepends_on: [a, b]\n---\n\nx\n' })
    const error = await approve(person, { yes: true }).catch((fault: unknown) => fault)
    expect(isFault(error, 'E_NOT_SOUND') && error.diagnostics.map((one) => one.code)).toEqual([
      'E_NOT_SOUND',
      'E_DANGLING',
      'E_DANGLING',
    ])
  })

  test('the same content is approved once', async () => {
    const person = new PlanPerson()
    await approve(person, { yes: true })
    expect(await codeOf(approve(person, { yes: true }))).toBe('E_BAD_MOVE')
  })

  test('--hash: only the content that was looked at', async () => {
    const person = new PlanPerson()
    const { hash } = await seen(person)
    for (const other of ['', 'abc', hash.slice(0, 6), `${hash}0`, 'f'.repeat(12)]) {
      expect(await codeOf(approve(person, { yes: true, hash: other }))).toBe('E_CHANGED_SINCE_SHOWN')
    }
    expect(await approve(person, { yes: true, hash: hash.slice(0, 8).toUpperCase() })).toBe(0)
  })

  test('G84: what is changed while the question stands has no yes', async () => {
    const person = new PlanPerson()
    const { context } = person
    const ask = async () => {
      person.write('plans/login/tasks/03-docs.md', `${loginPlan['tasks/03-docs.md']}rm -rf /\n`)
      return 'y'
    }
    expect(await codeOf(approvePlan(person.terminal, { ...context, ask }, 'login', {}))).toBe('E_CHANGED_SINCE_SHOWN')
    expect((await seen(person)).standing.is).toBe('none')
  })
})

describe('who may approve', () => {
  const agents: [string, NodeJS.ProcessEnv][] = [
    ['an agent', { CLAUDECODE: '1' }],
    ['an agent in its session', { AGENTCTL_SESSION_ID: 's', AGENTCTL_AGENT: 'codex' }],
  ]
  test.each(agents)('%s may not, also not at a terminal it has opened', async (_title, env) => {
    const person = new PlanPerson()
    Object.assign(person.env, env)
    for (const isInteractive of [true, false]) {
      person.isInteractive = isInteractive
      person.answers = ['y']
      expect(await codeOf(approve(person, { yes: true }))).toBe('E_NEEDS_PERSON')
      expect(person.questions).toEqual([])
    }
  })

  test('a program may not', async () => {
    const person = new PlanPerson()
    person.isInteractive = false
    expect(await codeOf(approve(person, { yes: true }))).toBe('E_NEEDS_PERSON')
  })

  test('neither the environment nor the command line lifts the policy', async () => {
    const person = new PlanPerson()
    Object.assign(person.env, { CLAUDECODE: '1', STEADPLAN_APPROVAL_POLICY: 'auto' })
    person.flags.set('approval.policy', 'auto')
    expect(await codeOf(approve(person, { yes: true }))).toBe('E_NEEDS_PERSON')
    expect(person.err.match(/counts only in a configuration file/g)).toHaveLength(2)
  })

  test('G85: a project that brings its own policy along is not obeyed before it is trusted', async () => {
    const person = new PlanPerson()
    person.write('steadplan.json', '{"approval": {"policy": "auto"}}')
    person.isInteractive = false
    expect(await codeOf(approve(person, { yes: true }))).toBe('E_NEEDS_PERSON')
    expect(person.err).toContain('E_UNTRUSTED')
  })

  test('the file of the person does, for programs and agents, and the log says who it was', async () => {
    const person = new PlanPerson()
    person.configure({ approval: { policy: 'auto' } })
    person.env.CLAUDECODE = '1'
    person.isInteractive = false
    expect(await approve(person)).toBe(0)
    expect((await seen(person)).standing).toMatchObject({ by: 'claude-code', channel: 'agent' })
  })

  test('`risky`: what runs commands needs a person, the rest does not', async () => {
    const person = new PlanPerson()
    person.configure({ approval: { policy: 'risky' } })
    person.isInteractive = false
    expect(await codeOf(approve(person))).toBe('E_NEEDS_PERSON')
    person.write('plans/login/tasks/01-schema.md', '---\nid: schema\nfiles: [.git/hooks/pre-commit]\n---\n\nx\n')
    expect(await codeOf(approve(person))).toBe('E_NEEDS_PERSON')
    person.write('plans/login/tasks/01-schema.md', '---\nid: schema\nfiles: [src/db.ts]\n---\n\nx\n')
    expect(await approve(person)).toBe(0)
  })
})

describe('G84: what a changed byte takes the yes from', () => {
  const docs = loginPlan['tasks/03-docs.md']!
  const cases: [title: string, path: string, text: string, left: string[]][] = [
    ['one byte', 'tasks/03-docs.md', docs.replace('it', 'in'), ['schema', 'handlers']],
    ['a homoglyph', 'tasks/03-docs.md', docs.replace('Describe', 'Dеscribe'), ['schema', 'handlers']],
    ['blanks at the end', 'tasks/03-docs.md', `${docs.trimEnd()}  \n`, ['schema', 'handlers']],
    ['a comment', 'tasks/03-docs.md', docs.replace('id: docs', 'id: docs # x'), ['schema', 'handlers']],
    ['the text of the plan', 'plan.md', '---\ntitle: Login\n---\n\nUsers can log out.\n', []],
    [
      'a word of status',
      'tasks/03-docs.md',
      docs.replace('id: docs\n', 'id: docs\nstatus: complete\n'),
      ['schema', 'handlers', 'docs'],
    ],
    ['nothing', 'tasks/03-docs.md', docs, ['schema', 'handlers', 'docs']],
    ['a new step', 'tasks/04-more.md', '---\nid: more\n---\n\nMore.\n', ['schema', 'handlers', 'docs']],
  ]
  test.each(cases)('%s', async (_title, path, text, left) => {
    const person = new PlanPerson()
    await approve(person, { yes: true })
    person.write(`plans/login/${path}`, text)
    expect(await approvedSteps(person)).toEqual(left)
  })

  test('a step under another name has no yes, and one that is gone is named', async () => {
    const person = new PlanPerson()
    await approve(person, { yes: true })
    fs.renameSync(join(person.root, 'plans/login/tasks/03-docs.md'), join(person.root, 'plans/login/tasks/00-docs.md'))
    expect(await approvedSteps(person)).toEqual(['schema', 'handlers'])
    fs.rmSync(join(person.root, 'plans/login/tasks/00-docs.md'))
    expect((await seen(person)).standing).toMatchObject({ is: 'partial', removed: ['docs'] })
  })

  test('a second yes covers what changed', async () => {
    const person = new PlanPerson()
    await approve(person, { yes: true })
    person.write('plans/login/tasks/03-docs.md', `${docs}More.\n`)
    person.answers = ['y']
    expect(await approve(person)).toBe(0)
    expect(person.out).toContain('1 step changed since and lost the yes: docs\n')
    expect(await approvedSteps(person)).toEqual(['schema', 'handlers', 'docs'])
  })

  test('P7: a yes that came with somebody else’s `.steadplan/` does not count', async () => {
    const [one, other] = [new PlanPerson(), new PlanPerson()]
    await approve(other, { yes: true })
    fs.cpSync(join(other.root, '.steadplan'), join(one.root, '.steadplan'), { recursive: true })
    expect((await seen(one)).standing.is).toBe('foreign')
    expect(await approvedSteps(one)).toEqual([])
    await approve(one, { yes: true })
    expect(await approvedSteps(one)).toEqual(['schema', 'handlers', 'docs'])
  })
})

describe('reject', () => {
  test('keeps what has to change for the author', async () => {
    const person = new PlanPerson()
    expect(await reject(person, { feedback: ' Smaller steps. ' })).toBe(0)
    expect(person.out).toBe('login is rejected: version 1\n')
    expect(await seen(person)).toMatchObject({ status: 'rejected', feedback: { text: 'Smaller steps.', by: 'ann' } })
  })

  test('asks for it at a terminal', async () => {
    const person = new PlanPerson()
    person.answers = ['No.']
    expect(await reject(person, { json: true })).toBe(0)
    expect(person.json).toMatchObject({ plan: 'login', status: 'rejected' })
  })

  test.each([true, false])('without a word nothing is rejected (at a terminal: %s)', async (isInteractive) => {
    const person = new PlanPerson()
    person.isInteractive = isInteractive
    expect(await reject(person)).toBe(2)
    expect((await seen(person)).status).toBe('draft')
  })

  test('takes the yes back', async () => {
    const person = new PlanPerson()
    await approve(person, { yes: true })
    await reject(person, { feedback: 'No.' })
    expect((await seen(person)).standing.is).toBe('none')
  })
})

describe('cancel', () => {
  test('asks at a terminal, and keeps the reason', async () => {
    const person = new PlanPerson()
    expect(await cancel(person)).toBe(1)
    person.answers = ['yes']
    expect(await cancel(person, { why: 'We buy it.' })).toBe(0)
    expect(person.questions[0]).toBe('Cancel login, "Login" (draft) for good? [y/N] ')
    expect((await seen(person)).status).toBe('cancelled')
  })

  test('a plan that cannot be read can be cancelled', async () => {
    const person = new PlanPerson()
    fs.rmSync(join(person.root, 'plans/login/plan.md'))
    fs.symlinkSync('/etc/passwd', join(person.root, 'plans/login/plan.md'))
    expect(await cancel(person, { yes: true })).toBe(0)
  })

  test('a plan that is cancelled stays so', async () => {
    const person = new PlanPerson()
    await cancel(person, { yes: true })
    for (const again of [cancel, approve, reject]) {
      expect(await codeOf(again(person, { yes: true, feedback: 'x' }))).toBe('E_BAD_MOVE')
    }
  })
})

test('C39: feedback that is longer than a record can be is refused, and nothing is recorded', async () => {
  const person = new PlanPerson()
  const code = await codeOf(reject(person, { feedback: 'x'.repeat(100_000) }))
  expect(code).toMatch(/^E_/)
  expect((await seen(person)).status).toBe('draft')
})
