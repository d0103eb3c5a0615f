import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { check } from '../../../../src/faces/cli/steadplan/check/check.ts'
import type { ConfigContext } from '../../../../src/faces/cli/steadplan/config/context.ts'
import { approvePlan } from '../../../../src/faces/cli/steadplan/decide/approve.ts'
import { listPlans } from '../../../../src/faces/cli/steadplan/look/list.ts'
import { showPlan } from '../../../../src/faces/cli/steadplan/look/show.ts'
import { runCommandOf } from '../../../../src/faces/cli/steadplan/run/run.ts'
import type { Terminal } from '../../../../src/faces/cli/terminal.ts'
import { type Json, Loop, task } from './loop.ts'

/** An agent that is a command: it makes the two files that the tasks are about. */
const agents = { default: 'mine', define: { mine: { kind: 'command', argv: ['touch', 'one.txt', 'two.txt'] } } }

it('a session is listed, checked, shown, approved and run like any other plan', async () => {
  const loop = new Loop()
  loop.env.PATH = '/usr/bin:/bin'
  mkdirSync(join(loop.home, '.config/steadplan'), { recursive: true })
  writeFileSync(join(loop.home, '.config/steadplan/config.json'), JSON.stringify({ agents }))
  const id = await loop.beginWith([
    { ...task('Write the file one.txt'), ref: 'one', creates: ['one.txt'], verify: ['test -e one.txt'] },
    { ...task('Write the file two.txt'), dependencies: ['one'], creates: ['two.txt'] },
  ])
  const steadplan = (command: (terminal: Terminal, context: ConfigContext) => Promise<number>) => loop.run({}, command)
  const list = async (all = false) =>
    JSON.parse((await steadplan((t, c) => listPlans(t, c, { json: true, all }))).out).plans as Json[]

  expect(await list()).toMatchObject([{ name: id, status: 'executing' }])
  const checked = await steadplan((t, c) => check(t, c, [], { format: 'json', strict: false, version: '' }))
  expect(checked.code, checked.out).toBe(0)
  expect((await steadplan((t, c) => runCommandOf(t, c, undefined, { json: true }))).out).toContain('E_NOT_APPROVED')

  loop.isInteractive = true
  expect((await steadplan((t, c) => approvePlan(t, c, undefined, { yes: true }))).code).toBe(0)
  loop.isInteractive = false
  const run = await steadplan((t, c) => runCommandOf(t, c, undefined, { json: true }))
  expect(run.code, run.out + run.err).toBe(0)

  const { now } = JSON.parse((await loop.status()).out) as Json
  expect(now.reason).toBe('plan_completed')
  expect([await list(), await list(true)]).toMatchObject([[], [{ name: id, status: 'completed' }]])
  expect((await steadplan((t, c) => listPlans(t, c, {}))).out).toBe('The one plan has ended: steadplan list --all\n')
  const shown = await steadplan((t, c) => showPlan(t, c, undefined, undefined, { json: true }))
  expect((JSON.parse(shown.out) as Json).steps.map((step: Json) => step.status)).toEqual(Array(3).fill('complete'))
})
