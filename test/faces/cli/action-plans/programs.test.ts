import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PlanPerson } from '../plan-person.ts'
import { until } from '../run/scripted.ts'
import { create, edit, execute, planOf } from './plan-text.ts'

/** The built command in a process of its own. */
function start(person: PlanPerson, ...args: readonly string[]) {
  const env = { ...person.env, PATH: process.env.PATH }
  const child = spawn(process.execPath, [resolve('dist/bin/steadplan.cjs'), ...args], { cwd: person.root, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const seen = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      seen.text += chunk
    })
  }
  return { child, seen, ended: once(child, 'close').then(([code]) => code as number) }
}

async function said(person: PlanPerson, ...args: readonly string[]): Promise<readonly [code: number, text: string]> {
  const { seen, ended } = start(person, ...args)
  return [await ended, seen.text]
}

test('C36: written, checked, reviewed, approved, run, killed, resumed', async () => {
  const person = new PlanPerson({})
  person.configure({ approval: { policy: 'auto' } })
  const command = 'test -f go || { echo here; sleep 300; }'
  person.write('docs/next.md', planOf(create('a.txt', 'a\n'), execute(command), create('b.txt', 'b\n')))

  expect(await said(person, 'check', 'docs/next.md')).toEqual([0, '1 plan, 3 steps: nothing wrong\n'])
  expect((await said(person, 'review', 'docs/next.md', '--json'))[1]).toContain('"command": "test -f go')
  expect((await said(person, 'approve', 'docs/next.md', '--yes'))[1]).toContain('docs/next.md is approved')

  const { child, seen, ended } = start(person, 'run', 'docs/next.md')
  await until(() => /: here\n/.test(seen.text))
  child.kill('SIGKILL')
  await ended
  expect(person.read('a.txt')).toBe('a\n')

  const [code, text] = await said(person, 'run', 'docs/next.md')
  expect([code, text.includes('E_INTERRUPTED')]).toEqual([1, true])
  expect((await said(person, 'check', 'docs/next.md'))[0]).toBe(0)
  expect((await said(person, 'list'))[1]).toMatch(/^docs\/next\.md +\w+ +1\/3 +interrupted: 2-/m)

  person.write('go', '')
  const [resumed, told] = await said(person, 'resume', 'docs/next.md', '--interrupted', 'redo')
  expect([resumed, told]).toEqual([0, expect.stringContaining('docs/next.md is completed: 3 of 3 done')])
  expect(told).toMatch(/^! 2-\w+ was interrupted; /m)
  expect([person.read('a.txt'), person.read('b.txt')]).toEqual(['a\n', 'b\n'])
  expect(sleepersIn(person.root)).toEqual([])
})

/** Processes that still work in a directory. */
function sleepersIn(directory: string): string[] {
  return fs.readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return fs.readlinkSync(join('/proc', name, 'cwd')) === directory
    } catch {
      return false
    }
  })
}

test('check --watch: the plan changed, a file that it is about changed, another turn came', async () => {
  const person = new PlanPerson({})
  const plan = planOf(edit('README.md', 'two', 'zwei'))
  person.write('README.md', 'one\ntwo\n')
  person.write('.teddy/sessions/login/01/plan.md', plan)
  const { child, seen, ended } = start(person, 'check', '--watch')
  /** In any order: they come by two ways. */
  const saw = async (...texts: readonly string[]) => {
    await until(() => texts.every((text) => seen.text.includes(text)))
    seen.text = ''
  }
  await saw('1 plan, 1 step: nothing wrong', 'Watching')
  person.write('README.md', 'one\n')
  await saw('1 plan, 1 step: 1 plan with errors')
  person.write('.teddy/sessions/login/01/plan.md', plan.replace('two', 'one'))
  await saw('1 plan, 1 step: nothing wrong')
  person.write('.teddy/sessions/login/02/plan.md', planOf(create('a.md', 'a\n'), create('b.md', 'b\n')))
  await saw('1 plan, 2 steps: nothing wrong')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})
