import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { withLock } from '../../../src/store/lock/lock.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readPlanState, readRecords } from '../../../src/store/plan-log.ts'
import { openPlaceOf } from '../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { lockOptions } from '../../support/plan-place.ts'
import { PlanPerson } from './plan-person.ts'

/** The command as it is installed, in processes of its own and at a terminal of its own. */
const program = resolve('dist/bin/steadplan.cjs')
const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

function start(person: PlanPerson, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: person.root,
    env: { PATH: process.env.PATH, ...person.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, out, err }
  })
  return { child, ended, saw: (text: string) => until(() => (out + err).includes(text)) }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** At a terminal: every line of `keys` is typed. */
function typed(person: PlanPerson, keys: readonly string[], ...args: string[]) {
  const { status, stdout } = spawnSync(
    'script',
    ['-qec', [process.execPath, program, ...args].join(' '), '/dev/null'],
    {
      cwd: person.root,
      env: { PATH: process.env.PATH, TERM: 'dumb', ...person.env },
      input: keys.map((key) => `${key}\n`).join(''),
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    },
  )
  return { code: status, out: stdout.replaceAll('\r', '') }
}

function found({ root }: PlanPerson) {
  return homePlan({ root, state: join(root, '.steadplan') }, 'login', 1e6)
}

/** Nobody can decide before all have looked: we hold the lock until each of them wants it. */
async function atOnce(person: PlanPerson, commands: readonly string[][]) {
  const place = await openPlaceOf(realMachine, found(person))
  const all = await withLock(realMachine, place, lockOptions, async () => {
    const started = commands.map((args) => start(person, ...args).ended)
    await until(() => fs.readdirSync(place.owners).length > commands.length)
    return started
  })
  const ends = await Promise.all(all)
  return { ends, state: await readPlanState(realMachine, place), records: await readRecords(realMachine, place) }
}

describe('A12: of those who decide at the same time one wins, and the others are told', () => {
  const approve = ['approve', 'login']
  const reject = ['reject', 'login', '--feedback', 'No.']
  const cancel = ['cancel', 'login']
  it.each([
    ['two approve', [approve, approve]],
    ['one approves, one rejects', [approve, reject]],
    ['one approves, one cancels', [approve, cancel]],
    ['six of each', [...Array(6).fill(approve), ...Array(6).fill(reject)]],
  ])('%s', async (_title, commands: string[][]) => {
    const person = new PlanPerson()
    // However slowly they start, nobody gives up waiting.
    person.configure({ approval: { policy: 'auto' }, lock: { wait: '10m' } })
    const { ends, state, records } = await atOnce(person, commands)
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(1)
    for (const { code, err } of ends) {
      if (code === 0) continue
      expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining(`the plan is ${state.status} now`) })
    }
    expect(records.filter((one) => one.type === 'plan.moved' && one.event !== 'propose')).toHaveLength(1)
  })
})

describe.runIf(process.platform === 'linux')('at a terminal', () => {
  it('reads a plan and approves it', async () => {
    const person = new PlanPerson()
    const { code, out } = typed(person, ['', '', '', '', 'a'], 'review', 'login')
    expect(out).toContain('Step 3 of 3: handlers (wave 2 of 2)')
    expect(out).toMatch(/login is approved: version 1, hash \w{12}\n/)
    expect(code).toBe(0)
    const { approval } = await readPlanState(realMachine, await openPlaceOf(realMachine, found(person)))
    expect(approval).toMatchObject({ by: 'ann', channel: 'terminal' })
  })

  it('reads a plan, comments on it and rejects it', async () => {
    const person = new PlanPerson()
    const { code } = typed(person, ['', 'c', 'Which one?', 'e', 'r', 'Say more.'], 'review', 'login')
    expect(code).toBe(0)
    const { status, feedback } = await readPlanState(realMachine, await openPlaceOf(realMachine, found(person)))
    expect({ status, text: feedback?.text }).toEqual({ status: 'rejected', text: 'Say more.\n\n- schema: Which one?' })
  })

  it('who closes the terminal’s input has decided nothing', () => {
    const person = new PlanPerson()
    expect(typed(person, [], 'review', 'login')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Left without a decision'),
    })
    expect(typed(person, [], 'approve', 'login').code).toBe(1)
  })

  it('an agent that opens a terminal is still an agent', () => {
    const person = new PlanPerson()
    person.env.CLAUDECODE = '1'
    expect(typed(person, ['y'], 'approve', 'login', '--yes')).toMatchObject({
      code: 1,
      out: expect.stringContaining('E_NEEDS_PERSON'),
    })
  })
})

describe('steadplan check', () => {
  it('--watch: checks again what changed, and Ctrl-C ends it with what was found last', async () => {
    const person = new PlanPerson()
    person.plan('pay', { 'plan.md': '---\ntitle: Pay\n---\n\nx\n', 'tasks/01-a.md': '---\nid: a\n---\n\nx\n' })
    const { child, ended, saw } = start(person, 'check', '--watch')
    await saw('2 plans, 4 steps: nothing wrong')
    await saw('Watching')
    person.write('plans/pay/tasks/02-b.md', '---\nid: b\ndepends_on: [c]\n---\n\nx\n')
    await saw('2 plans, 5 steps: 1 plan with errors')
    person.plan('new', { 'plan.md': '---\ntitle: New\n---\n\nx\n' })
    await saw('3 plans, 5 steps: 1 plan with errors')
    child.kill('SIGINT')
    const { code, out } = await ended
    expect(code).toBe(1)
    expect(out).toMatch(/^\d\d:\d\d:\d\d\n2 plans/)
  })

  it('ends as always when its reader has left', async () => {
    const { child, ended } = start(new PlanPerson(), 'check')
    child.stdout.destroy()
    expect(await ended).toEqual({ code: 0, out: '', err: '' })
  })

  it('answers in one JSON document, also when it is refused', () => {
    const person = new PlanPerson()
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [program, ...args], {
        cwd: person.root,
        env: { PATH: process.env.PATH, ...person.env },
        encoding: 'utf8',
      })
    expect(JSON.parse(run('check', '--json').stdout)).toMatchObject({ errors: 0, plans: [{ name: 'login' }] })
    expect(JSON.parse(run('check', 'lgin', '--json').stdout)).toMatchObject({
      diagnostics: [{ code: 'E_UNKNOWN_PLAN' }],
    })
    expect(run('check', '--format', 'xml').status).toBe(2)
    const refused = run('approve', '--json', '--set', 'approval.policy=auto')
    expect({ status: refused.status, ...JSON.parse(refused.stdout) }).toMatchObject({
      status: 1,
      diagnostics: [{ code: 'E_NEEDS_PERSON' }],
    })
  })
})
