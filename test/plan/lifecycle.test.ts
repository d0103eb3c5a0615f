import { describe, expect, it } from 'vitest'
import {
  isOpen,
  nextPlanStatus,
  planEvents,
  planMoves,
  planStatuses,
  possiblePlanEvents,
} from '../../src/plan/lifecycle.ts'

describe('the life of a plan', () => {
  it('has one answer for every status and event', () => {
    const seen = new Set(planMoves.map((move) => `${move.from} ${move.event}`))
    expect(seen.size).toBe(planMoves.length)
  })

  it('reaches every status from draft', () => {
    const reached = new Set<string>(['draft'])
    for (let before = 0; before !== reached.size; ) {
      before = reached.size
      for (const move of planMoves) if (reached.has(move.from)) reached.add(move.to)
    }
    expect([...reached].sort()).toEqual([...planStatuses].sort())
  })

  it('can be cancelled while it is open, and only then', () => {
    for (const status of planStatuses) {
      expect(nextPlanStatus(status, 'cancel')).toBe(isOpen(status) ? 'cancelled' : undefined)
    }
  })

  it('executes only what was approved', () => {
    const intoExecuting = planMoves.filter((move) => move.to === 'executing').map((move) => move.from)
    expect(intoExecuting).not.toContain('draft')
    expect(intoExecuting).not.toContain('proposed')
    expect(intoExecuting).not.toContain('rejected')
    expect(intoExecuting).not.toContain('needs_review')
    expect(intoExecuting).not.toContain('cancelled')
  })

  it('uses every event', () => {
    expect(new Set(planMoves.map((move) => move.event))).toEqual(new Set(planEvents))
    expect(possiblePlanEvents('cancelled')).toEqual([])
  })
})
