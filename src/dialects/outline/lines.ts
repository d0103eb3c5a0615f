import { lineSpans } from '../shared/line-spans.ts'
import type { Span } from '../shared/tree.ts'

/** A line of Markdown. */
export interface Line extends Span {
  readonly text: string
  /** Inside of a code block or of an HTML comment nothing is a heading or an item of a list. */
  readonly isQuoted: boolean
}

/** The lines of a text, with where code blocks and comments are. One that is never closed lasts to the end. */
export function linesOf(text: string, from: number): Line[] {
  const lines: Line[] = []
  let closes: ((line: string) => boolean) | undefined
  for (const { start, end } of lineSpans(text, from)) {
    const line = text.slice(start, end)
    const trimmed = line.trim()
    const opened: typeof closes = closes ?? opening(trimmed)
    const isOver = closes !== undefined || isComment(trimmed) ? opened?.(trimmed) === true : false
    lines.push({ start, end, text: line, isQuoted: opened !== undefined })
    closes = isOver ? undefined : opened
  }
  return lines
}

/** What ends the block that a line opens; undefined when it opens none. */
function opening(line: string): ((line: string) => boolean) | undefined {
  if (isComment(line)) return (other) => other.includes('-->')
  const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (fence === undefined) return undefined
  //     ``` and ```` are code of one line
  //     ^
  if (fence[0] === '`' && line.includes('`', fence.length)) return undefined
  return (other) => other.startsWith(fence) && isAll(other, fence[0]!)
}

function isComment(line: string): boolean {
  return line.startsWith('<!--')
}

function isAll(text: string, character: string): boolean {
  for (const one of text) if (one !== character) return false
  return true
}
