import { isItem, type Lines } from './lines.ts'
import type { Written } from './plan.ts'

/** A line that has the form of a field: `- **Name:** value`. Whether it is one depends on where it stands. */
export interface FieldLine extends Written {
  /** As written. */
  readonly name: string
  /** Something stands around the name. */
  readonly isMarked: boolean
  readonly isItem: boolean
}

//     - **Name:** value        - **Name**: value        - `NAME`: value        - Name: value        **Name:** value
export function fieldAt(lines: Lines, at: number): FieldLine | undefined {
  const { value: text, end } = itemAt(lines, at)
  const mark = ['**', '__', '`'].find((one) => text.startsWith(one)) ?? ''
  const found = mark === '' ? plainName(text) : markedName(text, mark)
  if (found === undefined) return undefined
  const value = text.slice(found.next).trim()
  const start = end - value.length
  return { name: found.name, value, start, end, isMarked: mark !== '', isItem: isItem(lines, at) }
}

/** However the words of a name are kept apart. */
export function foldedName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, ' ')
}

/** A line without the mark of a list. */
export function itemAt(lines: Lines, at: number): Written {
  const { value: line, end } = lineAt(lines, at)
  const value = isItem(lines, at) ? line.slice(1).trimStart() : line
  return { value, start: end - value.length, end }
}

export function lineAt({ text, firsts, ends }: Lines, at: number): Written {
  const start = firsts[at]!
  const value = text.slice(start, ends[at]).trimEnd()
  return { value, start, end: start + value.length }
}

interface Name {
  readonly name: string
  readonly next: number
}

function markedName(text: string, mark: string): Name | undefined {
  const close = text.indexOf(mark, mark.length)
  if (close === -1) return undefined
  const inside = text.slice(mark.length, close).trim()
  const next = close + mark.length
  const colon = /^[ \t]*:/.exec(text.slice(next, next + 8))
  if (inside.endsWith(':')) return { name: inside.slice(0, -1).trim(), next }
  return colon === null ? undefined : { name: inside, next: next + colon[0].length }
}

function plainName(text: string): Name | undefined {
  const colon = text.indexOf(':')
  if (colon < 1 || colon > longestName) return undefined
  const name = text.slice(0, colon).trim()
  return /^[A-Za-z][\w\s-]*$/.test(name) ? { name, next: colon + 1 } : undefined
}

const longestName = 40
