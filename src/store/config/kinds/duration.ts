export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** A whole number and its unit: `250ms`, `10s`, `5 m`. */
export const durationPattern = /^\d{1,12} ?(?:ms|s|m|h|d)$/

const units: ReadonlyMap<string, number> = new Map([
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', second],
  ['ms', 1],
])

/** Milliseconds; NaN for what is no duration. */
export function parseDuration(text: string): number {
  if (!durationPattern.test(text)) return Number.NaN
  const unit = text.replace(/^\d+ ?/, '')
  return Number.parseInt(text, 10) * units.get(unit)!
}

/** In the largest unit that divides it. */
export function formatDuration(ms: number): string {
  for (const [unit, length] of units) if (ms >= length && ms % length === 0) return `${ms / length}${unit}`
  return `${ms}ms`
}
