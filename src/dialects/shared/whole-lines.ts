import type { Span } from './tree.ts'

/** The lines on which a span stands, without the line ending of the last; `next` is where the line after them starts. */
export function wholeLines(text: string, span: Span): Span & { readonly next: number } {
  let { start, end } = span
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++
  return { start, end, next: text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length) }
}

function isLineEnd(code: number): boolean {
  return code === LF || code === CR
}

const LF = 10
const CR = 13
