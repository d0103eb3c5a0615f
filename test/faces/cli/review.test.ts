import * as fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { approvePlan } from '../../../src/faces/cli/steadplan/decide/approve.ts'
import { review } from '../../../src/faces/cli/steadplan/decide/review.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readPlanState, readRecords } from '../../../src/store/plan-log.ts'
import { placeOf } from '../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { loginPlan, PlanPerson } from './plan-person.ts'

async function read(person: PlanPerson, answers: string[], options = {}): Promise<number> {
  person.hush().answers = answers
  return review(person.terminal, person.context, 'login', options)
}

const place = ({ root }: PlanPerson) => placeOf(homePlan({ root, state: `${root}/.steadplan` }, 'login', 1e6))
const stateOf = (person: PlanPerson) => readPlanState(realMachine, place(person))

describe('reading', () => {
  test('shows the plan, then each step in the order in which they can be done', async () => {
    const person = new PlanPerson()
    expect(await read(person, ['', 'n', '', '', 'q'])).toBe(1)
    expect(person.out.replace(/hash \w+/, 'hash …')).toMatchInlineSnapshot(`
      "Login
      login: draft, 3 steps, hash …
      Nobody has approved it yet.
      Risk: 1 step to be verified by commands

      Users can log in.

      Step 1 of 3: schema (wave 1 of 2)
      Make the schema.

      files:    src/db.ts
      verify:   npm test -- db
      risk:     its commands are run on this machine

      Step 2 of 3: docs (wave 1 of 2)
      Describe it.


      Step 3 of 3: handlers (wave 2 of 2)
      Write the handlers.

      after:    schema
      agent:    claude-code

      That is all of it.
      "
    `)
    expect(person.err).toBe('Left without a decision; nothing was recorded\n')
    expect(await stateOf(person)).toMatchObject({ status: 'draft' })
  })

  test('goes back, to the end, and out again', async () => {
    const person = new PlanPerson()
    await read(person, ['', '', 'b', 'x', 'e', 'b', 'q'])
    expect([...person.out.matchAll(/^Step (\d)|^That/gm)].map(([all]) => all)).toEqual([
      'Step 1',
      'Step 2',
      'Step 1',
      'That',
      'Step 3',
    ])
    expect(person.err).toContain('There is no such key here.')
  })

  test('whoever stops answering has decided nothing', async () => {
    const person = new PlanPerson()
    expect(await read(person, [])).toBe(1)
    expect(await stateOf(person)).toMatchObject({ status: 'draft' })
  })

  test('G80: every command is shown in full', async () => {
    const command = `echo ${'a'.repeat(2000)}; curl x | sh`
    const person = new PlanPerson({
      ...loginPlan,
      'tasks/01-schema.md': `---\nid: schema\nverify:\n  - "${command}"\n---\n\nx\n`,
    })
    await read(person, ['e', 'q'])
    await read(person, ['', 'q'])
    expect(person.out).toContain(command)
  })

  test('H90, G88: what steers a terminal or cannot be seen is spelled out, and lines stay lines', async () => {
    const person = new PlanPerson({
      ...loginPlan,
      'tasks/03-docs.md': '---\nid: docs\n---\n\none\u001b[2J\ntwo\u202e\u200b\n',
    })
    await read(person, ['', '', 'q'])
    expect(person.out).toContain('one^[[2J\ntwo<U+202E><U+200B>\n')
    expect(/[\p{Cc}\p{Cf}]/u.test((person.out + person.err).replaceAll('\n', ''))).toBe(false)
  })
})

describe('deciding', () => {
  test('approves, with the comments', async () => {
    const person = new PlanPerson()
    expect(await read(person, ['', 'c', 'Mind the index.', 'e', 'c', 'Good.', 'a'])).toBe(0)
    expect(person.out).toMatch(/login is approved: version 1, hash \w{12}\n$/)
    expect(await readRecords(realMachine, place(person))).toMatchObject([
      { type: 'note', text: 'Mind the index.', step: 'schema', by: 'ann', channel: 'terminal' },
      { type: 'note', text: 'Good.' },
      { type: 'plan.moved', event: 'propose' },
      { type: 'plan.moved', event: 'approve', channel: 'terminal' },
      { type: 'approval', by: 'ann' },
    ])
  })

  test('rejects, with the comments as part of what the author reads', async () => {
    const person = new PlanPerson()
    expect(await read(person, ['', 'c', 'Which database?', 'e', 'r', 'Too vague.'])).toBe(0)
    expect((await stateOf(person)).feedback?.text).toBe('Too vague.\n\n- schema: Which database?')
  })

  test('does not reject without a word', async () => {
    const person = new PlanPerson()
    expect(await read(person, ['e', 'r', '', 'q'])).toBe(1)
    expect(await stateOf(person)).toMatchObject({ status: 'draft' })
  })

  test('a plan with faults can be read and rejected, not approved', async () => {
    const person = new PlanPerson({ ...loginPlan, 'tasks/03-docs.md': '---\nid: docs\ndepends_on: [x]\n---\n\nx\n' })
    expect(await read(person, ['e', 'a', 'r', 'Mend it.'])).toBe(0)
    expect(person.out).toContain('E_DANGLING')
    expect(person.out).toContain('It has 1 fault and cannot be approved.')
    expect(person.err).toContain('E_NOT_SOUND')
    expect(await stateOf(person)).toMatchObject({ status: 'rejected' })
  })

  test('G84: is about what was shown at the start', async () => {
    const person = new PlanPerson()
    const { context } = person
    const ask = async (question: string) => {
      if (!question.includes('a approve')) return ''
      person.write('plans/login/plan.md', '---\ntitle: Other\n---\n\nx\n')
      return 'a'
    }
    const error = await review(person.terminal, { ...context, ask }, 'login', {}).catch((fault: unknown) => fault)
    expect(isFault(error, 'E_CHANGED_SINCE_SHOWN')).toBe(true)
    expect(await stateOf(person)).toMatchObject({ status: 'draft', approval: undefined })
  })

  test('A12: is refused when somebody else decided meanwhile, who is not overruled', async () => {
    const person = new PlanPerson()
    const { context } = person
    const ask = async (question: string) => {
      if (!question.includes('a approve')) return question.startsWith('What') ? 'No.' : ''
      await approvePlan(person.terminal, context, 'login', { yes: true })
      return 'r'
    }
    const error = await review(person.terminal, { ...context, ask }, 'login', {}).catch((fault: unknown) => fault)
    expect(isFault(error, 'CONFLICT') && error.message).toContain('the plan is approved now')
    expect(await stateOf(person)).toMatchObject({ status: 'approved' })
  })
})

describe('after a yes', () => {
  async function changed(): Promise<PlanPerson> {
    const person = new PlanPerson()
    await approvePlan(person.terminal, person.context, 'login', { yes: true })
    person.write('plans/login/tasks/03-docs.md', '---\nid: docs\n---\n\nDescribe it. \nTwice.\n')
    return person
  }

  test('shows what has no yes any more, and all of it when asked', async () => {
    const person = await changed()
    await read(person, ['', 'q'])
    expect(person.out).toMatch(
      /^approved by ann on \d{4}-\d\d-\d\d \d\d:\d\d at a terminal, version 1\n1 step changed since and lost the yes: docs$/m,
    )
    expect(person.out).toContain('Step 1 of 1: docs')
    expect(person.out).toContain('since:    has no yes as it is now')
    await read(person, ['', 'q'], { all: true })
    expect(person.out).toContain('Step 1 of 3: schema')
  })

  test('shows the difference, blanks at the end of lines too', async () => {
    const person = await changed()
    await read(person, ['d', '', 'd', 'q'])
    expect(person.out).toContain('Nothing changed here since the last yes.')
    expect(person.out).toContain('-Describe it.\n+Describe it.·\n+Twice.\n')
  })
})

test('G84: a history that was edited to hide a difference is not shown as one', async () => {
  const person = new PlanPerson()
  await approvePlan(person.terminal, person.context, 'login', { yes: true })
  const changed = { ...loginPlan, 'tasks/03-docs.md': '---\nid: docs\n---\n\nrm -rf /\n' }
  const other = new PlanPerson(changed)
  await approvePlan(other.terminal, other.context, 'login', { yes: true })
  fs.copyFileSync(place(other).history, place(person).history)
  person.write('plans/login/tasks/03-docs.md', changed['tasks/03-docs.md'])
  await read(person, ['', 'd', 'q'])
  expect(person.out).toContain('has no yes as it is now')
  expect(person.out).toContain('There is no yes to compare with, or the history has lost it.')
})

describe('without a person', () => {
  test.each(['command', 'agent'])('a %s is told what to do', async (channel) => {
    const person = new PlanPerson()
    if (channel === 'agent') person.env.CLAUDECODE = '1'
    else person.isInteractive = false
    const error = await read(person, []).catch((fault: unknown) => fault)
    expect(isFault(error, 'E_NEEDS_PERSON') && error.diagnostics[0]?.hint).toContain('steadplan review login')
  })

  test('--json prints what there is to review', async () => {
    const person = new PlanPerson()
    person.isInteractive = false
    expect(await read(person, [], { json: true })).toBe(0)
    expect(person.json).toMatchObject({
      plan: 'login',
      title: 'Login',
      status: 'draft',
      standing: { is: 'none' },
      narrative: 'Users can log in.',
      waves: [['schema', 'docs'], ['handlers']],
      steps: [{ id: 'schema', verify: ['npm test -- db'], isApproved: false, status: 'pending' }, {}, {}],
    })
  })
})
