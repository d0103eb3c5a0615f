import { describe, expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readWholeSession } from '../../../src/store/planloop/tasks.ts'
import { runChildren } from '../../support/children.ts'
import { rounds } from '../../support/long.ts'
import { type Loop, loopWith, startLoop, task } from './session-kit.ts'

const many = 24

async function all({ root, place }: Loop, what: string, taskOf: (n: number) => number = () => 0): Promise<string[]> {
  const args = (n: number) => ({ root, id: place.plan, name: `w${n}`, what, task: taskOf(n) })
  const ended = await runChildren('looper', many, args)
  for (const { errors } of ended) expect(errors).toBe('')
  return ended.flatMap(({ lines }) => lines)
}

describe('A1: 24 processes at once', () => {
  it('claim one task: 1 winner, every round', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      const loop = await loopWith([task('The only one')])
      const lines = await all(loop, 'claim')
      expect(lines.filter((line) => line === 'given 2')).toHaveLength(1)
      expect(lines.filter((line) => line === 'blocked')).toHaveLength(many - 1)
    }
  })

  it('claim 24 tasks: each gets its own, every round', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      const loop = await loopWith(Array.from({ length: many }, (_, n) => task(`Write part ${n}`)))
      const lines = await all(loop, 'claim')
      expect(new Set(lines).size).toBe(many)
      expect(lines.every((line) => line.startsWith('given '))).toBe(true)
    }
  })

  it('close 24 tasks: 24 kept, every round', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      const loop = await loopWith(Array.from({ length: many }, (_, n) => task(`Write part ${n}`)))
      const lines = await all(loop, 'close', (n) => n + 2)
      expect(new Set(lines).size, 'each has a version of its own').toBe(many)
      const { tasks } = await readWholeSession(realMachine, loop.place)
      expect(tasks.every(({ status }) => status === 'DONE')).toBe(true)
      expect((await loop.status()).now.reason).toBe('plan_completed')
    }
  })

  it('add 24 tasks: 24 kept, every round', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      const loop = await startLoop()
      const lines = await all(loop, 'add')
      const ids = lines.map((line) => Number(line.split(' ')[1])).sort((a, b) => a - b)
      expect(ids).toEqual(Array.from({ length: many }, (_, n) => n + 2))
      const { tasks } = await readWholeSession(realMachine, loop.place)
      expect(new Set(tasks.slice(1).map(({ ref }) => ref)).size).toBe(many)
    }
  })
})
