import { describe, expect, it } from 'vitest'
import type { Step } from '../../src/plan/types.ts'
import { overlap, touchedBy } from '../../src/run/overlap.ts'
import { Scheduler } from '../../src/run/scheduler.ts'
import { rounds } from '../support/long.ts'
import type { Choose } from '../support/memory-disk.ts'
import { randomFrom, seed } from '../support/random.ts'
import { stepOf } from './run-kit.ts'

const pending = () => 'pending' as const

describe('order', () => {
  it('is by priority, then by place in the plan', () => {
    const steps = [
      stepOf('later', { priority: -1 }),
      stepOf('first'),
      stepOf('second'),
      stepOf('urgent', { priority: 5 }),
      stepOf('after', { priority: 9, dependsOn: ['first'] }),
    ]
    expect(orderOf(steps, 1)).toEqual(['urgent', 'first', 'after', 'second', 'later'])
  })

  it('of two that touch the same file the second waits, and one behind them does not', () => {
    const steps = [stepOf('a', { files: ['x'] }), stepOf('b', { files: ['x'] }), stepOf('c')]
    const scheduler = new Scheduler(steps, pending)
    expect([scheduler.next()?.id, scheduler.next()?.id, scheduler.next()?.id]).toEqual(['a', 'c', undefined])
    scheduler.ended('a', 'complete')
    expect(scheduler.next()?.id).toBe('b')
  })

  it('one that is held makes way, and comes again when it is let go', () => {
    const steps = [stepOf('a', { files: ['x'] }), stepOf('b', { files: ['x'] })]
    const scheduler = new Scheduler(steps, pending)
    expect([scheduler.next()?.id, scheduler.next()?.id]).toEqual(['a', undefined])
    scheduler.hold('a', 'it waits')
    expect(scheduler.next()?.id).toBe('b')
    expect([...scheduler.held]).toEqual([['a', 'it waits']])
    scheduler.ended('b', 'complete')
    scheduler.release()
    expect(scheduler.next()?.id).toBe('a')
  })
})

/** Carried out in a world where each step takes a time of its own. Answers the order in which they began. */
function orderOf(steps: readonly Step[], jobs: number, duration: (id: string) => number = () => 1): string[] {
  const scheduler = new Scheduler(steps, pending)
  const running: { readonly step: Step; readonly endsAt: number }[] = []
  const begun: string[] = []
  let now = 0
  for (;;) {
    while (running.length < jobs) {
      const step = scheduler.next()
      if (step === undefined) break
      const clash = running.find((other) => overlap(touchedBy(other.step.files), touchedBy(step.files)))
      expect(clash?.step.id, `${step.id} beside it`).toBeUndefined()
      running.push({ step, endsAt: now + duration(step.id) })
      begun.push(step.id)
    }
    if (running.length === 0) return begun
    running.sort((a, b) => a.endsAt - b.endsAt || (a.step.id < b.step.id ? -1 : 1))
    const { step, endsAt } = running.shift()!
    now = endsAt
    scheduler.ended(step.id, 'complete')
  }
}

describe(`random plans, seed ${seed}`, () => {
  const choose = randomFrom(seed)
  const plans = Array.from({ length: rounds(60, 2000) }, (_, round) => ({ round, steps: randomSteps(choose) }))

  it('every step begins once, after what it depends on; none overlap; the same again gives the same order', () => {
    for (const { round, steps } of plans) {
      const jobs = 1 + choose(8)
      const times = new Map(steps.map(({ id }) => [id, 1 + choose(20)]))
      const order = orderOf(steps, jobs, (id) => times.get(id)!)
      expect([...order].sort(), `plan ${round}`).toEqual(steps.map(({ id }) => id).sort())
      const place = new Map(order.map((id, at) => [id, at]))
      for (const { id, dependsOn } of steps) {
        for (const other of dependsOn) expect(place.get(other)!).toBeLessThan(place.get(id)!)
      }
      expect(orderOf(steps, jobs, (id) => times.get(id)!)).toEqual(order)
    }
  })
})

const touchable = ['src/a.ts', 'src/b.ts', 'src/', 'src/*.ts', '@database', '@network', 'docs/x.md', 'lib/**']

function randomSteps(choose: Choose): Step[] {
  return Array.from({ length: 1 + choose(30) }, (_, n) => {
    const dependsOn = Array.from({ length: n === 0 ? 0 : choose(3) }, () => `s${choose(n)}`)
    const files = Array.from({ length: choose(3) }, () => touchable[choose(touchable.length)]!)
    return stepOf(`s${n}`, { dependsOn: [...new Set(dependsOn)], files, priority: choose(3) })
  })
}
