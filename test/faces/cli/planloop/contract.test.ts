import { join } from 'node:path'
import { expect, it } from 'vitest'
import { json, Loop, type Said } from './loop.ts'

/** The messages of the contract, each as it is answered, in a file of its own. */
async function golden(name: string, said: Said, loop: Loop): Promise<void> {
  const text = said.out
    .replaceAll(/-\d{10}/g, '-1678886400')
    .replaceAll(loop.home, '/home')
    .replace(/"instructions_content": ".*"/, '"instructions_content": "…"')
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'fixtures', `${name}.json`))
}

const tasks = [
  {
    ref: 'schema',
    title: 'Set up database schema',
    type: 'feature',
    dependencies: [],
    context_hints: [
      "Read the 'Database Schema' section in `spec.md`.",
      'Review existing models in `src/models/` for conventions.',
    ],
    relevant_file_paths: ['spec.md', 'src/models/user.py'],
  },
  {
    title: 'Add `password_hash` to User model',
    type: 'feature',
    dependencies: ['schema'],
    context_hints: ['Edit the User class in `src/models/user.py`.'],
    relevant_file_paths: ['src/models/user.py'],
  },
]

it('answers as the contract has it, from the first call to the last', async () => {
  const loop = new Loop()
  await golden('start', await loop.start('Implement user authentication'), loop)
  await golden('status-a-sync', await loop.status(), loop)
  await golden('sync', await loop.sync(), loop)
  await golden('status-b-meta', await loop.status(), loop)
  await golden(
    'update-success',
    await loop.update({ add_tasks: tasks, update_tasks: [{ id: 1, status: 'DONE' }] }),
    loop,
  )
  await golden('status-b-task', await loop.status(), loop)
  await golden('status-b-compact', await loop.status({ compact: true }), loop)
  const refused = await loop.update({
    add_tasks: [
      {
        title: 'Add password_hash to User model',
        type: 'feature',
        context_hints: ['Edit the User class in `src/models/user.py`.'],
      },
      {
        title: 'Create login endpoint',
        type: 'feature',
        context_hints: ['Use the helpers in `src/api/utils.py`.'],
        relevant_file_paths: ['spec.md'],
      },
    ],
  })
  expect(refused.code).toBe(1)
  await golden('update-refused', refused, loop)
  await loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: 'Four tables.' }] })
  const message = 'Tests failed: test_user_creation returned non-zero exit code.'
  await golden('alert', await loop.alert({ message, task: 2 }), loop)
  await golden('status-c-signal', await loop.status(), loop)
  await golden('alert-clear', await loop.alert({ clear: true }), loop)
  await loop.update({ update_tasks: [{ id: 3, status: 'DONE' }] })
  await golden('status-d-completed', await loop.status(), loop)
  expect((await loop.update({ final_summary: 'All tests pass.' })).code).toBe(0)
  await golden('status-d-finished', await loop.status(), loop)
})

it('has every key of the contract, in its place', async () => {
  const loop = new Loop()
  const started = json(await loop.start('Implement user authentication'))
  expect(Object.keys(started)).toEqual(['status', 'session_id', 'message', 'next_command'])
  expect(started).toMatchObject({ status: 'session_created', next_command: 'planloop status --json' })
  expect(started.session_id).toMatch(/^implement-user-authentication-\d{10}$/)
  expect(json(await loop.status())).toMatchObject({
    now: {
      reason: 'sync_instructions',
      agent_instructions: expect.any(String),
      instructions_content: expect.any(String),
    },
    session: { id: started.session_id, goal: 'Implement user authentication' },
  })
  await loop.sync()
  await loop.update({ add_tasks: tasks, update_tasks: [{ id: 1, status: 'DONE' }] })
  const ready = json(await loop.status())
  expect(ready.now.current_task).toEqual({
    id: 2,
    title: 'Set up database schema',
    type: 'feature',
    status: 'TODO',
    dependencies: [],
    context_hints: tasks[0]!.context_hints,
    relevant_file_paths: ['spec.md', 'src/models/user.py'],
    ref: 'schema',
  })
  expect(ready.plan.tasks).toHaveLength(3)
  await loop.alert({ message: 'It fails.', task: 2 })
  expect(json(await loop.status())).toMatchObject({
    now: { reason: 'waiting_on_signal', message: expect.any(String) },
    signal: { id: 'test_failure', task_id: 2, level: 'blocker', message: 'It fails.' },
    session: { id: started.session_id },
  })
})
