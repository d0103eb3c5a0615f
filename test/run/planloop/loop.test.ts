import { expect, it } from 'vitest'
import { given, idGiven, loopWith, startLoop, task } from './session-kit.ts'

it('goes from the goal to the final summary', async () => {
  const loop = await startLoop()
  const first = given(await loop.status())
  expect(first.now.current_task).toMatchObject({ id: 1, status: 'TODO', type: 'chore' })
  const { version, added } = await loop.update({
    add_tasks: [
      task('Add the users table', { ref: 'table' }),
      task('Add the login endpoint', { dependencies: ['table'] }),
    ],
    update_tasks: [{ id: 1, status: 'DONE' }],
  })
  expect(added).toEqual([2, 3])
  const second = given(await loop.status())
  expect(second.now.current_task).toMatchObject({ id: 2, title: 'Add the users table', status: 'TODO' })
  expect(second.session.version).toBe(version)
  expect(second.ready).toEqual([])
  expect(second.plan!.tasks.map(({ id, status }) => [id, status])).toEqual([
    [1, 'DONE'],
    [2, 'TODO'],
    [3, 'TODO'],
  ])
  await loop.update({ update_tasks: [{ id: 2, status: 'IN_PROGRESS' }] })
  expect(given(await loop.status()).now.current_task).toMatchObject({ id: 2, status: 'IN_PROGRESS' })
  await loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: 'It is called users.' }] })
  const third = given(await loop.status({ compact: true }))
  expect(third).not.toHaveProperty('plan')
  expect(third.results).toEqual([{ id: 2, title: 'Add the users table', result: 'It is called users.' }])
  await loop.update({ update_tasks: [{ id: 3, status: 'CANCELLED' }] })
  const done = await loop.status()
  expect(done.now.reason).toBe('plan_completed')
  expect(done).toHaveProperty('next_command')
  await loop.update({ final_summary: 'All of it works.' })
  const over = await loop.status()
  expect(over.now.reason).toBe('plan_completed')
  expect(over).toMatchObject({ final_summary: 'All of it works.' })
  expect(over).not.toHaveProperty('next_command')
  await loop.update({ add_tasks: [task('Add a logout button')] })
  expect(idGiven(await loop.status())).toBe(4)
})

it('a session reads the same from its snapshot as from its first record', async () => {
  const loop = await loopWith(
    Array.from({ length: 200 }, (_, n) => task(`Write part ${n}`, { notes: 'x'.repeat(400) })),
  )
  for (let id = 2; id < 60; id++) await loop.update({ update_tasks: [{ id, status: 'DONE', result: `part ${id}` }] })
  const { machine, place } = await loop.open()
  const names = (await machine.files.list(place.directory)).map(({ name }) => name)
  expect(names).toContain('snapshot-session.json')
  const before = await loop.status()
  await machine.files.unlink(`${place.directory}/snapshot-session.json`)
  expect(await loop.status()).toEqual(before)
  expect(idGiven(before)).toBe(60)
})
