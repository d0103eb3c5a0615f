import { expect, test } from 'vitest'
import { counted } from '../../../src/faces/cli/counted.ts'

test.each([
  [0, '0 steps'],
  [1, '1 step'],
  [999, '999 steps'],
  [1000, '1,000 steps'],
  [1_234_567, '1,234,567 steps'],
])('%d', (count, text) => expect(counted(count, 'step')).toBe(text))
