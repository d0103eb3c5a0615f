import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { buildGraph, type GraphStep } from '../../../src/plan/graph/graph.ts'
import { Progress, type Summary } from '../../../src/plan/graph/progress.ts'
import { isMet, type StepStatus, stepStatuses } from '../../../src/plan/step-status.ts'
import { anySteps, chain, diamond, ids, numbered, ring, steps, tangle } from './shapes.ts'

type Statuses = Map<string, StepStatus>

describe('what can be done next', () => {
  it.each<[string, string, string, Summary]>([
    ['', '', '', 'finished'],
    ['a:, b: a', '', 'a', 'ready'],
    ['a:, b: a, c:', 'a complete', 'b c', 'ready'],
    ['a:, b: a', 'a skipped', 'b', 'ready'],
    ['b: a, a:, c:', 'c complete', 'a', 'ready'],
    ['a:, b: a', 'a in_progress', '', 'working'],
    ['a:, b:', 'a in_progress', 'b', 'ready'],
    ['a:, b: a', 'a failed', '', 'blocked'],
    ['a:, b: a', 'a interrupted', '', 'blocked'],
    ['a:, b:', 'a failed, b complete', '', 'stopped'],
    ['a:, b:', 'a interrupted, b complete', '', 'stopped'],
    ['a:, b: a', 'a complete, b skipped', '', 'finished'],
    ['a: b, b: a', '', '', 'blocked'],
    ['a: b, b: a', 'a complete', 'b', 'ready'],
    ['a: a, b: x', '', '', 'blocked'],
    ['a: x, b:', 'b complete', '', 'blocked'],
  ])('in "%s" with "%s" is "%s": %s', (text, statuses, ready, summary) => {
    const progress = start(steps(text), statusesOf(statuses))
    expect(progress.ready()).toEqual(ids(ready))
    expect(progress.summary()).toBe(summary)
  })

  it('can be asked for in part', () => {
    const progress = start(steps('a:, b:, c:, d: a, e: a'), new Map())
    expect(progress.ready(2)).toEqual(['a', 'b'])
    expect(progress.ready(0)).toEqual([])
    expect(progress.blocked(1).map((step) => step.id)).toEqual(['d'])
  })

  it('is counted', () => {
    const progress = start(
      steps('a:, b:, c:, d:, e:, f:, g: c, h: x'),
      statusesOf('a complete, b skipped, c failed, d in_progress, e interrupted'),
    )
    expect(progress.counts()).toEqual({
      total: 8,
      pending: 3,
      in_progress: 1,
      complete: 1,
      failed: 1,
      skipped: 1,
      interrupted: 1,
      ready: 1,
      blocked: 2,
      doomed: 1,
    })
  })
})

describe('a blocked step', () => {
  it.each([
    ['a:, z: a', '', 'a waiting'],
    ['a:, z: a', 'a in_progress', 'a running'],
    ['a:, z: a', 'a failed', 'a failed'],
    ['a:, z: a', 'a interrupted', 'a interrupted'],
    ['a:, b:, c:, z: c b a', 'b complete', 'c waiting, a waiting'],
    ['z: x', '', 'x missing'],
    ['z: z', '', 'z cycle'],
    ['a: b, b: a, z: a', '', 'a cycle'],
    ['a: b, b: a, c: a, z: c', '', 'c waiting'],
    ['z: b, b: z', '', 'b cycle'],
    ['a: b, b: c, c: a, z: a', 'c complete', 'a waiting'],
    ['a: b, b: c, c: a, z: a', 'c in_progress', 'a waiting'],
    ['a: b, b: a, z: b', 'b failed', 'b failed'],
  ])('in "%s" with "%s" waits for "%s"', (text, statuses, waitingFor) => {
    const blocked = start(steps(text), statusesOf(statuses)).blocked()
    const found = blocked.find((step) => step.id === 'z')!.waitingFor
    expect(found.map(({ id, why }) => `${id} ${why}`).join(', ')).toBe(waitingFor)
  })
})

describe('a change', () => {
  it('gives the steps that became ready, in file order', () => {
    const progress = start(steps('d: b, c: a b, b:, a:'), new Map())
    expect(progress.changed('a', 'complete').ready).toEqual([])
    expect(progress.changed('b', 'complete').ready).toEqual(['d', 'c'])
    expect(progress.changed('b', 'skipped').ready).toEqual([])
  })

  it('takes readiness back when a finished step is opened again', () => {
    const progress = start(steps('a:, b: a'), statusesOf('a complete'))
    expect(progress.changed('a', 'pending').ready).toEqual(['a'])
    expect(progress.ready()).toEqual(['a'])
    expect(progress.blocked()).toEqual([{ id: 'b', waitingFor: [{ id: 'a', why: 'waiting' }] }])
  })

  it('C46 dooms all that wait for a failed step, with the reason, and nothing else', () => {
    const progress = start(steps('a:, b: a, c: b, other:, d: other'), new Map())
    progress.changed('a', 'in_progress')
    const doomed = [
      { id: 'b', because: 'a' },
      { id: 'c', because: 'a' },
    ]
    expect(progress.changed('a', 'failed')).toEqual({ ready: [], doomed, freed: [] })
    expect(progress.doomed()).toEqual(doomed)
    expect(progress.ready()).toEqual(['other'])
    expect(progress.changed('a', 'pending')).toEqual({ ready: ['a'], doomed: [], freed: ['b', 'c'] })
    expect(progress.doomed()).toEqual([])
  })

  it('C46 keeps a step doomed as long as one failed step is left', () => {
    const progress = start(steps('a:, b:, c: a b, d: c'), new Map())
    progress.changed('b', 'failed')
    expect(progress.changed('a', 'failed').doomed).toEqual([])
    expect(progress.doomed().map((step) => step.because)).toEqual(['a', 'a'])
    expect(progress.changed('a', 'skipped')).toEqual({ ready: [], doomed: [], freed: [] })
    expect(progress.doomed().map((step) => step.because)).toEqual(['b', 'b'])
    expect(progress.changed('b', 'pending').freed).toEqual(['c', 'd'])
  })

  it('C46 does not keep steps of a cycle doomed by each other', () => {
    const progress = start(steps('f:, a: b f, b: a'), new Map())
    expect(progress.changed('f', 'failed').doomed.map((step) => step.id)).toEqual(['a', 'b'])
    expect(progress.changed('f', 'pending').freed).toEqual(['a', 'b'])
  })

  it('C46 does not pass doom on through a step that was skipped by hand', () => {
    const progress = start(steps('a:, b: a, c: b'), statusesOf('a failed'))
    expect(progress.changed('b', 'skipped')).toEqual({ ready: ['c'], doomed: [], freed: ['c'] })
  })

  it('of a step that is not there is a fault', () => {
    const progress = start(steps('build:'), new Map())
    expect(() => progress.changed('biuld', 'complete')).toThrow(expect.toSatisfy((e) => isFault(e, 'E_UNKNOWN_STEP')))
  })
})

it('progress after any changes is what a look at the statuses alone would give', () => {
  const change = fc.tuple(fc.nat(8), fc.constantFrom(...stepStatuses, 'failed' as const, 'pending' as const))
  fc.assert(
    fc.property(anySteps(8), fc.array(change, { maxLength: 30 }), (any, changes) => {
      if (any.length === 0) return
      const statuses: Statuses = new Map()
      const progress = start(any, statuses)
      for (const [number, status] of changes) {
        const { id } = any[number % any.length]!
        const before = view(progress)
        const told = progress.changed(id, status)
        statuses.set(id, status)

        const after = view(progress)
        expect(after).toEqual(view(start(any, statuses)))
        expect(after.ready).toEqual(naiveReady(any, statuses))
        expect(after.doomed).toEqual(naiveDoomed(any, statuses))
        expect(after.blocked.map((step) => step.id)).toEqual(naiveBlocked(any, statuses))
        expect(after.blocked.every((step) => step.waitingFor.length > 0)).toBe(true)
        const wasDoomed = new Set(before.doomed.map((step) => step.id))
        const isDoomed = new Set(after.doomed.map((step) => step.id))
        expect(told.ready).toEqual(after.ready.filter((one) => !before.ready.includes(one)))
        expect(told.doomed).toEqual(after.doomed.filter((step) => !wasDoomed.has(step.id)))
        expect(told.freed).toEqual(
          before.doomed
            .map((step) => step.id)
            .filter((one) => !isDoomed.has(one) && (statuses.get(one) ?? 'pending') === 'pending'),
        )
      }
    }),
    { numRuns: 300 },
  )
})

describe('C44 a run of 10,000 steps', () => {
  it.each([
    ['a chain', chain(10_000)],
    ['a diamond', diamond(100)],
    ['15,000 edges', tangle(10_000, 15_000, true)],
  ])('finishes every step once in %s', (_, any) => {
    const progress = start(any, new Map())
    let done = 0
    for (let [next] = progress.ready(1); next !== undefined; [next] = progress.ready(1)) {
      progress.changed(next, 'in_progress')
      progress.changed(next, 'complete')
      done++
    }
    expect(done).toBe(any.length)
    expect(progress.summary()).toBe('finished')
  })

  it('dooms and frees them all', () => {
    const progress = start(chain(10_000), new Map())
    expect(progress.changed('s0', 'failed').doomed.length).toBe(9_999)
    expect(progress.counts().doomed).toBe(9_999)
    expect(progress.changed('s0', 'pending').freed.length).toBe(9_999)
  })

  it('cannot begin in a ring', () => {
    const progress = start(ring(10_000), new Map())
    expect(progress.summary()).toBe('blocked')
    expect(progress.blocked().length).toBe(10_000)
    expect(progress.blocked(1)).toEqual([{ id: 's0', waitingFor: [{ id: 's1', why: 'cycle' }] }])
  })

  it('sees ten thousand set free at once', () => {
    const progress = start(
      numbered(10_001, (n) => (n === 0 ? [] : [0])),
      new Map(),
    )
    expect(progress.changed('s0', 'complete').ready.length).toBe(10_000)
  })
})

function start(any: readonly GraphStep[], statuses: Statuses): Progress {
  return new Progress(buildGraph(any), (id) => statuses.get(id) ?? 'pending')
}

/** `'a complete, b failed'` */
function statusesOf(text: string): Statuses {
  const pairs = text === '' ? [] : text.split(', ').map((pair) => pair.split(' '))
  return new Map(pairs.map(([id, status]) => [id!, stepStatuses.find((one) => one === status)!]))
}

function view(progress: Progress) {
  return {
    ready: progress.ready(),
    blocked: progress.blocked(),
    doomed: progress.doomed(),
    counts: progress.counts(),
    summary: progress.summary(),
  }
}

function naiveReady(any: readonly GraphStep[], statuses: Statuses): string[] {
  return pending(any, statuses)
    .filter((step) => step.dependsOn.every((id) => exists(any, id) && isMet(statuses.get(id) ?? 'pending')))
    .map((step) => step.id)
}

function naiveBlocked(any: readonly GraphStep[], statuses: Statuses): string[] {
  const ready = naiveReady(any, statuses)
  return pending(any, statuses)
    .map((step) => step.id)
    .filter((id) => !ready.includes(id))
}

/** From each failed step in turn, the first in the file first, through all that wait. */
function naiveDoomed(any: readonly GraphStep[], statuses: Statuses): { id: string; because: string }[] {
  const because = new Map<string, string>()
  for (const failed of any.filter((step) => statuses.get(step.id) === 'failed')) {
    const reached = new Set([failed.id])
    for (const id of reached) {
      for (const step of pending(any, statuses)) if (step.dependsOn.includes(id)) reached.add(step.id)
    }
    for (const id of reached) if (id !== failed.id && !because.has(id)) because.set(id, failed.id)
  }
  return any.filter((step) => because.has(step.id)).map((step) => ({ id: step.id, because: because.get(step.id)! }))
}

function pending(any: readonly GraphStep[], statuses: Statuses): GraphStep[] {
  return any.filter((step) => (statuses.get(step.id) ?? 'pending') === 'pending')
}

function exists(any: readonly GraphStep[], id: string): boolean {
  return any.some((step) => step.id === id)
}
