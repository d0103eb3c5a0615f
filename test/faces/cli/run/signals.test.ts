import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PlanPerson } from '../plan-person.ts'
import { personWithScript, task, until } from './scripted.ts'

/** The built command in a process of its own, with a real agent below it. */
function start(person: PlanPerson, ...args: string[]) {
  const env = { ...person.env, PATH: process.env.PATH }
  const child: ChildProcess = spawn(process.execPath, [resolve('dist/bin/steadplan.cjs'), ...args], {
    cwd: person.root,
    env,
  })
  const seen = { text: '' }
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      seen.text += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number)
  return { child, seen, ended }
}

const twoSteps = { 'tasks/01-a.md': task('id: a'), 'tasks/02-b.md': task('id: b\ndepends_on: [a]') }

describe('signals during a run', () => {
  test('Ctrl-C once: what runs comes to its end, nothing more is begun, and it says how to go on', async () => {
    const person = await personWithScript(twoSteps, { a: [[{ say: 'here' }, { wait: 1500 }]] })
    const { child, seen, ended } = start(person, 'run')
    await until(() => seen.text.includes('a: here'))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(seen.text).toContain('Stopping: nothing more is begun. Waiting for a; Ctrl-C again to cancel\n')
    expect(seen.text).toContain('✓ a done')
    expect(seen.text).not.toContain('b begun')
    expect(seen.text).toContain('To go on: steadplan resume login\n')
  })

  test.each([
    ['Ctrl-C twice', ['SIGINT', 'SIGINT'], 130],
    ['SIGTERM', ['SIGTERM'], 143],
  ] as const)('%s: what runs is cancelled and interrupted', async (_, signals, code) => {
    const person = await personWithScript(twoSteps, { a: [[{ say: 'here' }, { wait: 60_000 }]] })
    const { child, seen, ended } = start(person, 'run')
    await until(() => seen.text.includes('a: here'))
    for (const signal of signals) {
      child.kill(signal)
      await until(() => /Stopping|Cancelling/.test(seen.text))
    }
    expect(await ended).toBe(code)
    expect(seen.text).toContain('! a interrupted')
    expect(seen.text).toContain('steadplan resume login')
  })

  test('C36: after kill -9, run refuses and resume knows what was in flight', async () => {
    const person = await personWithScript(twoSteps, { a: [[{ say: 'here' }, { wait: 60_000 }], []] })
    const { child, seen, ended } = start(person, 'run')
    await until(() => seen.text.includes('a: here'))
    child.kill('SIGKILL')
    await ended
    person.write('../script.json', '{}')
    const again = start(person, 'run')
    expect(await again.ended).toBe(1)
    expect(again.seen.text).toContain('E_INTERRUPTED')
    const resumed = start(person, 'resume', '--interrupted', 'redo')
    expect(await resumed.ended).toBe(0)
    expect(resumed.seen.text).toContain('! a was interrupted; ')
    expect(resumed.seen.text).toContain('login is completed: 2 of 2 done')
  })
})

test('a run outlives whoever reads along', async () => {
  const person = await personWithScript(twoSteps, { a: [[{ say: 'here' }, { wait: 500 }, { say: 'there' }]] })
  const { child, seen, ended } = start(person, 'run')
  await until(() => seen.text.includes('a: here'))
  child.stdout!.destroy()
  expect(await ended).toBe(0)
  const again = start(person, 'run')
  expect(await again.ended).toBe(0)
  expect(again.seen.text).toBe('login is completed already; nothing is left to do\n')
})

test('the command line: what is wrong is told before anything is looked at', async () => {
  const person = await personWithScript(twoSteps)
  for (const [args, words] of [
    [['--jobs', '0'], 'A whole number from 1 to 64'],
    [['--tools', 'bash'], 'There are: read'],
    [['--max-time', 'soon'], 'A time such as'],
    [['--max-cost', '-1'], 'A number above 0'],
  ] as const) {
    const { seen, ended } = start(person, 'run', ...args)
    expect(await ended).toBe(2)
    expect(seen.text).toContain(words)
  }
})
