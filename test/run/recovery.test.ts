import { beforeAll, describe, expect, it } from 'vitest'
import { moveStep } from '../../src/plan/decisions.ts'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { runLease } from '../../src/plan/lease-names.ts'
import { runPlan } from '../../src/run/run-plan.ts'
import { claim } from '../../src/store/leases.ts'
import { openPlanLog, readPlanState, readRecords } from '../../src/store/plan-log.ts'
import { countingFiles, diskError } from '../support/counting-files.ts'
import { isLong } from '../support/long.ts'
import { testMachine } from '../support/machine.ts'
import { MemoryDisk } from '../support/memory-disk.ts'
import { makePlace, placeIn } from '../support/plan-place.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { approveIn, runOptions, statusesOf, stepOf } from './run-kit.ts'

const place = placeIn('/w')
const steps = [stepOf('a'), stepOf('b', { dependsOn: ['a'] }), stepOf('c'), stepOf('d')]
const resolutions = { a: 'redo', c: 'keep', d: 'skip' } as const
const final = { a: 'complete', b: 'complete', c: 'complete', d: 'skipped' }
let cwd: string
let left: MemoryDisk

/** The disk as a process left it that was killed with three steps in flight. */
beforeAll(async () => {
  cwd = temporaryDirectory()
  left = new MemoryDisk()
  const machine = testMachine(left.files())
  await makePlace(machine.files, place)
  await approveIn(machine, place)
  const log = await openPlanLog(machine, place, { lockWaitMs: 1000, command: 'test' })
  const request = { on: runLease, holder: 'first', ttlMs: 60_000, process: machine.self() }
  const token = await claim(machine, log, request)
  for (const id of ['a', 'c', 'd']) {
    await log.decide((state) => ({
      records: moveStep(state, id, 'in_progress', 'first', { token }),
      answer: undefined,
    }))
  }
})

/** Resumes on a disk that, from call k on, does nothing more, as for a process that was killed. Answers what was run. */
async function resume(disk: MemoryDisk, pid: number, dieAt: number): Promise<{ begun: string[]; calls: number }> {
  const begun: string[] = []
  const { files, calls } = countingFiles(disk.files(), {
    before: (_call, index) => {
      if (index >= dieAt) throw diskError('EIO')
    },
  })
  const machine = testMachine(files, { pid, dead: (other) => other < pid })
  const options = runOptions({
    machine,
    place,
    cwd,
    steps,
    by: `process ${pid}`,
    resolutionOf: (step) => resolutions[step as keyof typeof resolutions] ?? 'redo',
    agent: ({ step }) => {
      begun.push(step)
      return {}
    },
  })
  await runPlan(options).catch((error) => {
    if (!isFault(error) && error.code !== 'EIO') throw error
  })
  return { begun, calls: calls.length }
}

describe('C40: recovery that is cut off itself', () => {
  it('at every call to the disk, and once more in the second attempt, comes to the same end', async () => {
    const whole = left.clone()
    const { calls, begun } = await resume(whole, 2, Number.POSITIVE_INFINITY)
    expect(begun).toEqual(['a', 'b'])
    expect(calls).toBeGreaterThan(40)
    await expectFinal(whole, begun)

    for (let dieAt = 1; dieAt <= calls; dieAt += 1) {
      const disk = left.clone()
      const first = await resume(disk, 2, dieAt)
      const second = await resume(disk, 3, isLong ? 1 + ((dieAt * 7) % calls) : dieAt)
      const third = await resume(disk, 4, Number.POSITIVE_INFINITY)
      await expectFinal(disk, [...first.begun, ...second.begun, ...third.begun], `cut off at call ${dieAt}`)
    }
  })
})

/** Nothing was begun more often than the log says that it was begun, and nothing again that was done. */
async function expectFinal(disk: MemoryDisk, begun: readonly string[], what = 'undisturbed'): Promise<void> {
  const machine = testMachine(disk.files())
  const state = await readPlanState(machine, place)
  expect({ ...statusesOf(state), plan: state.status }, what).toEqual({ ...final, plan: 'completed' })
  const done = new Set<string>()
  const logged: string[] = []
  for (const record of await readRecords(machine, place)) {
    if (record.type !== 'step.moved') continue
    if (record.to === 'complete') done.add(record.step)
    if (record.to !== 'in_progress') continue
    expect(done.has(record.step), `${what}: ${record.step} again`).toBe(false)
    if (record.by !== 'first') logged.push(record.step)
  }
  expect(logged, what).toEqual(expect.arrayContaining([...begun]))
  expect(logged.length, what).toBeGreaterThanOrEqual(begun.length)
}
