import { visible } from '../../../../plan/diagnostics/visible.ts'

/** Text of a plan for a terminal: its lines stay lines, and nothing in them acts on the terminal. */
export function visibleLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).map((line) => visible(line, { tab: '    ' }))
}

/** Enough of a hash to tell contents apart by eye. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12)
}

/** `a, b, c and 7 more` */
export function listed(names: readonly string[], most = 10): string {
  const more = names.length - most
  return (
    names
      .slice(0, most)
      .map((name) => visible(name))
      .join(', ') + (more > 0 ? ` and ${more} more` : '')
  )
}
