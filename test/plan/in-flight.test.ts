import { expect, it } from 'vitest'
import { takeLease } from '../../src/plan/decisions.ts'
import { isInFlight } from '../../src/plan/in-flight.ts'
import { runLease, stepLease } from '../../src/plan/lease-names.ts'
import { applyRecord, emptyState } from '../../src/plan/state.ts'

const now = { wallMs: 0, monotonicMs: 0, host: 'workbench', boot: 'b' }
const process = { host: 'workbench', boot: 'b', pidSpace: '', pid: 4711, start: '1' }

it.each([
  { on: runLease, isDead: false, afterMs: 0, expected: true },
  { on: stepLease('a'), isDead: false, afterMs: 0, expected: true },
  { on: stepLease('b'), isDead: false, afterMs: 0, expected: false },
  { on: runLease, isDead: true, afterMs: 0, expected: false },
  { on: runLease, isDead: false, afterMs: 1001, expected: false },
  { on: stepLease('a'), isDead: false, afterMs: 1001, expected: false },
])('C42: a step held by $on is in flight: $expected (dead: $isDead, after $afterMs ms)', (row) => {
  const state = emptyState()
  const [taken] = takeLease(state, { on: row.on, holder: 'me', ttlMs: 1000, process }, now, () => false)
  applyRecord(state, { ...taken!, at: 'then', seq: 1 })
  const later = { ...now, monotonicMs: row.afterMs }
  expect(isInFlight(state, 'a', { now: later, isDead: () => row.isDead })).toBe(row.expected)
})
