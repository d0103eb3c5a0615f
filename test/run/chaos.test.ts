import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { realMachine } from '../../src/store/machine/real.ts'
import { readPlanState, readRecords } from '../../src/store/plan-log.ts'
import { type Ended, startChild } from '../support/children.ts'
import { rounds } from '../support/long.ts'
import { makePlace, placeIn } from '../support/plan-place.ts'
import { randomFrom, seed } from '../support/random.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { effectSteps } from './effect-steps.ts'
import { approveIn, statusesOf } from './run-kit.ts'

const steps = 200
const undisturbed = Object.fromEntries(effectSteps(steps).map(({ id }) => [id, 'complete']))

it(`C36: kill -9 at random moments of a run of ${steps} steps, seed ${seed}`, { timeout: 3_600_000 }, async () => {
  const choose = randomFrom(seed)
  for (let moments = rounds(20, 200); moments > 0; ) {
    const root = await projectIn(temporaryDirectory())
    let ended: Ended
    do {
      const child = startChild('executor', { root, name: 'one', seed: choose(1_000_000), steps, jobs: 8 })
      if (moments > 0) void child.line('running').then(() => sleep(choose(300)).then(() => child.kill('SIGKILL')))
      ended = await child.ended
      if (ended.signal === 'SIGKILL') moments--
      else expect(ended).toMatchObject({ code: 0, errors: '', lines: ['running', 'ended completed'] })
    } while (ended.signal === 'SIGKILL')
    await expectUndisturbed(root)
  }
})

/** Each effect exactly once: what was interrupted was found to be there or done again, and nothing else was. */
async function expectUndisturbed(root: string): Promise<void> {
  const place = placeIn(root)
  const state = await readPlanState(realMachine, place)
  expect(statusesOf(state)).toEqual(undisturbed)
  expect({ status: state.status, leases: state.leases.size }).toEqual({ status: 'completed', leases: 0 })
  const effects = readFileSync(join(root, 'effects.txt'), 'utf8').trimEnd().split('\n')
  expect(effects.sort()).toEqual(Object.keys(undisturbed).sort())
  const begun = new Map<string, number>()
  for (const record of await readRecords(realMachine, place)) {
    if (record.type !== 'step.moved') continue
    const change = record.to === 'in_progress' ? 1 : record.to === 'interrupted' ? -1 : 0
    begun.set(record.step, (begun.get(record.step) ?? 0) + change)
  }
  expect(
    [...begun].filter(([, count]) => count > 1),
    'begun again without a word about it',
  ).toEqual([])
}

it('24 processes carry out one plan at the same moment: 1 does, 23 are told who', async () => {
  for (let round = 0; round < rounds(1, 20); round++) {
    const root = await projectIn(temporaryDirectory())
    const until = join(root, 'go')
    let losers = 0
    const children = Array.from({ length: 24 }, (_, n) =>
      startChild('executor', { root, name: `w${n}`, steps: 1, until }),
    )
    const all = await Promise.all(
      children.map(async ({ ended }) => {
        const one = await ended
        if (++losers === 23) writeFileSync(until, '')
        return one
      }),
    )
    for (const { errors } of all) expect(errors).toBe('')
    const last = all.map(({ lines }) => lines.at(-1)!)
    expect(last.filter((line) => line === 'ended completed')).toHaveLength(1)
    const refused = last.filter((line) => /^refused E_CLAIMED w\d+ \(pid \d+ on /.test(line))
    expect(refused).toHaveLength(23)
    const winner = all.findIndex(({ lines }) => lines.includes('ended completed'))
    expect(new Set(refused)).toHaveLength(1)
    expect(refused[0]).toContain(`w${winner} (pid ${children[winner]!.pid} `)
    expect(readFileSync(join(root, 'effects.txt'), 'utf8')).toBe('s0\n')
  }
})

async function projectIn(root: string): Promise<string> {
  await approveIn(realMachine, await makePlace(realMachine.files, placeIn(root)))
  return root
}
