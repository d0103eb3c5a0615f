export const KiB = 1024
export const MiB = 1024 * KiB
const GiB = 1024 * MiB

/** A number of bytes, with or without a unit: `4096`, `64 kB`, `1MiB`. */
export const sizePattern = /^\d{1,15} ?(?:B|kB|KiB|MB|MiB|GB|GiB)?$/

const units: ReadonlyMap<string, number> = new Map([
  ['GiB', GiB],
  ['GB', 1e9],
  ['MiB', MiB],
  ['MB', 1e6],
  ['KiB', KiB],
  ['kB', 1e3],
  ['B', 1],
  ['', 1],
])

/** NaN for what is no size. */
export function parseSize(text: string): number {
  if (!sizePattern.test(text)) return Number.NaN
  const unit = text.replace(/^\d+ ?/, '')
  return Number.parseInt(text, 10) * units.get(unit)!
}

/** In the largest unit that divides it. */
export function formatSize(bytes: number): string {
  for (const unit of ['GiB', 'MiB', 'KiB']) {
    const size = units.get(unit)!
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${unit}`
  }
  return `${bytes}B`
}
