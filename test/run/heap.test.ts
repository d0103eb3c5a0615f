import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Heap } from '../../src/run/heap.ts'

it('gives what it holds, the smallest first, whatever was put in and taken out before', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constant('pop' as const))), (turns) => {
      const heap = new Heap()
      const model: number[] = []
      for (const turn of turns) {
        if (turn === 'pop') expect(heap.pop()).toBe(model.sort((a, b) => a - b).shift())
        else {
          heap.push(turn)
          model.push(turn)
        }
        expect(heap.size).toBe(model.length)
      }
    }),
  )
})
