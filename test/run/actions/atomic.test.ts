import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { teddyStanding } from '../../../src/run/actions/run-teddy.ts'
import type { RunOptions } from '../../../src/run/run-plan.ts'
import { readKept } from '../../../src/store/kept-bytes.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { isLong } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { statusesOf } from '../run-kit.ts'
import { dyingMachine, untilDeath } from './dying-machine.ts'
import { makeProject } from './make-project.ts'
import { create, edit, execute, faultOf, read, short, type TeddyProject } from './teddy-project.ts'

const files = { 'b.txt': 'b1\n', 'c.txt': 'c1\n', 'kept/d.txt': 'd1\n' }
const eight = [
  create('new/deep/a.txt', 'a1\n'),
  edit('b.txt', ['b1', 'b2']),
  create('new/e.txt', 'e1\n'),
  edit('b.txt', ['b2', 'b3']),
  create('c.txt', 'c2\n', '- **Overwrite:** true\n'),
  read('b.txt'),
  edit('new/deep/a.txt', ['a1', 'a2']),
  edit('kept/d.txt', ['d1', 'd2']),
]
const failing = execute('exit 1')
const atomic = { acting: { atomic: true } } as const

const withFailureAt = (position: number) => [...eight.slice(0, position), failing, ...eight.slice(position)]

async function make(actions: readonly string[]): Promise<TeddyProject> {
  const project = await makeProject(actions, files)
  fs.chmodSync(join(project.root, 'b.txt'), 0o750)
  return project
}

describe('atomic: a failure', () => {
  it.each(Array.from({ length: 9 }, (_, position) => position))(
    'after %i actions: every file is as it was, byte for byte, and so are the directories',
    async (position) => {
      const project = await make(withFailureAt(position))
      const before = project.tree()
      const { run, actions, takenBack } = await project.run(atomic)
      expect(run.status).toBe('failed')
      expect(project.tree()).toEqual(before)
      expect(actions[position]).toMatchObject({ status: 'failed' })
      const changed = actions.slice(0, position).filter(({ kind }) => kind !== 'READ')
      for (const one of changed) {
        expect(one).toMatchObject({ status: 'skipped', takenBack: true, why: 'taken back, because a step failed' })
      }
      expect(takenBack?.files.length).toBe(
        new Set(actions.slice(0, position).flatMap(({ kind, title }) => (kind === 'READ' ? [] : [title.split(' ')[1]])))
          .size,
      )
      expect(takenBack?.aside.size).toBe(0)
    },
  )

  it('what was taken back is done again by the next run, and what was not is not', async () => {
    const project = await make([execute('echo x >> count'), ...eight, execute('test -e fixed')])
    await project.run(atomic)
    expect(Object.values(statusesOf(await project.state())).join(' ')).toBe(
      'complete pending pending pending pending pending complete pending pending failed',
    )
    project.write('fixed', '')
    const { run, actions } = await project.run(atomic)
    expect(run.status).toBe('completed')
    expect(actions.every(({ status }) => status === 'succeeded')).toBe(true)
    expect(project.read('b.txt')).toBe('b3\n')
    expect(project.read('count')).toBe('x\n')
  })

  it('when the person stops it, and when a step waits for a yes of its own: the same', async () => {
    const stopped = await make(eight)
    const before = stopped.tree()
    let asked = 0
    await stopped.run({ ...atomic, ask: async () => (++asked > 4 ? 'stop' : 'yes') })
    expect(stopped.tree()).toEqual(before)
    const waiting = await make([...eight, create('.git/config', 'x\n')])
    const { run } = await waiting.run(atomic)
    expect(run.status).toBe('stalled')
    expect(waiting.tree()).toEqual(before)
  })

  it('in the middle of a command that is cancelled: the same', async () => {
    const project = await make([...eight, execute('touch begun; sleep 60')])
    const before = project.tree()
    const cancel = new AbortController()
    const timer = setInterval(() => project.has('begun') && cancel.abort('it was cancelled'), 20)
    await project.run({ ...atomic, cancel: cancel.signal })
    clearInterval(timer)
    fs.rmSync(join(project.root, 'begun'))
    expect(project.tree()).toEqual(before)
  })

  it('without it, what was done stays', async () => {
    const project = await make(withFailureAt(3))
    const { takenBack } = await project.run()
    expect(takenBack).toBeUndefined()
    expect(project.read('b.txt')).toBe('b2\n')
    expect((await project.run(atomic)).run.status).toBe('failed')
    expect(project.read('b.txt'), 'only what this run changed').toBe('b2\n')
  })
})

describe('atomic: what somebody else changed in between', () => {
  it('is kept aside and told, and the file is as it was', async () => {
    const project = await make([
      create('new.txt', 'ours\n'),
      edit('b.txt', ['b1', 'b2']),
      execute('echo theirs > new.txt; echo formatted > b.txt; rm c.txt; exit 1'),
    ])
    const before = project.tree()
    const { takenBack } = await project.run(atomic)
    const { 'c.txt': _, ...rest } = before
    expect(project.tree(), 'what a command does to other files is its own').toEqual(rest)
    expect([...takenBack!.aside.keys()].sort()).toEqual(['b.txt', 'new.txt'])
    expect(takenBack!.commands, 'that a command ran is told').toMatchObject([{ action: 3 }])
    const kept = async (path: string) => {
      const bytes = await readKept(realMachine, project.place, takenBack!.aside.get(path)!)
      return Buffer.from(bytes!).toString()
    }
    expect([await kept('b.txt'), await kept('new.txt')]).toEqual(['formatted\n', 'theirs\n'])
  })

  it('a file that a command removed is put back', async () => {
    const project = await make([edit('b.txt', ['b1', 'b2']), execute('rm b.txt; exit 1')])
    await project.run(atomic)
    expect(project.read('b.txt')).toBe('b1\n')
  })

  it('what made our own edit fail is not ours to take back', async () => {
    const project = await make([
      edit('c.txt', ['c1', 'c2']),
      execute('echo theirs > b.txt'),
      edit('b.txt', ['b1', 'b2']),
    ])
    const { actions } = await project.run(atomic)
    expect(actions.map(short)).toEqual(['EDIT skipped', 'EXECUTE succeeded', 'EDIT failed'])
    expect([project.read('b.txt'), project.read('c.txt')]).toEqual(['theirs\n', 'c1\n'])
  })

  it('nor is what came between our last look and our own change', async () => {
    const project = await make([edit('c.txt', ['c1', 'c2']), edit('b.txt', ['b1', 'b2'])])
    const { files: disk } = countingFiles(realMachine.files, {
      after: ({ name, path }) => {
        if (name === 'open to create' && path.includes('/.b.txt.')) project.write('b.txt', 'theirs\n')
      },
    })
    const { actions } = await project.run({ ...atomic, machine: { ...realMachine, files: disk } })
    expect(actions[1]).toMatchObject({ status: 'failed', why: expect.stringContaining('E_CHANGED_SINCE_CHECKED') })
    expect([project.read('b.txt'), project.read('c.txt')]).toEqual(['theirs\n', 'c1\n'])
  })

  it('what cannot be put back is told, the rest is back, and the next run finishes it first', async () => {
    const project = await make([
      edit('c.txt', ['c1', 'c2']),
      edit('b.txt', ['b1', 'b2']),
      execute('rm b.txt; mkdir b.txt; test -e fixed'),
    ])
    const before = project.tree()
    const fault = await faultOf(project.run(atomic))
    expect(fault.diagnostics).toMatchObject([{ code: 'E_TAKE_BACK', file: 'b.txt' }])
    expect(fault.diagnostics[0]!.related?.[0]?.message).toContain('.steadplan/plans/example/kept/')
    expect(project.read('c.txt')).toBe('c1\n')
    expect((await faultOf(project.run())).code).toBe('E_TAKE_BACK')
    fs.rmdirSync(join(project.root, 'b.txt'))
    expect((await project.run({ only: [1] })).run).toMatchObject({
      status: 'stalled',
      why: 'the rest of its steps was left out',
    })
    const { 'b.txt': _mode, ...rest } = before
    expect(project.tree()).toMatchObject({ ...rest, 'c.txt': '644 c2\n' })
    expect(project.read('b.txt')).toBe('b1\n')
  })
})

describe(`P3, C40: cut off at any call to the disk, seed ${seed}`, () => {
  it.each([
    ['a run that fails: the next one takes everything back', withFailureAt(5)],
    ['a run that does not: the next one goes on, and keeps everything', eight],
  ])('%s', async (_title, actions) => {
    const undisturbed = await make(actions)
    const before = undisturbed.tree()
    const whole = dyingMachine(Number.POSITIVE_INFINITY)
    const { run } = await undisturbed.run({ ...atomic, machine: whole.machine })
    const calls = whole.calls()
    const after = undisturbed.tree()
    if (run.status === 'failed') expect(after).toEqual(before)
    expect(calls).toBeGreaterThan(100)
    const step = isLong ? 1 : 31
    for (let dieAt = 1 + (seed % step); dieAt <= calls; dieAt += step) {
      const project = await make(actions)
      const given = { ...atomic, resolutionOf: () => 'redo' as const }
      await untilDeath(project.run({ ...given, machine: dyingMachine(dieAt).machine }))
      // Once more, at another place.
      await untilDeath(project.run({ ...given, machine: dyingMachine(1 + ((dieAt * 7) % calls)).machine }))
      // Whoever goes on with it need not know how it was begun.
      const { group } = await teddyStanding(project.options())
      const last = await project.run(group === 'open' ? { ...given, acting: {} } : given)
      expect(project.tree(), `cut off at call ${dieAt}`).toEqual(after)
      expect(last.run.status, `cut off at call ${dieAt}`).toBe(run.status)
    }
  })
})

it('a run elsewhere does not take back what is in the project', async () => {
  const project = await make(eight)
  await project.say(() => [{ type: 'atomic', is: 'begun', by: 'test' }])
  const around: RunOptions['around'] = (_step, _task, work) => work(project.root)
  const apart = { ...project.options(), around } as Parameters<typeof project.run>[0]
  expect((await faultOf(project.run(apart))).code).toBe('E_TAKE_BACK')
})
