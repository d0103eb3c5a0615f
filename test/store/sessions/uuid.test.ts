import { expect, it } from 'vitest'
import { uuidv7 } from '../../../src/store/sessions/uuid.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('is the one that the specification shows', () => {
  // RFC 9562, appendix A.6: 2022-02-22T19:22:22.000Z.
  expect(uuidv7(0x017f22e279b0, 'cc318c4dc0c0c07398f0000000000000')).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

it.each(['0', '1', '3', '4', '7', '8', 'b', 'c', 'f'])(
  'has its version and variant, whatever is random: %s',
  (digit) => {
    expect(uuidv7(Date.UTC(2026, 0, 1), digit.repeat(32))).toMatch(form)
  },
)

it('sorts by the time it was made', () => {
  const times = [0, 1, 255, 65_536, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1, Date.UTC(9999, 0, 1)]
  const ids = times.map((time) => uuidv7(time, 'f'.repeat(32)))
  expect([...ids].sort()).toEqual(ids)
})
