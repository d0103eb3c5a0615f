import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openProject } from '../../../../src/faces/cli/project.ts'
import { approvePlan } from '../../../../src/faces/cli/steadplan/decide/approve.ts'
import { planHistory } from '../../../../src/faces/cli/steadplan/look/history.ts'
import { showPlan } from '../../../../src/faces/cli/steadplan/look/show.ts'
import { approveStepOf } from '../../../../src/faces/cli/steadplan/run/approve-step.ts'
import { resumePlan } from '../../../../src/faces/cli/steadplan/run/resume.ts'
import { runCommandOf } from '../../../../src/faces/cli/steadplan/run/run.ts'
import type { ResumeOptions, RunCommandOptions } from '../../../../src/faces/cli/steadplan/run.ts'
import { movePlan, moveStep } from '../../../../src/plan/decisions.ts'
import { runningProcesses } from '../../../../src/process/registry.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../../src/store/plan-log.ts'
import { placeOf } from '../../../../src/store/plans/found-plan.ts'
import { teddyPlan } from '../../../../src/store/plans/teddy-plan.ts'
import { PlanPerson } from '../plan-person.ts'
import { eventsOf, personWithScript, task } from '../run/scripted.ts'
import { create, edit, execute, planOf } from './plan-text.ts'

/** Somebody without any agent, with an approved plan in `docs/next.md`. */
async function personWith(...actions: readonly string[]): Promise<PlanPerson> {
  const person = new PlanPerson({})
  person.write('README.md', 'one\ntwo\n')
  person.write('docs/next.md', planOf(...actions))
  person.env.PATH = '/usr/bin:/bin'
  await approvePlan(person.terminal, person.context, 'docs/next.md', { yes: true })
  expect(person.out).toContain('is approved')
  person.isInteractive = false
  return person.hush()
}

const run = (person: PlanPerson, options: RunCommandOptions = {}, word = 'docs/next.md') => {
  person.isInteractive = false
  return runCommandOf(person.hush().terminal, person.context, word, options)
}
const resume = (person: PlanPerson, options: ResumeOptions = {}) =>
  resumePlan(person.hush().terminal, person.context, 'docs/next.md', options)
const stepsOf = async (person: PlanPerson) => {
  await showPlan(person.hush().terminal, person.context, 'docs/next.md', undefined, { json: true })
  return person.json.steps as { id: string; status: string; result?: { text: string; files: string[] } }[]
}

describe('a plan of actions is carried out without an agent', () => {
  const actions = [create('docs/page.md', '# Page\n'), edit('README.md', 'two', 'zwei'), execute('cat docs/page.md')]

  test('to its end', async () => {
    const person = await personWith(...actions)
    expect(await run(person)).toBe(0)
    expect(person.out).toMatch(/docs\/next\.md is completed: 3 of 3 done/)
    expect([person.read('docs/page.md'), person.read('README.md')]).toEqual(['# Page\n', 'one\nzwei\n'])
    expect(runningProcesses()).toBe(0)
    const steps = await stepsOf(person)
    expect(steps.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete'])
    expect(steps[2]!.result!.text).toContain('# Page')
    expect(person.json.diagnostics).toEqual([])
  })

  test('nothing is written into the file of the plan', async () => {
    const person = await personWith(...actions)
    const before = person.read('docs/next.md')
    await run(person)
    expect(person.read('docs/next.md')).toBe(before)
    expect(await run(person)).toBe(0)
    expect(person.out).toBe('docs/next.md is completed already; nothing is left to do\n')
  })

  test('programs are told what a command prints', async () => {
    const person = await personWith(...actions)
    expect(await run(person, { json: true })).toBe(0)
    const events = eventsOf(person.out)
    expect(events.filter(({ type }) => type === 'output')).toMatchObject([{ action: 3, text: '# Page\n' }])
    expect(events.at(-1)).toMatchObject({ type: 'outcome', status: 'completed' })
  })

  test('what happened is in its history', async () => {
    const person = await personWith(...actions)
    await run(person)
    await planHistory(person.hush().terminal, person.context, 'docs/next.md', {})
    expect(person.out).toMatch(/3-\w+: EXECUTE succeeded\n +# Page\n/)
    expect(person.out).not.toContain('does not know')
  })

  test('--dry-run: every command in full, and no agent is missing', async () => {
    const person = await personWith(...actions, execute(`echo ${'x'.repeat(300)}`, '**cwd:** docs'))
    expect(await run(person, { dryRun: true })).toBe(0)
    expect(person.out).toContain(`    $ echo ${'x'.repeat(300)}\n`)
    expect(person.out).toContain('    in: docs\n')
    expect(person.out).not.toContain('Missing')
    expect(fs.existsSync(join(person.root, 'docs/page.md'))).toBe(false)
  })

  test('a turn of a session, by the name of the session', async () => {
    const person = new PlanPerson({})
    person.write('.teddy/sessions/login/01/plan.md', planOf(create('a.txt', 'a\n')))
    await approvePlan(person.terminal, person.context, 'login', { yes: true })
    expect(await run(person, {}, 'login')).toBe(0)
    expect(person.read('a.txt')).toBe('a\n')
    expect(fs.readdirSync(join(person.root, '.teddy/sessions/login/01'))).toEqual(['plan.md'])
  })
})

describe('what is not as it was approved', () => {
  test('nobody approved it: nothing is done', async () => {
    const person = new PlanPerson({})
    person.write('docs/next.md', planOf(create('a.txt', 'a\n')))
    expect(await run(person)).toBe(1)
    expect(fs.existsSync(join(person.root, 'a.txt'))).toBe(false)
  })

  test('G84: an edited file is a draft, and the run keeps to what was approved', async () => {
    const person = await personWith(create('a.txt', 'approved\n'))
    person.write('docs/next.md', planOf(create('a.txt', 'edited\n')))
    expect(await run(person)).toBe(0)
    expect(person.read('a.txt')).toBe('approved\n')
  })

  test('E70: what the project says otherwise by now is named, and nothing is done', async () => {
    const person = await personWith(create('a.txt', 'a\n'), edit('README.md', 'two', 'zwei'))
    person.write('README.md', 'one\n')
    expect(await run(person)).toBe(1)
    expect(person.err).toContain('E_TEDDY_FIND_NONE')
    expect(fs.existsSync(join(person.root, 'a.txt'))).toBe(false)
  })
})

describe('a step that the yes to the plan does not cover', () => {
  test('F77 G83: waits for a yes of its own, and is done after it', async () => {
    const person = await personWith(
      create('.github/workflows/ci.yml', 'on: push\n'),
      execute('node -p 1', '**env:**\n  - `NODE_OPTIONS`: "--no-warnings"'),
    )
    expect(await run(person)).toBe(1)
    const [first, second] = await stepsOf(person)
    expect(fs.existsSync(join(person.root, '.github'))).toBe(false)
    for (const { id } of [first!, second!]) {
      person.isInteractive = true
      await approveStepOf(person.terminal, person.context, 'docs/next.md', id, { yes: true })
      person.isInteractive = false
    }
    expect(await resume(person)).toBe(0)
    expect(person.read('.github/workflows/ci.yml')).toBe('on: push\n')
  })
})

test('C36: an interrupted action whose file tells how far it came is asked about by nobody', async () => {
  const person = await personWith(create('a.txt', 'a\n'), create('b.txt', 'b\n'))
  const [first] = await stepsOf(person)
  const { workspace } = await openProject(person.context, 'test')
  const place = placeOf(teddyPlan(workspace, 'docs/next.md', 1 << 20))
  const log = await openPlanLog(realMachine, place, { lockWaitMs: 1000, command: 'test' })
  await log.decide((state) => ({
    records: [
      ...movePlan(state, 'start', { by: 'somebody' }),
      ...moveStep(state, first!.id, 'in_progress', 'somebody'),
    ],
    answer: undefined,
  }))
  person.isInteractive = true
  expect(await resume(person)).toBe(0)
  expect(person.out).toContain(`${first!.id} was interrupted`)
  expect(person.questions).toEqual([])
  expect([person.read('a.txt'), person.read('b.txt')]).toEqual(['a\n', 'b\n'])
})

describe('a step that fails', () => {
  test('C46: ends the plan there, and is tried again when a person wants it', async () => {
    const person = await personWith(create('a.txt', 'a\n'), execute('grep -q yes answer.txt'), create('b.txt', 'b\n'))
    expect(await run(person)).toBe(1)
    expect((await stepsOf(person)).map(({ status }) => status)).toEqual(['complete', 'failed', 'pending'])
    expect(fs.existsSync(join(person.root, 'b.txt'))).toBe(false)
    person.write('answer.txt', 'yes\n')
    expect(await resume(person, { retryFailed: true })).toBe(0)
    expect(person.read('b.txt')).toBe('b\n')
  })
})

test('a step of words that holds actions needs no agent; the steps around it do', async () => {
  const actions = planOf(create('a.txt', 'a\n'), execute('cat a.txt')).split('## Action Plan')[1]!
  const person = await personWithScript(
    {
      'tasks/01-page.md': task('id: page\nverify:\n  - grep -q a a.txt', `Make it.\n\n## Action Plan${actions}`),
      'tasks/02-words.md': task('id: words\ndepends_on: [page]\nverify:\n  - grep -q b b.txt'),
    },
    { words: [[{ write: 'b.txt', lines: ['b'] }]] },
  )
  person.isInteractive = false
  expect(await run(person, {}, 'login')).toBe(0)
  expect([person.read('a.txt'), person.read('b.txt')]).toEqual(['a\n', 'b\n'])
  expect(person.read('plans/login/tasks/01-page.md')).toContain('status: complete\n')
})
