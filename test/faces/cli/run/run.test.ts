import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openProject, reviewChosen, reviewContext } from '../../../../src/faces/cli/project.ts'
import { resumePlan } from '../../../../src/faces/cli/steadplan/run/resume.ts'
import { runCommandOf } from '../../../../src/faces/cli/steadplan/run/run.ts'
import type { ResumeOptions, RunCommandOptions } from '../../../../src/faces/cli/steadplan/run.ts'
import { visible } from '../../../../src/plan/diagnostics/visible.ts'
import { runningProcesses } from '../../../../src/process/registry.ts'
import { approveStep } from '../../../../src/review/approve-step.ts'
import type { PlanPerson } from '../plan-person.ts'
import { eventsOf, personWithScript, task, until } from './scripted.ts'

const run = (person: PlanPerson, options: RunCommandOptions = {}) => {
  person.isInteractive = false
  return runCommandOf(person.hush().terminal, person.context, 'login', options)
}
const resume = (person: PlanPerson, options: ResumeOptions = {}) =>
  resumePlan(person.hush().terminal, person.context, 'login', options)

const writes = (path: string, text: string) => ({ write: path, lines: [text] })

describe('steadplan run', () => {
  test('carries out the steps with a real agent, proves them, and writes a report', async () => {
    const person = await personWithScript(
      {
        'tasks/01-a.md': task('id: a\nverify:\n  - grep -q one a.txt'),
        'tasks/02-b.md': task('id: b\ndepends_on: [a]\nverify:\n  - grep -q two b.txt'),
      },
      {
        a: [[{ say: 'Here it is.' }, writes('a.txt', 'one')]],
        b: [[writes('b.txt', 'wrong')], [writes('b.txt', 'two')]],
      },
    )
    expect(await run(person)).toBe(0)
    expect(person.out).toContain('  a: Here it is.\n')
    expect(person.out).toContain('  b: did not pass: grep -q two b.txt\n')
    expect(person.out).toContain('login is completed: 2 of 2 done, in ')
    const [, report] = /^Report: (.+)$/m.exec(person.out)!
    expect(person.read(report!)).toContain('- Outcome: **completed**')
    expect(person.read('plans/login/tasks/02-b.md')).toContain('status: complete\n')
    expect(runningProcesses()).toBe(0)
  })

  test('tells programs every event on a line of its own, the outcome last', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') }, { a: [[{ say: 'Done.' }]] })
    expect(await run(person, { json: true })).toBe(0)
    const events = eventsOf(person.out)
    expect(events.map(({ type }) => type)).toEqual(['run', 'begun', 'update', 'ended', 'outcome'])
    expect(events.at(-1)).toMatchObject({ status: 'completed', counts: { complete: 1 } })
  })

  test('what is completed is not run again', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') })
    await run(person)
    expect(await run(person)).toBe(0)
    expect(person.out).toBe('login is completed already; nothing is left to do\n')
  })

  test('C46: a step that fails is told with its reason, and what waits for it is passed over', async () => {
    const person = await personWithScript({
      'tasks/01-a.md': task('id: a\nverify:\n  - "false"'),
      'tasks/02-b.md': task('id: b\ndepends_on: [a]'),
      'tasks/03-c.md': task('id: c'),
    })
    expect(await run(person, { retries: 0 })).toBe(1)
    expect(person.out).toContain('✓ c done')
    expect(person.out).toContain('– b is passed over, because a failed\n')
    expect(person.out).toMatch(/login is failed: 1 of 3 done, 1 failed, 1 passed over/)
    expect(person.out).toContain('steadplan resume login --retry-failed')
  })

  test('a plan that nobody approved is not run, and the last line for programs is the fault', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') })
    person.plan('other', { 'plan.md': '---\ntitle: Other\n---\n\nText.\n', 'tasks/01-x.md': task('id: x') })
    person.isInteractive = false
    const code = await runCommandOf(person.hush().terminal, person.context, 'other', { json: true })
    expect(code).toBe(1)
    expect(eventsOf(person.out)).toMatchObject([{ type: 'fault', diagnostics: [{ code: 'E_NOT_APPROVED' }] }])
  })

  test('all agents that are missing are named before anything begins', async () => {
    const person = await personWithScript({
      'tasks/01-a.md': task('id: a\nagent: claude-code'),
      'tasks/02-b.md': task('id: b\nagent: scriptd'),
      'tasks/03-c.md': task('id: c'),
    })
    expect(await run(person)).toBe(1)
    expect(person.err).toContain('The program of the agent "claude-code" is not installed.')
    expect(person.err).toContain('Did you mean "scripted"?')
    expect(person.out).toBe('')
  })

  test('a tool beyond the scope is refused and told', async () => {
    const person = await personWithScript(
      { 'tasks/01-a.md': task('id: a') },
      { a: [[{ ask: 'rm -rf /', kind: 'execute' }]] },
    )
    expect(await run(person)).toBe(0)
    expect(person.out).toContain('! a: It was refused to use a tool, "rm -rf /"')
    const [, report] = /^Report: (.+)$/m.exec(person.out)!
    expect(person.read(report!)).toContain('## What was refused')
  })

  test('a tool that is listed is not refused', async () => {
    const person = await personWithScript(
      { 'tasks/01-a.md': task('id: a') },
      { a: [[{ ask: 'npm test', kind: 'execute' }]] },
    )
    expect(await run(person, { tools: ['execute'] })).toBe(0)
    expect(person.out).not.toContain('refused')
  })

  test('a step that waits for a yes of its own is named with what to do, and goes on after it', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a\napproval: user') })
    expect(await run(person)).toBe(1)
    expect(person.out).toContain('? a waits: it waits for a yes of its own\n')
    expect(person.out).toContain('steadplan approve login --step a\n')

    const project = await openProject(person.context, 'test')
    const reviewed = await reviewChosen(project, 'login')
    const [step] = reviewed.reading.plan.steps
    const refused = approveStep(
      reviewContext(project, person.context, person.terminal),
      reviewed,
      step!,
      project.policy,
    )
    await expect(refused).rejects.toMatchObject({ code: 'E_NEEDS_PERSON' })
    person.isInteractive = true
    await approveStep(reviewContext(project, person.context, person.terminal), reviewed, step!, project.policy)
    expect(await run(person)).toBe(0)
  })

  test('the cost that agents tell ends a run that may cost no more', async () => {
    const cost = { cost: { amount: 3, currency: 'USD' } }
    const person = await personWithScript(
      { 'tasks/01-a.md': task('id: a'), 'tasks/02-b.md': task('id: b\ndepends_on: [a]') },
      { a: [[cost]], b: [[cost]] },
    )
    expect(await run(person, { maxCost: 2 })).toBe(1)
    expect(person.out).toContain('Why: the limit for the cost is reached')
    expect(person.out).not.toContain('b begun')
  })

  test('the time ends a run, and what was running is interrupted', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') }, { a: [[{ wait: 60_000 }]] })
    expect(await run(person, { maxTime: 1500 })).toBe(1)
    expect(person.out).toContain('! a interrupted')
    expect(person.out).toContain('Why: the limit for the time is reached')
    expect(person.out).toContain('To go on: steadplan resume login\n')
  })

  test('the report goes where it is asked to', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') })
    await run(person, { report: 'out/report.md' })
    expect(person.read('out/report.md')).toContain('# Login')
    expect(person.out).toContain('Report: out/report.md\n')
  })

  test('the report is printed when that is asked for', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') })
    await run(person, { report: '-' })
    expect(person.out).toContain('\n## Totals\n')
    expect(person.out).not.toContain('Report: ')
  })

  test('a command is run when it ended, with the message as an argument and no shell', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') }, {})
    const seen = join(person.home, 'seen')
    person.write('../notice.mjs', `import fs from 'node:fs'; fs.writeFileSync(process.argv[2], process.argv[3])`)
    person.flags = new Map([['notify.command', `${process.execPath} ${person.home}/notice.mjs ${seen}`]])
    await run(person)
    expect(fs.readFileSync(seen, 'utf8')).toBe('steadplan: login: it is completed')
  })

  test('a command for notices that does not work is a warning and nothing more', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a') })
    person.flags = new Map([['notify.command', 'no-such-program-here']])
    expect(await run(person)).toBe(0)
    expect(person.err).toContain('The command of `notify.command` did not work')
  })

  test('A13: whoever runs a plan that somebody carries out is told who does', async () => {
    const person = await personWithScript(
      { 'tasks/01-a.md': task('id: a') },
      { a: [[{ say: 'here' }, { wait: 2000 }]] },
    )
    const first = run(person)
    await until(() => person.out.includes('a: here'))
    let told = ''
    const err = (text: string) => {
      told += text
    }
    const second = { ...person.terminal, err }
    expect(await runCommandOf(second, person.context, 'login', {})).toBe(3)
    expect(told).toMatch(/held by ann \(pid \d+ on /)
    expect(await resumePlan(second, person.context, 'login', {})).toBe(3)
    expect(told).toMatch(/the plan is carried out by ann \(pid \d+ on /)
    expect(await first).toBe(0)
  })

  test('--wait stays until a person has said yes', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a\napproval: user') })
    const running = run(person, { wait: true })
    await until(() => person.out.includes('? a waits'))
    const project = await openProject(person.context, 'test')
    const reviewed = await reviewChosen(project, 'login')
    const context = reviewContext(project, person.context, { ...person.terminal, isInteractive: true })
    await approveStep(context, reviewed, reviewed.reading.plan.steps[0]!, project.policy)
    expect(await running).toBe(0)
  })

  test('H90: nothing that an agent says acts on the terminal', async () => {
    const hostile = '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\b'
    const person = await personWithScript(
      { 'tasks/01-a.md': task('id: a\nverify:\n  - "false"') },
      { a: [[{ say: `hi ${hostile}there` }]] },
    )
    await run(person, { retries: 0 })
    expect(person.out).toContain('hi ^[[2J')
    for (const line of person.out.split('\n')) expect(line).toBe(visible(line))
    await resume(person, { retryFailed: true, json: true })
    for (const line of person.out.split('\n')) expect(line).toBe(visible(line))
  })
})

describe('steadplan resume', () => {
  /** A plan of which `a` was cut off by the time. */
  async function interruptedPlan() {
    const person = await personWithScript(
      { 'tasks/01-a.md': task('id: a'), 'tasks/02-b.md': task('id: b\ndepends_on: [a]') },
      { a: [[{ wait: 60_000 }]] },
    )
    await run(person, { maxTime: 1000 })
    person.write('../script.json', '{}')
    return person
  }

  test('C36: run does not go on by itself, resume asks about each', async () => {
    const person = await interruptedPlan()
    expect(await run(person)).toBe(1)
    expect(person.err).toContain('E_INTERRUPTED')
    person.isInteractive = true
    person.answers = ['what?', 'redo']
    expect(await resume(person)).toBe(0)
    expect(person.questions[0]).toContain('a: keep and verify, redo, skip or fail?')
    expect(person.out).toMatch(/^1 step waiting: b\n! a was interrupted; ann began it on 20/)
  })

  test('whoever answers nothing has decided nothing', async () => {
    const person = await interruptedPlan()
    person.isInteractive = true
    expect(await resume(person)).toBe(1)
    expect(person.err).toBe('Left as it is; nothing was run\n')
  })

  test.each([
    ['keep', '2 of 2 done'],
    ['redo', '2 of 2 done'],
    ['skip', '1 of 2 done, 1 skipped'],
    ['fail', '0 of 2 done, 1 failed, 1 passed over'],
  ] as const)('--interrupted %s', async (interrupted, counts) => {
    const person = await interruptedPlan()
    await resume(person, { interrupted })
    expect(person.out).toContain(`: ${counts}, in `)
  })

  test('one that is named goes before all of them, and has to be one that was interrupted', async () => {
    const person = await interruptedPlan()
    expect(await resume(person, { keep: ['b'] })).toBe(1)
    expect(person.err).toContain('step b was not interrupted')
    expect(await resume(person, { keep: ['x'] })).toBe(1)
    expect(person.err).toContain('E_UNKNOWN_STEP')
    expect(await resume(person, { interrupted: 'fail', redo: ['a'] })).toBe(0)
  })
})
