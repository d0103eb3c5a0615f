import { describe, expect, it } from 'vitest'
import {
  approvePlan,
  checkLease,
  endLease,
  type LeaseRequest,
  movePlan,
  moveStep,
  rejectPlan,
  renewLease,
  submitPlan,
  takeLease,
} from '../../src/plan/decisions.ts'
import type { Instant } from '../../src/plan/lease.ts'
import { remainingMs } from '../../src/plan/lease.ts'
import { maxRejections, nextPlanStatus, type PlanStatus, planEvents, planStatuses } from '../../src/plan/lifecycle.ts'
import type { ApprovalGiven, PlanRecord } from '../../src/plan/records.ts'
import { applyRecord, emptyState, type PlanState } from '../../src/plan/state.ts'
import { canStepMove, stepStatuses } from '../../src/plan/step-status.ts'

const start: Instant = { wallMs: 1_000_000, monotonicMs: 5_000, host: 'here', boot: 'one' }
const later = (ms: number, change: Partial<Instant> = {}): Instant => ({
  ...start,
  wallMs: start.wallMs + ms,
  monotonicMs: start.monotonicMs + ms,
  ...change,
})
const nobodyDied = () => false

describe('moving a plan', () => {
  it('follows the table, for every status and event', () => {
    for (const status of planStatuses) {
      for (const event of planEvents) {
        const state: PlanState = { ...emptyState(), status }
        const to = nextPlanStatus(status, event)
        if (to) expect(movePlan(state, event, { by: 'me' })).toMatchObject([{ from: status, to, event }])
        else expect(() => movePlan(state, event, { by: 'me' })).toThrow('E_BAD_MOVE')
      }
    }
  })

  it('lets a plan be rejected three times, then a person has to look at it', () => {
    const state = emptyState()
    apply(state, movePlan(state, 'propose', { by: 'agent' }))
    for (let n = 1; n <= maxRejections; n++) {
      apply(state, movePlan(state, 'reject', { by: 'me' }))
      if (n < maxRejections) apply(state, movePlan(state, 'propose', { by: 'agent' }))
    }
    expect(() => movePlan(state, 'propose', { by: 'agent' })).toThrow('rejected 3 times')
    apply(state, movePlan(state, 'escalate', { by: 'engine' }))
    apply(state, movePlan(state, 'approve', { by: 'me' }))
    expect(state).toMatchObject({ status: 'approved', rejections: 0 })
  })
})

describe('submitting a new version', () => {
  it.each<[from: PlanStatus, isCovered: boolean, to: PlanStatus]>([
    ['draft', false, 'proposed'],
    ['proposed', false, 'proposed'],
    ['approved', true, 'approved'],
    ['approved', false, 'proposed'],
    ['rejected', false, 'proposed'],
    ['needs_review', false, 'needs_review'],
    ['executing', false, 'executing'],
    ['replanning', false, 'proposed'],
    ['stalled', false, 'stalled'],
    ['completed', true, 'completed'],
    ['completed', false, 'executing'],
    ['failed', false, 'failed'],
  ])('of a plan that is %s, covered by its yes: %s', (from, isCovered, to) => {
    const state = stateWith(from)
    apply(state, submitPlan(state, isCovered, { by: 'agent' }))
    expect(state.status).toBe(to)
  })

  it('of one that was cancelled is refused', () => {
    expect(() => submitPlan(stateWith('cancelled'), false, { by: 'agent' })).toThrow('E_BAD_MOVE')
  })

  it('after the last rejection that is allowed is for a person', () => {
    const state = { ...stateWith('rejected'), rejections: maxRejections }
    apply(state, submitPlan(state, false, { by: 'agent' }))
    expect(state.status).toBe('needs_review')
  })
})

describe('approving', () => {
  const given: ApprovalGiven = {
    type: 'approval',
    hash: 'h',
    plan: 'p',
    steps: [['a', '1']],
    version: 3,
    by: 'ann',
    channel: 'terminal',
    seal: 's',
  }
  const approval = { ...given, steps: new Map(given.steps), at: '2026-11-16T09:12:00.000Z' }

  it.each<[from: PlanStatus, to: PlanStatus]>([
    ['draft', 'approved'],
    ['proposed', 'approved'],
    ['rejected', 'approved'],
    ['needs_review', 'approved'],
    ['approved', 'approved'],
    ['replanning', 'approved'],
    ['executing', 'executing'],
    ['stalled', 'stalled'],
    ['completed', 'completed'],
    ['failed', 'failed'],
  ])('a plan that is %s', (from, to) => {
    const state = stateWith(from)
    state.feedback = { text: 'No.', by: 'ann', at: '' }
    apply(state, approvePlan(state, given, false))
    expect(state).toMatchObject({ status: to, approval: { hash: 'h', version: 3, by: 'ann', channel: 'terminal' } })
    expect(state.feedback === undefined).toBe(to === 'approved')
  })

  it('one that was cancelled is refused', () => {
    expect(() => approvePlan(stateWith('cancelled'), given, false)).toThrow('E_BAD_MOVE')
  })

  it.each(planStatuses)('the same content again when it is %s: only where the plan waits for a yes', (status) => {
    const state = { ...stateWith(status), approval }
    const isWaiting = ['draft', 'proposed', 'rejected', 'needs_review', 'replanning'].includes(status)
    if (isWaiting) expect(approvePlan(state, given, true)).not.toEqual([])
    else expect(() => approvePlan(state, given, true)).toThrow('E_BAD_MOVE')
  })

  it('C39: a yes to ten thousand steps is made of records that each stay below the cap, and folds to one', () => {
    const steps = Array.from({ length: 10_000 }, (_, n) => [`${n}-`.padEnd(128, 'x'), 'f'.repeat(64)] as const)
    const state = emptyState()
    const records = approvePlan(state, { ...given, steps }, false)
    expect(Math.max(...records.map((record) => JSON.stringify(record).length))).toBeLessThan(60_000)
    apply(state, records)
    expect([...state.approval!.steps]).toEqual(steps)
  })
})

describe('rejecting', () => {
  it.each<PlanStatus>(['draft', 'proposed', 'approved', 'replanning', 'needs_review'])(
    'a plan that is %s takes its yes and keeps the feedback',
    (from) => {
      const state = stateWith(from)
      apply(state, rejectPlan(state, { by: 'ann', channel: 'terminal', why: 'Too big.' }))
      expect(state).toMatchObject({ status: 'rejected', rejections: 1, feedback: { text: 'Too big.', by: 'ann' } })
      expect(state.approval).toBeUndefined()
    },
  )

  it.each<PlanStatus>(['rejected', 'executing', 'stalled', 'completed', 'failed', 'cancelled'])(
    'a plan that is %s is refused',
    (from) => {
      expect(() => rejectPlan(stateWith(from), { by: 'ann' })).toThrow('E_BAD_MOVE')
    },
  )
})

describe('moving a step', () => {
  it('follows the table, for every pair of statuses', () => {
    for (const from of stepStatuses) {
      for (const to of stepStatuses) {
        const state = emptyState()
        state.steps.set('a', { status: from, attempts: 0, by: 'me', at: '' })
        if (canStepMove(from, to)) expect(moveStep(state, 'a', to, 'me')).toMatchObject([{ step: 'a', from, to }])
        else expect(() => moveStep(state, 'a', to, 'me')).toThrow('E_BAD_MOVE')
      }
    }
  })

  it('P5: a step that is done does not start again, and one that was cut off does not by itself', () => {
    for (const status of ['complete', 'interrupted'] as const) expect(canStepMove(status, 'in_progress')).toBe(false)
  })
})

describe('leases', () => {
  const request: LeaseRequest = { on: 'step:a', holder: 'one', ttlMs: 1000 }
  const process = { host: 'here', boot: 'one', pidSpace: '', pid: 1, start: '' }

  it('belong to the first who asks, and the next is told who that is', () => {
    const { state } = given(request)
    expect(() => takeLease(state, { ...request, holder: 'two' }, later(999), nobodyDied)).toThrow(
      'E_CLAIMED: step:a is held by one for another 1 s',
    )
  })

  it('have tokens that only grow', () => {
    const { state, token } = given(request)
    apply(state, takeLease(state, { ...request, holder: 'two' }, later(1000), nobodyDied), 40)
    expect(state.leases.get('step:a')).toMatchObject({ holder: 'two', token: 41 })
    expect(token).toBeLessThan(41)
  })

  it('C42: a late answer is refused after somebody else took it', () => {
    const { state, token } = given(request)
    apply(state, takeLease(state, { ...request, holder: 'two' }, later(5000), nobodyDied), 40)
    for (const late of [checkLease, renewLease, endLease] as const) {
      expect(() => late(state, 'step:a', token, later(5001) as never)).toThrow('E_LEASE_LOST')
    }
    expect(() => checkLease(state, 'step:a', token)).toThrow('two holds it now')
  })

  it('can still be answered after they ran out, as long as nobody took them', () => {
    const { state, token } = given(request)
    expect(checkLease(state, 'step:a', token).holder).toBe('one')
  })

  it('hold on when they are renewed', () => {
    const { state, token } = given(request)
    apply(state, renewLease(state, 'step:a', token, later(900)))
    expect(() => takeLease(state, { ...request, holder: 'two' }, later(1800), nobodyDied)).toThrow('E_CLAIMED')
    expect(takeLease(state, { ...request, holder: 'two' }, later(1900), nobodyDied)).toMatchObject([
      { type: 'lease.ended', why: 'expired' },
      { type: 'lease.taken' },
    ])
  })

  it('end at once when the process behind them died, and not by its silence', () => {
    const { state } = given({ ...request, process })
    const taken = takeLease(state, { ...request, holder: 'two' }, later(1), (one) => one.pid === 1)
    expect(taken).toMatchObject([{ type: 'lease.ended', why: 'died' }, { type: 'lease.taken' }])
    expect(() => takeLease(state, { ...request, holder: 'two' }, later(1), nobodyDied)).toThrow('E_CLAIMED')
  })

  it.each<[string, Instant, number]>([
    ['the clock is set back by an hour', later(100, { wallMs: start.wallMs - 3_600_000 }), 900],
    ['the clock is set forward by a day', later(100, { wallMs: start.wallMs + 86_400_000 }), 900],
    ['the machine slept: the monotonic clock stood still', { ...start, wallMs: start.wallMs + 86_400_000 }, 1000],
    ['the machine was restarted', later(100, { boot: 'two' }), 0],
    ['another machine looks, on the only clock they share', later(100, { host: 'there', monotonicMs: 1 }), 900],
  ])('B31: %s', (_title, now, expected) => {
    expect(remainingMs({ ttlMs: 1000, at: start }, now)).toBe(expected)
  })

  function given(first: LeaseRequest): { state: PlanState; token: number } {
    const state = emptyState()
    apply(state, takeLease(state, first, start, nobodyDied), 7)
    return { state, token: 7 }
  }
})

function stateWith(status: PlanStatus): PlanState {
  return { ...emptyState(), status }
}

function apply(state: PlanState, records: readonly PlanRecord[], firstSeq = 1): void {
  for (const [index, record] of records.entries()) applyRecord(state, { ...record, at: '', seq: firstSeq + index })
}
