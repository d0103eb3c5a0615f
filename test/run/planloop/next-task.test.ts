import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionRecord } from '../../../src/dialects/planloop/records.ts'
import { applyToSession, emptySession, type Session } from '../../../src/dialects/planloop/session.ts'
import { isMet, type StepStatus, stepStatuses } from '../../../src/plan/step-status.ts'
import { type Next, nextTask } from '../../../src/run/planloop/next-task.ts'
import { seed } from '../../support/random.ts'

interface Made {
  readonly status: StepStatus
  readonly dependencies: readonly number[]
  readonly holder: 'a' | 'b' | undefined
  readonly hasRunOut: boolean
  readonly byNobody: boolean
  readonly file: string | undefined
}

const instant = (monotonicMs: number) => ({ wallMs: monotonicMs, monotonicMs, host: 'h', boot: 'b' })
const witness = { now: instant(1_000_000), isDead: () => false }

const made: fc.Arbitrary<Made[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom(...stepStatuses),
      dependencies: fc.array(fc.nat(20), { maxLength: 3 }),
      holder: fc.constantFrom('a' as const, 'b' as const, undefined, undefined),
      hasRunOut: fc.boolean(),
      byNobody: fc.boolean(),
      file: fc.constantFrom(undefined, undefined, 'x.ts', 'y.ts'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((tasks) =>
    tasks.map((task, at) => ({
      ...task,
      dependencies: [...new Set(task.dependencies.map((one) => (one % tasks.length) + 1))].filter((id) => id <= at),
    })),
  )

function sessionOf(tasks: readonly Made[]): Session {
  const session = emptySession()
  let seq = 0
  const put = (record: SessionRecord) => applyToSession(session, { ...record, at: '', seq: ++seq })
  put({ type: 'plan.moved', event: 'approve', from: 'proposed', to: 'approved', by: 'me' })
  tasks.forEach(({ dependencies, file }, at) => {
    const lists = { dependencies, context_hints: [], relevant_file_paths: [], ...(file && { files: [file] }) }
    put({ type: 'task.added', by: 'me', task: { id: at + 1, title: `${at + 1}`, type: 'chore', ...lists } })
  })
  tasks.forEach(({ status, holder, hasRunOut, byNobody }, at) => {
    const id = String(at + 1)
    if (holder !== undefined && !isMet(status)) {
      const moment = instant(hasRunOut ? 0 : 999_000)
      put({ type: 'lease.taken', on: `step:${id}`, holder, ttlMs: 60_000, moment })
    }
    const by = holder ?? (byNobody ? 'anonymous' : 'run')
    if (status !== 'pending') put({ type: 'step.moved', step: id, from: 'pending', to: status, by })
  })
  return session
}

/** The same in the plainest way: what is next for one caller, by the rules as they are written down. */
function expected(
  tasks: readonly Made[],
  agent: string | undefined,
  allowOverlap: boolean,
): { readonly is: number | string; readonly ready?: readonly number[] } {
  const name = agent ?? 'anonymous'
  const isDone = (id: number) => isMet(tasks[id - 1]!.status)
  const isReady = ({ dependencies }: Made) => dependencies.every(isDone)
  const handsOf = ({ status, holder, hasRunOut, byNobody }: Made) => {
    if (isMet(status)) return undefined
    if (holder !== undefined) return hasRunOut ? undefined : holder
    return status === 'in_progress' && byNobody ? 'anonymous' : undefined
  }
  const lastOf = (one: Made) => (isMet(one.status) ? undefined : (one.holder ?? handsOf(one)))
  if (tasks.every(({ status }) => isMet(status))) return { is: 'complete' }
  const own = tasks.findIndex((one) => one.status === 'in_progress' && lastOf(one) === name && isReady(one))
  const used = new Set(tasks.flatMap((one) => (handsOf(one) !== undefined && one.file ? one.file : [])))
  const free = tasks.flatMap((one, at) =>
    at !== own &&
    !isMet(one.status) &&
    handsOf(one) === undefined &&
    isReady(one) &&
    (allowOverlap || one.file === undefined || !used.has(one.file))
      ? at + 1
      : [],
  )
  const [first, ...others] = own >= 0 ? [own + 1, ...free] : free
  return first === undefined ? { is: 'blocked' } : { is: first, ready: others.slice(0, 5) }
}

function told(next: Next): ReturnType<typeof expected> {
  return next.is === 'task' ? { is: next.entry.id, ready: next.ready } : { is: next.is }
}

describe('what is next', () => {
  it(`is what the rules say, for everybody (seed ${seed})`, () => {
    fc.assert(
      fc.property(made, fc.constantFrom('a', 'b', 'c', undefined), fc.boolean(), (tasks, agent, allowOverlap) => {
        const asking = { ...(agent !== undefined && { agent }), allowOverlap }
        const next = nextTask(sessionOf(tasks), asking, witness)
        expect(told(next)).toEqual(expected(tasks, agent, allowOverlap))
        if (next.is !== 'blocked') return
        const open = tasks.filter(({ status }) => !isMet(status))
        expect(next.count).toBe(open.length)
        for (const { why } of next.tasks) expect(why).not.toBe('')
      }),
      { seed, numRuns: 1000 },
    )
  })

  it('a blocker comes before everything, and a session that was cancelled or is run gives out nothing', () => {
    const session = sessionOf([
      { status: 'pending', dependencies: [], holder: undefined, hasRunOut: false, byNobody: false, file: undefined },
    ])
    const put = (record: SessionRecord) => applyToSession(session, { ...record, at: '', seq: 99 })
    put({ type: 'signal.raised', by: 'me', signal: { id: 'x', level: 'blocker', message: 'm' } })
    expect(nextTask(session, {}, witness)).toMatchObject({ is: 'signal', signal: { id: 'x' } })
    put({ type: 'signal.cleared', by: 'me', id: 'x' })
    put({ type: 'lease.taken', on: 'run', holder: 'ann', ttlMs: 60_000, moment: instant(999_000) })
    expect(nextTask(session, {}, witness)).toMatchObject({ is: 'blocked', because: expect.stringContaining('by ann') })
    put({ type: 'lease.ended', on: 'run', token: 99, why: 'released' })
    put({ type: 'plan.moved', event: 'cancel', from: 'approved', to: 'cancelled', by: 'ann' })
    expect(nextTask(session, {}, witness)).toMatchObject({
      is: 'blocked',
      because: expect.stringContaining('cancelled'),
    })
  })
})
