import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { json, Loop, task } from './loop.ts'

it('a session that asks for approval lets the plan be written, and gives out nothing of it before a yes', async () => {
  const loop = new Loop()
  mkdirSync(join(loop.home, '.config/steadplan'), { recursive: true })
  writeFileSync(join(loop.home, '.config/steadplan/config.json'), '{"planloop": {"approval": "ask"}}')
  await loop.begin()
  expect(json(await loop.status()).now).toMatchObject({ reason: 'ready_for_task', current_task: { id: 1 } })
  await loop.update({ add_tasks: [task('Add the form')], update_tasks: [{ id: 1, status: 'DONE' }] })
  const { now } = json(await loop.status())
  expect(now).toMatchObject({ reason: 'blocked', message: expect.stringContaining('steadplan review') })
})
