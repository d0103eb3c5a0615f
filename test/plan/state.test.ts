import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planEvents, planStatuses } from '../../src/plan/lifecycle.ts'
import type { PlanRecord } from '../../src/plan/records.ts'
import { applyRecord, emptyState, type Logged, loadState, saveState } from '../../src/plan/state.ts'
import { stepStatuses } from '../../src/plan/step-status.ts'
import { openPlanLog } from '../../src/store/plan-log.ts'
import { testMachine } from '../support/machine.ts'
import { MemoryDisk } from '../support/memory-disk.ts'
import { makePlace, placeIn } from '../support/plan-place.ts'

const ids = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const hashes = fc.array(fc.tuple(ids, fc.constantFrom('1', '2')), { maxLength: 3 })
const channel = fc.constantFrom('terminal' as const, 'command' as const, 'agent' as const)
const moment = fc.record({ wallMs: fc.nat(), monotonicMs: fc.nat(), host: fc.string(), boot: fc.string() })

/** Any record, sensible in its place or not: the log may hold whatever was decided before. */
const anyRecord: fc.Arbitrary<PlanRecord> = fc.oneof(
  fc.record({
    type: fc.constant('plan.moved' as const),
    event: fc.constantFrom(...planEvents),
    from: fc.constantFrom(...planStatuses),
    to: fc.constantFrom(...planStatuses),
    by: fc.string(),
  }),
  fc.record({
    type: fc.constant('step.moved' as const),
    step: ids,
    from: fc.constantFrom(...stepStatuses),
    to: fc.constantFrom(...stepStatuses),
    by: fc.string(),
    why: fc.string(),
  }),
  fc.record({
    type: fc.constant('approval' as const),
    hash: fc.constantFrom('x', 'y'),
    plan: fc.string(),
    steps: hashes,
    version: fc.nat(),
    by: fc.string(),
    channel,
    seal: fc.string(),
  }),
  fc.record({ type: fc.constant('approval.steps' as const), hash: fc.constantFrom('x', 'y'), steps: hashes }),
  fc.record({
    type: fc.constant('step.approval' as const),
    step: ids,
    hash: fc.string(),
    by: fc.string(),
    channel,
    seal: fc.string(),
  }),
  fc.record({
    type: fc.constant('step.result' as const),
    step: ids,
    agent: fc.string(),
    text: fc.string(),
    files: fc.array(fc.string()),
    inputTokens: fc.nat(),
  }),
  fc.record({
    type: fc.constant('receipt' as const),
    step: ids,
    command: fc.string(),
    passed: fc.boolean(),
    exitCode: fc.constantFrom(0, 1, null),
    durationMs: fc.nat(),
    output: fc.string(),
  }),
  fc.record({ type: fc.constant('lease.taken' as const), on: ids, holder: fc.string(), ttlMs: fc.nat(), moment }),
  fc.record({ type: fc.constant('lease.renewed' as const), on: ids, token: fc.nat(20), moment }),
  fc.record({
    type: fc.constant('lease.ended' as const),
    on: ids,
    token: fc.nat(20),
    why: fc.constantFrom('released' as const, 'expired' as const, 'died' as const),
  }),
  fc.record({ type: fc.constant('note' as const), text: fc.string({ unit: 'binary' }), by: fc.string() }),
)

describe('the state', () => {
  it('is the same folded at once, or saved and loaded at any point in between', () => {
    fc.assert(
      fc.property(fc.array(anyRecord), fc.nat(), (records, cut) => {
        const logged = records.map((record, seq): Logged<PlanRecord> => ({ ...record, at: 'then', seq }))
        const whole = emptyState()
        for (const record of logged) applyRecord(whole, record)
        const at = cut % (logged.length + 1)
        const first = emptyState()
        for (const record of logged.slice(0, at)) applyRecord(first, record)
        const second = loadState(JSON.parse(JSON.stringify(saveState(first))))!
        for (const record of logged.slice(at)) applyRecord(second, record)
        expect(second).toEqual(whole)
      }),
    )
  })

  it('of a log is that of its records, however they are batched, snapshot or cut into segments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyRecord, { maxLength: 4 }), { maxLength: 12 }),
        fc.nat(2000),
        fc.nat(3000),
        async (batches, snapshotBytes, segmentBytes) => {
          const disk = new MemoryDisk()
          const place = await makePlace(disk.files(), placeIn('/'))
          const machine = testMachine(disk.files())
          const options = { lockWaitMs: 1000, command: 'test', snapshotBytes, segmentBytes }
          const log = await openPlanLog(machine, place, options)
          const seqs: number[] = []
          for (const records of batches) {
            const first = await log.decide((_state, _now, seq) => ({ records, answer: seq }))
            seqs.push(...records.map((_, index) => first + index))
          }
          const expected = emptyState()
          for (const [index, record] of batches.flat().entries()) {
            applyRecord(expected, { ...record, at: expect.anything(), seq: seqs[index]! })
          }
          expect((await log.read()).state).toEqual(expected)
          expect((await (await openPlanLog(testMachine(disk.files()), place, options)).read()).state).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })
})

it('takes nothing for a state that is not one', () => {
  for (const data of [null, 1, 'x', [], {}, { status: 'draft' }, { status: 1, steps: [], leases: [] }]) {
    expect(loadState(data)).toBeUndefined()
  }
})

describe('P7: a forged snapshot', () => {
  const state = emptyState()
  const step = { status: 'complete', attempts: 1, by: 'me', at: '' }
  const approval = { hash: '', plan: '', version: 1, by: '', channel: 'terminal', seal: '', at: '', steps: [] }
  const lease = { token: 1, holder: 'me', ttlMs: 1, at: {} }

  it.each<[string, object]>([
    ['a step', { steps: [['a', step]] }],
    ['an approval', { approval }],
    ['a lease', { leases: [['a', lease]] }],
    ['feedback', { feedback: { text: '', by: '', at: '' } }],
  ])('%s of the right shape is taken', (_title, change) => {
    expect(loadState({ ...(saveState(state) as object), ...change })).toBeDefined()
  })

  it.each<[string, object]>([
    ['a status that there is not', { status: 'done' }],
    ['a status that objects inherit', { status: 'constructor' }],
    ['counts that are no numbers', { rejections: '3' }],
    ['steps that are no pairs', { steps: [1] }],
    ['a step without a status', { steps: [['a', { ...step, status: undefined }]] }],
    ['a step with a status that there is not', { steps: [['a', { ...step, status: 'toString' }]] }],
    ['a step with a reason that is no text', { steps: [['a', { ...step, why: 1 }]] }],
    ['an approval without a time', { approval: { ...approval, at: 1 } }],
    ['an approval of no steps', { approval: { ...approval, steps: 1 } }],
    ['an approval by a way that there is not', { approval: { ...approval, channel: 'dream' } }],
    ['leases that are none', { leases: [['a', null]] }],
    ['feedback that is a text', { feedback: 'x' }],
  ])('%s is taken for none at all', (_title, change) => {
    expect(loadState({ ...(saveState(state) as object), ...change })).toBeUndefined()
  })
})
