import { displayWidth } from '../../plan/diagnostics/width.ts'
import { clipped } from './clipped.ts'

/**
 * Columns side by side; all but the last are filled up to the widest cell. What is given is safe to show. With a width, the
 * last column is cut where the line would be longer.
 */
export function table(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const widths = Array.from({ length: columns }, (_, at) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[at] ?? '')), 0),
  )
  return rows.map((row) => line(row, widths, width)).join('\n')
}

function line(row: readonly string[], widths: readonly number[], width: number): string {
  const front = row.slice(0, -1).map((cell, at) => `${pad(cell, widths[at]!)}  `)
  const used = front.reduce((sum, cell) => sum + displayWidth(cell), 0)
  const last = row.at(-1) ?? ''
  const isBounded = width < Number.POSITIVE_INFINITY
  return (front.join('') + (isBounded ? clipped(last, Math.max(width - used, leastLast)) : last)).trimEnd()
}

/** One long value does not push everything else out of sight. */
const mostFilled = 48
/** Below this there is nothing left to read. */
const leastLast = 12

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(Math.min(width, mostFilled) - displayWidth(cell), 0))
}
