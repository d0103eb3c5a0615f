import { describe, expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readRecords } from '../../../src/store/plan-log.ts'
import { readWholeSession } from '../../../src/store/planloop/tasks.ts'
import { given, idGiven, type Loop, loopWith, startLoop, task } from './session-kit.ts'

/** What was refused, without the words: `CODE path`. */
async function codes(loop: Loop, ...args: Parameters<Loop['refused']>): Promise<string[]> {
  return (await loop.refused(...args)).map((line) => line.split(' ').slice(0, 2).join(' '))
}

async function tasksOf({ place }: Loop) {
  return (await readWholeSession(realMachine, place)).tasks
}

describe('an update is all or nothing', () => {
  it('names everything that is wrong at once, and changes nothing', async () => {
    const loop = await loopWith([
      task('Add the users table', { ref: 'table' }),
      task('Add the login endpoint', { dependencies: ['table'] }),
    ])
    const before = await tasksOf(loop)
    const found = await codes(loop, {
      add_tasks: [
        task('Add a page', { dependencies: [77, 'nowhere'], ref: 'table' }),
        task('', { context_hints: [], relevant_file_paths: ['src/missing.ts'] }),
      ],
      update_tasks: [
        { id: 99, status: 'DONE' },
        { id: 3, status: 'DONE' },
        { id: 'table', title: 'Add the users and roles table' },
        { id: 2, notes: 'again' },
      ],
      final_summary: 'Done.',
      last_seen_version: 1,
    })
    expect(found).toEqual(
      expect.arrayContaining([
        'E_STALE_VERSION last_seen_version',
        'E_TASK_REF add_tasks[0].ref',
        'E_DANGLING add_tasks[0].dependencies[1]',
        'E_DANGLING add_tasks[0].dependencies[0]',
        'E_TASK_INCOMPLETE add_tasks[1].title',
        'E_TASK_INCOMPLETE add_tasks[1].context_hints',
        'E_TASK_PATH add_tasks[1].relevant_file_paths[0]',
        'E_UNKNOWN_TASK update_tasks[0].id',
        'E_NOT_READY update_tasks[1].status',
        'E_TASK_TWICE update_tasks[3].id',
        'E_NOT_COMPLETE final_summary',
      ]),
    )
    expect(await tasksOf(loop)).toEqual(before)
  })

  it('says what was wrong with the payload when it was read, together with the rest', async () => {
    const loop = await startLoop()
    const { dataFault } = await import('../../../src/plan/diagnostics/data-fault.ts')
    const faults = [dataFault('E_FIELD_UNKNOWN', 'priority', 'There is no such field.')]
    const found = await codes(loop, { update_tasks: [{ id: 0 }, { id: 5, status: 'DONE' }] }, { faults })
    expect(found).toEqual(['E_FIELD_UNKNOWN priority', 'E_UNKNOWN_TASK update_tasks[1].id'])
  })

  it('a text that does not fit into a record is refused, not cut', async () => {
    const loop = await loopWith([task('Add a page')])
    const long = '\u0001'.repeat(15_000)
    expect(await codes(loop, { update_tasks: [{ id: 2, notes: long }] })).toEqual(['E_TOO_LARGE update_tasks[0]'])
    expect(await tasksOf(loop)).toHaveLength(2)
  })

  it('ten thousand tasks are one batch of records', async () => {
    const loop = await startLoop()
    const { added } = await loop.update({
      add_tasks: Array.from({ length: 10_000 }, (_, n) =>
        task(`Write part ${n}`, n > 0 ? { dependencies: [n + 1] } : {}),
      ),
      update_tasks: [{ id: 1, status: 'DONE' }],
    })
    expect(added.at(-1)).toBe(10_001)
    const first = await realMachine.files.list(loop.place.directory)
    expect(first.map(({ name }) => name)).toContain('snapshot-session.json')
    expect(idGiven(await loop.status({ compact: true }))).toBe(2)
  })
})

describe('new tasks', () => {
  it('refer to each other by ref and by the ids that they get', async () => {
    const loop = await startLoop()
    await loop.update({
      add_tasks: [
        task('Add the users table', { ref: 'table' }),
        task('Add the login endpoint', { dependencies: ['table', 'page'] }),
        task('Add the login page', { dependencies: [2], ref: 'page' }),
      ],
    })
    expect((await tasksOf(loop)).map(({ dependencies }) => dependencies)).toEqual([[], [], [2, 4], [2]])
    await loop.update({ add_tasks: [task('Add a logout', { dependencies: ['page'] })] })
    expect((await tasksOf(loop)).at(-1)!.dependencies).toEqual([4])
  })

  it('an id that somebody else took in the meantime is not taken for the own one', async () => {
    const loop = await startLoop()
    const other = await loop.open()
    // The gates look at the disk before the session is locked; in that moment somebody else adds a task.
    let isFirst = true
    const machine = {
      ...realMachine,
      files: {
        ...realMachine.files,
        stat: async (path: string) => {
          if (isFirst && path.endsWith('spec.md')) {
            isFirst = false
            await other.log.decide(() => ({
              records: [{ type: 'task.added', by: 'other', task: { ...task('Theirs'), id: 2, dependencies: [] } }],
              answer: undefined,
            }))
          }
          return realMachine.files.stat(path)
        },
      },
    }
    const { updateSession } = await import('../../../src/run/planloop/update.ts')
    const { updatingIn } = await import('./session-kit.ts')
    const payload = { add_tasks: [task('Mine'), task('After mine', { dependencies: [2] })], update_tasks: [] }
    await expect(updateSession(await loop.open(machine), payload, updatingIn(loop.root))).rejects.toMatchObject({
      diagnostics: [{ code: 'E_STALE_VERSION', path: 'add_tasks[1].dependencies[0]' }],
    })
    expect((await tasksOf(loop)).map(({ title }) => title).slice(1)).toEqual(['Theirs'])
  })

  it('C43: cycles through tasks that were there are named, with the way', async () => {
    const loop = await loopWith([task('Add one part'), task('Add another part', { dependencies: [2] })])
    const [found, ...others] = await loop.refused({ update_tasks: [{ id: 2, dependencies: [3] }] })
    expect(others).toEqual([])
    expect(found).toMatch(/^E_CYCLE update_tasks\[0\]\.dependencies .*'Add one part'.*'Add another part'/)
    expect(await codes(loop, { update_tasks: [{ id: 2, dependencies: [2] }] })).toEqual([
      'E_SELF_DEPENDENCY update_tasks[0].dependencies[0]',
    ])
  })

  it('the task that asks for the others is exempt from the gates', async () => {
    const loop = await startLoop()
    expect(await loop.refused({ update_tasks: [{ id: 1, title: 'Decompose it, and then some.' }] })).toEqual([])
  })
})

describe('how tasks stand', () => {
  it('DONE needs what it depends on to be DONE or CANCELLED, also by the same update', async () => {
    const loop = await loopWith([
      task('Add one part'),
      task('Add another part', { dependencies: [2] }),
      task('Add a third part', { dependencies: [2, 3] }),
    ])
    expect(await loop.refused({ update_tasks: [{ id: 4, status: 'DONE' }] })).toEqual([
      'E_NOT_READY update_tasks[0].status Task 4 cannot be DONE: it depends on tasks 2, 3, not DONE yet.',
    ])
    await loop.update({
      update_tasks: [
        { id: 4, status: 'DONE' },
        { id: 2, status: 'CANCELLED' },
        { id: 3, status: 'DONE' },
      ],
    })
    expect((await loop.status()).now.reason).toBe('plan_completed')
  })

  it('one that was cancelled does not keep a plan unfinished, and one in progress does', async () => {
    const loop = await loopWith([task('Add one part'), task('Add another part')])
    await loop.update({
      update_tasks: [
        { id: 2, status: 'CANCELLED' },
        { id: 3, status: 'IN_PROGRESS' },
      ],
    })
    expect(idGiven(await loop.status())).toBe(3)
    expect(await codes(loop, { final_summary: 'x' })).toEqual(['E_NOT_COMPLETE final_summary'])
    await loop.update({ update_tasks: [{ id: 3, status: 'DONE' }], final_summary: 'x' })
    expect(await loop.status()).toMatchObject({ final_summary: 'x' })
  })

  it('goes from any word to any other', async () => {
    const words = ['TODO', 'IN_PROGRESS', 'DONE', 'CANCELLED'] as const
    const loop = await loopWith([task('Add one part'), task('Keep the plan open')])
    for (const from of words) {
      for (const to of words) {
        await loop.update({ update_tasks: [{ id: 2, status: from }] })
        await loop.update({ update_tasks: [{ id: 2, status: to }] })
        expect((await tasksOf(loop))[1]!.status, `${from} → ${to}`).toBe(to)
      }
    }
  })

  it('what was begun out of turn does not stop the rest', async () => {
    const loop = await loopWith([task('Add one part'), task('Add another part', { dependencies: [2] })])
    await loop.update({ update_tasks: [{ id: 3, status: 'IN_PROGRESS' }] })
    expect(idGiven(await loop.status())).toBe(2)
  })

  it('what came of a task goes when it is opened again', async () => {
    const loop = await loopWith([task('Add one part'), task('Add another part', { dependencies: [2] })])
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: 'First.' }] })
    expect(given(await loop.status()).results).toEqual([{ id: 2, title: 'Add one part', result: 'First.' }])
    await loop.update({ update_tasks: [{ id: 2, status: 'TODO', notes: 'Not good enough.' }] })
    const again = given(await loop.status())
    expect(again.now.current_task).toMatchObject({ id: 2, notes: 'Not good enough.' })
    expect(again.now.current_task).not.toHaveProperty('result')
  })
})

describe('versions', () => {
  it('every update makes a new one; an update for an old one is refused', async () => {
    const loop = await startLoop()
    const { session } = await loop.status()
    const first = await loop.update({ add_tasks: [task('Add one part')], last_seen_version: session.version })
    expect(first.version).toBeGreaterThan(session.version)
    expect((await loop.status()).session.version).toBe(first.version)
    expect(
      await codes(loop, { update_tasks: [{ id: 1, status: 'DONE' }], last_seen_version: session.version }),
    ).toEqual(['E_STALE_VERSION last_seen_version'])
    await loop.update({ update_tasks: [{ id: 1, status: 'DONE' }], last_seen_version: first.version })
  })

  it('handing out a task makes none', async () => {
    const loop = await loopWith([task('Add one part')])
    const before = (await loop.status()).session.version
    expect((await loop.status({ agent: 'a' })).session.version).toBe(before)
    await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }], last_seen_version: before }, { agent: 'a' })
  })

  it('an update that changes nothing makes none', async () => {
    const loop = await loopWith([task('Add one part')])
    const { version } = await loop.update({ update_tasks: [{ id: 2, status: 'IN_PROGRESS' }] })
    expect((await loop.update({ update_tasks: [{ id: 2, status: 'IN_PROGRESS' }] })).version).toBe(version)
  })
})

it('a session follows the life of a plan', async () => {
  const loop = await loopWith([task('Add one part')])
  const events = async () =>
    (await readRecords(realMachine, loop.place)).flatMap((record) => (record.type === 'plan.moved' ? record.event : []))
  expect(await events()).toEqual(['propose', 'approve', 'start'])
  await loop.update({ update_tasks: [{ id: 2, status: 'DONE' }] })
  expect(await events()).toEqual(['propose', 'approve', 'start', 'complete'])
  await loop.update({ final_summary: 'All done.' })
  await loop.update({ add_tasks: [task('Add more')] })
  expect(await events()).toEqual(['propose', 'approve', 'start', 'complete', 'reopen'])
})
