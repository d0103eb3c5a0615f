import { describe, expect, it } from 'vitest'
import type { Step } from '../../src/plan/types.ts'
import { overlap, touchedBy } from '../../src/run/overlap.ts'
import { rounds } from '../support/long.ts'
import { randomFrom, seed } from '../support/random.ts'
import { carryOutInMemory } from './memory-engine.ts'
import { statusesOf, stepOf } from './run-kit.ts'

describe('C44: large plans', () => {
  const count = 10_000
  const shapes: Record<string, (n: number) => string[]> = {
    'a chain': (n) => (n === 0 ? [] : [`s${n - 1}`]),
    'one step that all depend on': (n) => (n === 0 ? [] : ['s0']),
    'one step that depends on all': (n) => (n < count - 1 ? [] : Array.from({ length: count - 1 }, (_, k) => `s${k}`)),
  }
  it.each(Object.entries(shapes))('%s of 10,000 steps is carried out', async (_title, dependsOn) => {
    const steps = Array.from({ length: count }, (_, n) => stepOf(`s${n}`, { dependsOn: dependsOn(n) }))
    const state = await carryOutInMemory(steps, 16)
    expect([...state.steps.values()].filter(({ status }) => status === 'complete')).toHaveLength(count)
  })
})

describe(`steps at the same time, seed ${seed}`, () => {
  const touchable = ['a.ts', 'a.ts', 'b.ts', 'c/', 'c/d.ts', '*.ts', '@database', '@network']

  it('as many as allowed, never two that touch the same thing, and the same again in the same order', async () => {
    for (let round = 0; round < rounds(30, 1000); round++) {
      const choose = randomFrom(seed + round)
      const steps = Array.from({ length: 40 }, (_, n) => {
        const dependsOn = n > 3 && choose(2) === 0 ? [`s${choose(n)}`] : []
        const files = choose(3) === 0 ? [] : [touchable[choose(touchable.length)]!]
        return stepOf(`s${n}`, { dependsOn, files, priority: choose(2) })
      })
      const jobs = 1 + choose(6)
      const turns = new Map(steps.map(({ id }) => [id, choose(12)]))
      const order = await orderOf(steps, jobs, turns)
      expect(order).toHaveLength(steps.length)
      expect(await orderOf(steps, jobs, turns), `round ${round}`).toEqual(order)
    }
  })
})

/** Each step takes so many turns of the event loop. */
async function orderOf(steps: readonly Step[], jobs: number, turns: ReadonlyMap<string, number>): Promise<string[]> {
  const running = new Set<Step>()
  const order: string[] = []
  const state = await carryOutInMemory(steps, jobs, async (step) => {
    const clash = [...running].find((other) => overlap(touchedBy(other.files), touchedBy(step.files)))
    expect(clash?.id, `beside ${step.id}`).toBeUndefined()
    running.add(step)
    order.push(step.id)
    expect(running.size).toBeLessThanOrEqual(jobs)
    for (let turn = 0; turn < turns.get(step.id)!; turn++) await new Promise(setImmediate)
    running.delete(step)
    return { status: 'complete' }
  })
  expect(new Set(Object.values(statusesOf(state)))).toEqual(new Set(['complete']))
  return order
}
