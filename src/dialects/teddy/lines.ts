/**
 * The lines of a text with what can be said of each alone, a number for each of them in a column of numbers. A text can be
 * a million lines, and a million objects keep the garbage collector busier than their reader.
 */
export interface Lines {
  readonly text: string
  readonly count: number
  /** Where each line starts; one more than there are lines, so that the start of the next one is always there. */
  readonly starts: Uint32Array
  /** Where it ends, without its line ending. */
  readonly ends: Uint32Array
  /** Where its first character stands that is not blank. */
  readonly firsts: Uint32Array
  /** Blanks before that; a tab counts as four. */
  readonly indents: Uint32Array
  /** How many marks stand there, when it could open or close a code block; 0 when not. */
  readonly fences: Uint32Array
  /** Where the last comment is closed; no comment after it is one. */
  readonly lastCommentClose: number
}

export type FenceMark = '`' | '~'

export function linesOf(text: string): Lines {
  const from = text.startsWith('\ufeff') ? 1 : 0
  const count = countOf(text, from)
  const lines = {
    text,
    count,
    starts: new Uint32Array(count + 1),
    ends: new Uint32Array(count),
    firsts: new Uint32Array(count),
    indents: new Uint32Array(count),
    fences: new Uint32Array(count),
    lastCommentClose: text.lastIndexOf('-->'),
  }
  let start = from
  for (let at = 0; at < count; at++) start = fill(lines, at, start)
  lines.starts[count] = text.length
  return lines
}

function countOf(text: string, from: number): number {
  let count = 0
  let start = from
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== LF && (code !== CR || text.charCodeAt(at + 1) === LF)) continue
    count++
    start = at + 1
  }
  return start < text.length ? count + 1 : count
}

/** Fills in a line, and says where the next one starts. */
function fill({ text, starts, ends, firsts, indents, fences }: Lines, at: number, start: number): number {
  let first = start
  let indent = 0
  for (; first < text.length; first++) {
    const code = text.charCodeAt(first)
    if (code !== SPACE && code !== TAB) break
    indent += code === TAB ? 4 : 1
  }
  let end = first
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === LF || code === CR) break
  }
  starts[at] = start
  ends[at] = end
  firsts[at] = first
  indents[at] = indent
  fences[at] = fenceAt(text, first, end)
  return text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : Math.min(end + 1, text.length)
}

const LF = 10
const CR = 13
const SPACE = 32
const TAB = 9
const BACKTICK = 96
const TILDE = 126

//     ````markdown          ``` and ``` are code of one line
//     ^^^^                  ^ no fence
function fenceAt(text: string, start: number, end: number): number {
  const mark = text.charCodeAt(start)
  if (mark !== BACKTICK && mark !== TILDE) return 0
  let at = start
  while (at < end && text.charCodeAt(at) === mark) at++
  const length = at - start
  if (length < 3) return 0
  if (mark === BACKTICK) while (at < end) if (text.charCodeAt(at++) === BACKTICK) return 0
  return length
}

export function isBlank({ firsts, ends }: Lines, at: number): boolean {
  return firsts[at] === ends[at]
}

export function isFence({ fences }: Lines, at: number): boolean {
  return fences[at]! > 0
}

export function markAt({ text, firsts }: Lines, at: number): FenceMark {
  return text[firsts[at]!] as FenceMark
}

/** The word behind the marks. */
export function infoAt({ text, firsts, fences, ends }: Lines, at: number): string {
  return text.slice(firsts[at]! + fences[at]!, ends[at]).trim()
}

/** Nothing but the marks stands on the line, so it can close a block. */
export function isBare(lines: Lines, at: number): boolean {
  const { firsts, fences, ends } = lines
  return isFence(lines, at) && (firsts[at]! + fences[at]! === ends[at] || infoAt(lines, at) === '')
}

export function canOpen({ fences, indents }: Lines, at: number, listIndent: number): boolean {
  return fences[at]! > 0 && indents[at]! <= listIndent + 3
}

/** A block that stands in a list is closed as deep as it likes. */
export function canClose(lines: Lines, at: number, opener: number): boolean {
  if (!isBare(lines, at) || markAt(lines, at) !== markAt(lines, opener)) return false
  return lines.indents[at]! <= 3 || lines.indents[opener]! > 3
}

//     - **Path:** a          A code block may stand as deep as the text of an item.
//       ```
//       ^
export function listIndentAfter(before: number, lines: Lines, at: number): number {
  if (isBlank(lines, at)) return before
  const indent = lines.indents[at]!
  if (isItem(lines, at)) return indent + 2
  return indent === 0 ? 0 : before
}

export function isItem({ text, firsts }: Lines, at: number): boolean {
  const first = firsts[at]!
  const mark = text.charCodeAt(first)
  const blank = text.charCodeAt(first + 1)
  return (mark === DASH || mark === STAR || mark === PLUS) && (blank === SPACE || blank === TAB || blank === NBSP)
}

const DASH = 45
const STAR = 42
const PLUS = 43
const UNDERSCORE = 95
/** Language models write it where they mean a blank. */
const NBSP = 160

//     ---        ***        ___
export function isRule({ text, firsts, ends }: Lines, at: number): boolean {
  const first = firsts[at]!
  const mark = text.charCodeAt(first)
  if (mark !== DASH && mark !== STAR && mark !== UNDERSCORE) return false
  let count = 0
  for (let one = first; one < ends[at]!; one++) {
    const code = text.charCodeAt(one)
    if (code === mark) count++
    else if (code !== SPACE && code !== TAB) return false
  }
  return count >= 3
}

/** The last line of the comment that begins on a line; -1 when none does, or it is never closed. */
export function commentEnd({ text, starts, firsts, lastCommentClose }: Lines, at: number): number {
  const from = firsts[at]! + 4
  if (lastCommentClose < from || !text.startsWith('<!--', from - 4)) return -1
  const close = text.indexOf('-->', from)
  let end = at
  while (starts[end + 1]! <= close) end++
  return end
}
