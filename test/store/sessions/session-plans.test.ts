import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openAllocations, requestThread } from '../../../src/store/sessions/allocate.ts'
import { findSessionPlans } from '../../../src/store/sessions/session-plans.ts'
import { setTopic } from '../../../src/store/sessions/topic.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { lock, placeIn, writePlan } from './session.ts'

const cap = 1 << 20

it('finds the plans of every session of a project, and no others', async () => {
  const root = temporaryDirectory()
  const { home } = placeIn(root)
  for (const id of ['s1', 's2', 'other']) {
    const place = placeIn(root, id)
    const project = id === 'other' ? '/elsewhere' : '/shop'
    writePlan((await openAllocations(realMachine, place, project, lock)).current.directory)
    await setTopic(realMachine, place, 'a topic')
  }
  const thread = await requestThread(realMachine, placeIn(root, 's1'), '/shop', lock)
  await requestThread(realMachine, placeIn(root, 's2'), '/shop', lock)
  writePlan(thread.directory)
  const { plans, diagnostics } = await findSessionPlans(realMachine, home, '/shop', cap)
  expect(diagnostics).toEqual([])
  expect(plans.map(({ name }) => name)).toEqual(['s1', thread.thread_id, 's2'])
  expect(plans[1]).toEqual({
    name: thread.thread_id,
    dialect: 'agentflow',
    isHome: false,
    prefix: `${thread.plan_dir}/`,
    files: { key: thread.thread_id, base: thread.plan_dir, files: ['plan.md'], folders: ['tasks'], fileCap: cap },
    workspace: home,
  })
})

it('finds nothing where there is no home, and makes nothing', async () => {
  const { home } = placeIn(join(temporaryDirectory(), 'missing'))
  expect(await findSessionPlans(realMachine, home, '/shop', cap)).toEqual({ plans: [], diagnostics: [] })
})

it('names records that cannot be used, and still finds the rest', async () => {
  const root = temporaryDirectory()
  const place = placeIn(root)
  writePlan((await openAllocations(realMachine, place, '/shop', lock)).current.directory)
  const folder = join(place.plans, '.agentctl')
  writeFileSync(join(folder, 'torn.json'), '{"current":')
  mkdirSync(join(folder, 'folder.json'))
  symlinkSync('/etc/passwd', join(folder, 'link.json'))
  writeFileSync(join(folder, '..json'), '{}')
  writeFileSync(join(folder, 'notes.txt'), 'not ours')
  const { plans, diagnostics } = await findSessionPlans(realMachine, place.home, '/shop', cap)
  expect(plans.map(({ name }) => name)).toEqual(['s1'])
  expect(diagnostics.map(({ code, severity, file }) => ({ code, severity, file }))).toEqual(
    ['folder', 'link', 'torn'].map((name) => ({
      code: 'E_SESSION_RECORD',
      severity: 'warning',
      file: join(folder, `${name}.json`),
    })),
  )
})
