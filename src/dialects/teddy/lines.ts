import type { Span } from '../shared/tree.ts'

/** A line of Markdown, with what can be said of it alone. */
export interface Line extends Span {
  /** Where the line after it starts. */
  readonly next: number
  /** Blanks before the text; a tab counts as four. */
  readonly indent: number
  readonly isBlank: boolean
  /** When it could open or close a code block. */
  readonly fence?: Fence
}

export interface Fence {
  readonly mark: FenceMark
  readonly length: number
  readonly info: string
}

export type FenceMark = '`' | '~'

export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; ) {
    let first = start
    let indent = 0
    for (; first < text.length; first++) {
      const code = text.charCodeAt(first)
      if (code !== SPACE && code !== TAB) break
      indent += code === TAB ? 4 : 1
    }
    let end = first
    while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end++
    const next = text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length)
    const fence = fenceAt(text, first, end)
    const isBlank = first === end
    // Written out: a text can be a million lines.
    lines.push(
      fence === undefined ? { start, end, next, indent, isBlank } : { start, end, next, indent, isBlank, fence },
    )
    start = next
  }
  return lines
}

const LF = 10
const CR = 13
const SPACE = 32
const TAB = 9

//     ````markdown          ``` and ``` are code of one line
//     ^^^^ length, then info   ^ no fence
function fenceAt(text: string, start: number, end: number): Fence | undefined {
  const mark = text[start]
  if (mark !== '`' && mark !== '~') return undefined
  let at = start
  while (at < end && text[at] === mark) at++
  if (at - start < 3) return undefined
  const info = text.slice(at, end).trim()
  return mark === '`' && info.includes('`') ? undefined : { mark, length: at - start, info }
}

/** Nothing but the marks stands on the line, so it can close a block. */
export function isBare(line: Line | undefined): boolean {
  return line?.fence?.info === ''
}

//     - **Path:** a          A code block may stand as deep as the text of an item.
//       ```
//       ^
export function listIndentAfter(before: number, line: Line, text: string): number {
  if (line.isBlank) return before
  if (isItem(text, line)) return line.indent + 2
  return line.indent === 0 ? 0 : before
}

export function isItem(text: string, line: Line): boolean {
  return itemMark.test(text.slice(line.start, Math.min(line.end, line.start + mostIndent)).trimStart())
}

const itemMark = /^[-*+][ \t]/
const mostIndent = 200

export function canOpen(line: Line, listIndent: number): boolean {
  return line.fence !== undefined && line.indent <= listIndent + 3
}

/** A block that stands in a list is closed as deep as it likes. */
export function canClose(line: Line, opener: Line): boolean {
  const { fence } = line
  if (fence === undefined || fence.info !== '' || fence.mark !== opener.fence!.mark) return false
  return line.indent <= 3 || opener.indent > 3
}

//     ---        ***        ___
export function isRule(text: string, line: Line): boolean {
  const length = line.end - line.start
  if (length < 3 || length > mostIndent) return false
  const marks = text.slice(line.start, line.end).replace(/[ \t]/g, '')
  return marks.length >= 3 && '-*_'.includes(marks[0]!) && marks === marks[0]!.repeat(marks.length)
}

/** The last line of the comment that begins on a line; -1 when none does, or it is never closed. */
export function commentEnd(text: string, lines: readonly Line[], at: number, lastClose: number): number {
  const line = lines[at]!
  const start =
    line.start + (text.slice(line.start, line.end).length - text.slice(line.start, line.end).trimStart().length)
  if (!text.startsWith('<!--', start) || lastClose < start + 4) return -1
  const close = text.indexOf('-->', start + 4)
  let end = at
  while (lines[end]!.next <= close) end++
  return end
}
