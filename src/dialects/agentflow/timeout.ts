import { excerpt } from '../shared/excerpt.ts'
import type { FrontMatterFile } from './front-matter.ts'
import { textOf } from './values.ts'

const units: ReadonlyMap<string, number> = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
])

/** Timers count in 31 bits. */
const longest = 2 ** 31 - 1

/** `300s`, `5m` in milliseconds. */
export function readTimeout(file: FrontMatterFile): number | undefined {
  const node = textOf(file, 'timeout')
  if (node === undefined) return undefined
  const parts = /^(\d{1,10})(ms|s|m|h)$/.exec(node.value)
  const ms = parts === null ? 0 : Number(parts[1]) * units.get(parts[2]!)!
  if (ms > 0 && ms <= longest) return ms
  const expected = 'a whole number with ms, s, m or h behind it, such as 300s; more than nothing, and at most 596h'
  file.findings.add('E_FIELD_VALUE', 'This is no time to wait.', node, { actual: excerpt(node.value), expected })
  return undefined
}

/** In the largest unit that divides it. */
export function timeoutText(ms: number): string {
  for (const [unit, length] of units) if (ms % length === 0) return `${ms / length}${unit}`
  return `${ms}ms`
}
