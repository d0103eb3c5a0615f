import { describe, expect, it } from 'vitest'
import type { Signal } from '../../../src/dialects/planloop/task.ts'
import { checkSignal, clearSignal, raiseSignal } from '../../../src/run/planloop/alert.ts'
import { given, idGiven, type Loop, loopWith, task } from './session-kit.ts'

const failure: Signal = { id: 'test_failure', level: 'blocker', message: 'npm test fails' }
const node = (code: string) => `${process.execPath} -e ${JSON.stringify(code)}`
const ways = (root: string) => ({ cwd: root, env: {}, timeoutMs: 20_000 })

async function raise(loop: Loop, signal: Signal) {
  return raiseSignal(await loop.open(), signal)
}

describe('a signal', () => {
  it('of level blocker halts the session until it is cleared, for everybody', async () => {
    const loop = await loopWith([task('Add one part'), task('Add another part')])
    const { version } = await raise(loop, { ...failure, task_id: 2 })
    for (const agent of [undefined, 'a']) {
      expect(await loop.status(agent === undefined ? {} : { agent })).toMatchObject({
        now: { reason: 'waiting_on_signal', message: "Waiting for signal 'test_failure' on task 2 to be cleared." },
        signal: { id: 'test_failure', task_id: 2, level: 'blocker', message: 'npm test fails' },
        session: { version },
      })
    }
    await loop.update({ update_tasks: [{ id: 3, notes: 'Reports are taken all the same.' }] })
    await clearSignal(await loop.open(), 'test_failure')
    expect(idGiven(await loop.status())).toBe(2)
  })

  it('of another level is told beside the task', async () => {
    const loop = await loopWith([task('Add one part')])
    await raise(loop, { id: 'slow', level: 'warning', message: 'The build takes long.' })
    await raise(loop, { id: 'fyi', level: 'info', message: 'A release is out.' })
    expect(given(await loop.status()).signals).toEqual([
      { id: 'slow', level: 'warning', message: 'The build takes long.' },
      { id: 'fyi', level: 'info', message: 'A release is out.' },
    ])
  })

  it('that was cleared may be raised again, and one that is open gets the new message', async () => {
    const loop = await loopWith([task('Add one part')])
    await raise(loop, failure)
    await raise(loop, { ...failure, message: 'It still fails' })
    expect(await loop.status()).toMatchObject({ signal: { message: 'It still fails' } })
    await clearSignal(await loop.open(), 'test_failure')
    await raise(loop, failure)
    expect((await loop.status()).now.reason).toBe('waiting_on_signal')
  })

  it('that is not open cannot be cleared', async () => {
    const loop = await loopWith([task('Add one part')])
    await expect(clearSignal(await loop.open(), 'nothing')).rejects.toMatchObject({ code: 'E_UNKNOWN_SIGNAL' })
  })

  it.each<Partial<Signal>>([
    { id: '' },
    { id: '--clear' },
    { id: 'a b' },
    { id: "x';rm" },
    { id: 'x'.repeat(101) },
    { message: '' },
    { message: ' \n' },
    { message: 'x'.repeat(4001) },
    { task_id: 99 },
  ])('%j is refused', async (bad) => {
    const loop = await loopWith([task('Add one part')])
    await expect(raise(loop, { ...failure, ...bad })).rejects.toMatchObject({
      code: expect.stringMatching(/^E_(SIGNAL|UNKNOWN_TASK)$/),
    })
    expect(idGiven(await loop.status())).toBe(2)
  })
})

describe('a command behind a signal', () => {
  it('raises it where it fails, with the end of what it wrote, and clears it where it passes', async () => {
    const loop = await loopWith([task('Add one part')])
    const check = async (code: string) =>
      checkSignal(await loop.open(), { id: 'test_failure', task_id: 2 }, node(code), ways(loop.root))
    expect(await check('1')).toMatchObject({ isOpen: false, receipt: { passed: true } })
    expect(await check("console.log('users.test.ts failed'); process.exit(1)")).toMatchObject({ isOpen: true })
    const status = await loop.status()
    expect(status).toMatchObject({ signal: { id: 'test_failure', task_id: 2, level: 'blocker' } })
    expect('signal' in status && status.signal.message).toMatch(/exit code 1.*users\.test\.ts failed/s)
    expect(await check('1')).toMatchObject({ isOpen: false })
    expect(idGiven(await loop.status())).toBe(2)
  })
})
