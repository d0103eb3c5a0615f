import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { teddyStanding } from '../../../src/run/actions/run-teddy.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { isAlive } from '../../process/programs.ts'
import { type Ended, startChild } from '../../support/children.ts'
import { isLong, rounds } from '../../support/long.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { dyingMachine, untilDeath } from './dying-machine.ts'
import { decideByEffect, effectActions, effects, linesOf } from './effect-actions.ts'
import { makeProject } from './make-project.ts'
import { create, edit, execute, faultOf, read, short, type TeddyProject } from './teddy-project.ts'

const final = { 'b.txt': '644 c\n', made: '755 /', 'made/a.txt': '644 a3\n' }

/** Each effect exactly once, every file as the plan says, nothing begun again that was done, and no process left. */
async function expectDoneOnce(project: TeddyProject, what: string): Promise<void> {
  const { 'effects.txt': _, 'servers.txt': __, ...tree } = project.tree()
  expect(tree, what).toEqual(final)
  expect(linesOf(project.root, 'effects.txt'), what).toEqual(effects)
  const done = new Set<string>()
  for (const record of await project.records()) {
    if (record.type === 'process.started') {
      expect(isAlive(record.process.pid), `${what}: a process is left`).toBe(false)
    }
    if (record.type !== 'step.moved') continue
    if (record.to === 'in_progress') expect(done.has(record.step), `${what}: ${record.step} again`).toBe(false)
    if (record.to === 'complete') done.add(record.step)
    // What runs in the background begins again with the run that goes on.
    if (record.to === 'pending') done.delete(record.step)
  }
  expect((await project.state()).status, what).toBe('completed')
}

describe(`P5, C36: what is done is never done again, seed ${seed}`, () => {
  it('cut off at any call to the disk, and once more in the next attempt', async () => {
    const undisturbed = await makeProject(effectActions(), { 'b.txt': 'b\n' })
    const whole = dyingMachine(Number.POSITIVE_INFINITY)
    await undisturbed.run({ machine: whole.machine })
    await expectDoneOnce(undisturbed, 'undisturbed')
    const calls = whole.calls()
    const step = isLong ? 1 : 41
    for (let dieAt = 1 + (seed % step); dieAt <= calls; dieAt += step) {
      const project = await makeProject(effectActions(), { 'b.txt': 'b\n' })
      const given = { resolutionOf: decideByEffect(project.root, project.steps) }
      await untilDeath(project.run({ ...given, machine: dyingMachine(dieAt).machine }))
      await untilDeath(project.run({ ...given, machine: dyingMachine(1 + ((dieAt * 7) % calls)).machine }))
      await project.run(given)
      await expectDoneOnce(project, `cut off at call ${dieAt}`)
    }
  })

  it.each([false, true])(
    'kill -9 of the process at random moments (atomic: %s)',
    { timeout: 600_000 },
    async (atomic) => {
      const choose = randomFrom(seed)
      for (let moments = rounds(12, 150); moments > 0; ) {
        const project = await makeProject(effectActions(0.01), { 'b.txt': 'b\n' })
        const { root, plan } = project
        let ended: Ended
        do {
          const child = startChild('teddy-run', { root, plan, atomic })
          if (moments > 0) void child.line('running').then(() => sleep(choose(350)).then(() => child.kill('SIGKILL')))
          ended = await child.ended
          if (ended.signal === 'SIGKILL') moments--
          else expect(ended).toMatchObject({ code: 0, errors: '', lines: ['running', 'ended completed'] })
        } while (ended.signal === 'SIGKILL')
        await expectDoneOnce(project, `${moments} more moments`)
      }
    },
  )
})

describe('what was in flight when its executor died', () => {
  /** The log as a process leaves it that was killed while it carried out the only action. */
  async function cutOff(
    action: string,
    files: Record<string, string>,
    until: (types: readonly string[], project: TeddyProject) => boolean,
  ) {
    for (let dieAt = 1; ; dieAt++) {
      const project = await makeProject([action], files)
      if (await untilDeath(project.run({ machine: dyingMachine(dieAt).machine })))
        throw new Error('it never was like that')
      const types = (await project.records()).map(({ type }) => type)
      if (until(types, project)) return project
    }
  }

  it('CREATE before its record: nothing happened, and the next run does it', async () => {
    const project = await cutOff(create('d/a.txt', 'a\n'), {}, (types) => types.includes('step.moved'))
    expect(await teddyStanding(project.options())).toMatchObject({
      actions: [{ kind: 'CREATE', status: 'interrupted' }],
      interrupted: [{ position: 1, is: 'undone' }],
    })
    expect((await project.run()).run.status).toBe('completed')
    expect(project.read('d/a.txt')).toBe('a\n')
  })

  it('EDIT whose file somebody changed since: a person decides, and is told why', async () => {
    const project = await cutOff(edit('a.txt', ['a', 'b']), { 'a.txt': 'a\n' }, (types) =>
      types.includes('file.changing'),
    )
    project.write('a.txt', 'somebody a\n')
    const { interrupted } = await teddyStanding(project.options())
    expect(interrupted).toMatchObject([
      { is: 'unknown', why: 'a.txt is neither what it was nor what it was to become' },
    ])
    expect((await faultOf(project.run())).code).toBe('E_INTERRUPTED')
    expect(project.read('a.txt')).toBe('somebody a\n')
    expect((await project.run({ resolutionOf: () => 'redo' })).run.status).toBe('completed')
    expect(project.read('a.txt')).toBe('somebody b\n')
  })

  it.each([
    ['keep', 'succeeded', 'completed'],
    ['skip', 'skipped', 'completed'],
    ['fail', 'failed', 'failed'],
  ] as const)('EXECUTE that had begun: %s', async (resolution, status, planStatus) => {
    const project = await makeProject([execute('echo x >> ran; sleep 60')])
    await killedWhile(project, () => project.has('ran'))
    expect((await teddyStanding(project.options())).interrupted).toMatchObject([
      { is: 'unknown', why: 'its command had begun' },
    ])
    const fault = await faultOf(project.run())
    expect(fault.code).toBe('E_INTERRUPTED')
    const { run, actions } = await project.run({ resolutionOf: () => resolution })
    expect(actions.map(short)).toEqual([`EXECUTE ${status}`])
    expect(run.status).toBe(planStatus)
    expect(project.read('ran')).toBe('x\n')
  })

  it('the command itself is ended by the next run, with all that it started', async () => {
    const project = await makeProject([execute('sleep 60 & echo $! > child; echo $$ > pid; sleep 60')])
    await killedWhile(project, () => project.has('pid') && project.read('pid') !== '')
    const pids = ['pid', 'child'].map((file) => Number(project.read(file)))
    expect(pids.map(isAlive)).toEqual([true, true])
    await faultOf(project.run())
    expect(pids.map(isAlive)).toEqual([false, false])
  })

  it('a process that only has the number of the one in the log is left alone', async () => {
    const project = await makeProject([execute('true')])
    const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const process = { ...realMachine.identify(stranger.pid!), start: '1' }
    await project.say(() => [{ type: 'process.started', step: project.steps[0]!.id, action: 1, process }])
    await project.run()
    expect(isAlive(stranger.pid!)).toBe(true)
    stranger.kill('SIGKILL')
  })

  it('READ is read again', async () => {
    const project = await cutOff(read('a.txt'), { 'a.txt': 'a\n' }, (types) => types.includes('step.moved'))
    expect((await project.run()).actions[0]).toMatchObject({ status: 'succeeded', output: { text: 'a\n' } })
  })

  it('directories that were made for a file which never came go again', async () => {
    const isMade = (types: readonly string[], project: TeddyProject) =>
      types.includes('file.changing') && project.has('d')
    const project = await cutOff(create('d/e/a.txt', 'a\n'), {}, isMade)
    expect(project.has('d/e/a.txt')).toBe(false)
    const { actions } = await project.run({ ask: async () => 'no' })
    expect(actions.map(short)).toEqual(['CREATE skipped'])
    expect(project.tree()).toEqual({})
  })

  it('no file and no directory of a change that was cut off is left', async () => {
    const whole = dyingMachine(Number.POSITIVE_INFINITY)
    const first = await makeProject([create('d/e/a.txt', 'a\n'), execute('exit 1')])
    await first.run({ machine: whole.machine })
    for (let dieAt = 1; dieAt <= whole.calls(); dieAt += isLong ? 1 : 5) {
      const project = await makeProject([create('d/e/a.txt', 'a\n')])
      await untilDeath(project.run({ machine: dyingMachine(dieAt).machine }))
      await project.run()
      expect(Object.keys(project.tree()), `cut off at call ${dieAt}`).toEqual(['d', 'd/e', 'd/e/a.txt'])
    }
  })
})

/** Runs the plan in a process of its own, and kills that one once it is that far. */
async function killedWhile(project: TeddyProject, isThere: () => boolean): Promise<void> {
  const child = startChild('teddy-run', { root: project.root, plan: project.plan })
  while (!isThere()) await sleep(10)
  child.kill('SIGKILL')
  await child.ended
}
