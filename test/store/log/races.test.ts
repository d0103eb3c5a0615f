import { beforeEach, describe, expect, it } from 'vitest'
import { movePlan } from '../../../src/plan/decisions.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { claim } from '../../../src/store/leases.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog, type PlanLog } from '../../../src/store/plan-log.ts'
import { type Ended, runChildren, startChild } from '../../support/children.ts'
import { rounds } from '../../support/long.ts'
import { makePlace, placeIn } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

let root: string
let place: PlanPlace

beforeEach(async () => {
  root = temporaryDirectory()
  place = await makePlace(realMachine.files, placeIn(root))
})

describe('24 processes at once', () => {
  it('claim one thing: 1 winner, every round', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      root = temporaryDirectory()
      await makePlace(realMachine.files, placeIn(root))
      const lines = linesOf(await runChildren('decider', 24, (n) => ({ root, name: `w${n}`, what: 'claim' })))
      expect(lines.filter((line) => line.startsWith('done'))).toHaveLength(1)
      const losers = lines.filter((line) => line.startsWith('refused E_CLAIMED w'))
      expect(losers).toHaveLength(23)
      expect(new Set(losers).size, 'all are told the same winner').toBe(1)
    }
  })

  it('append 24 records: 24 kept, every round', async () => {
    for (let round = 1; round <= rounds(1, 50); round++) {
      const lines = linesOf(await runChildren('decider', 24, (n) => ({ root, name: `w${n}`, what: 'note' })))
      const numbers = lines.map((line) => Number(line.split(' ')[1])).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 24 }, (_, n) => (round - 1) * 24 + 1 + n))
      expect((await (await openLog()).read()).seq).toBe(round * 24)
    }
  })
})

it('A12: of an approval and a rejection at the same time one wins, and the others are told the status', async () => {
  const log = await openLog()
  await log.decide((state) => ({ records: movePlan(state, 'propose', { by: 'me' }), answer: undefined }))
  const kinds = ['approve', 'reject', 'approve', 'reject']
  const lines = linesOf(await runChildren('decider', 4, (n) => ({ root, name: `w${n}`, what: kinds[n] })))
  const won = lines.filter((line) => line.startsWith('done'))
  expect(won).toHaveLength(1)
  const status = won[0] === 'done approve' ? 'approved' : 'rejected'
  expect(lines.filter((line) => line === `refused E_BAD_MOVE ${status}`)).toHaveLength(3)
  expect((await log.read()).state.status).toBe(status)
})

describe('A13: two executors of one plan', () => {
  it('one runs, the other is told who does', async () => {
    const first = startChild('decider', { root, name: 'first', what: 'run', hold: true })
    await first.line('done')
    const { lines } = await startChild('decider', { root, name: 'second', what: 'run' }).ended
    expect(lines).toEqual(['refused E_CLAIMED first'])
    first.kill('SIGKILL')
    await first.ended
  })

  it('the other takes over at once when the first is killed', async () => {
    const first = startChild('decider', { root, name: 'first', what: 'run', hold: true })
    await first.line('done')
    first.kill('SIGKILL')
    await first.ended
    const log = await openLog()
    await claim(realMachine, log, { on: 'run', holder: 'second', ttlMs: 1000 })
    expect((await log.read()).state.leases.get('run')?.holder).toBe('second')
  })
})

function linesOf(ended: readonly Ended[]): string[] {
  for (const { errors } of ended) expect(errors).toBe('')
  return ended.flatMap((one) => one.lines)
}

function openLog(): Promise<PlanLog> {
  return openPlanLog(realMachine, place, { lockWaitMs: 10_000, command: 'test' })
}
