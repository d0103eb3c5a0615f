import { type Block, type TextBlock, textBetween } from './blocks.ts'
import { type FieldLine, fieldAt, itemAt, lineAt } from './field-line.ts'
import { isBlank, isItem, type Lines } from './lines.ts'
import type { Part } from './part.ts'
import type { Written } from './plan.ts'

/** One field of a list, with what is listed below it. */
export interface Field extends Written {
  /** As written. */
  readonly name: string
  readonly items: readonly Written[]
}

export interface FieldList {
  readonly fields: readonly Field[]
  /** Text that stands before the list. */
  readonly before: readonly TextBlock[]
  /** What comes after the list. */
  readonly rest: readonly Block[]
}

interface Open {
  name: string
  start: number
  end: number
  value: string
  items: Written[]
}

/** Whether a line belongs to the list. */
export type Takes = (line: FieldLine) => boolean

/**
 * Reads the list that a part begins with. It ends where something else than a field begins. Text before it is passed over,
 * unless the text is what the part is about.
 */
export function readFields(
  { lines, blocks }: Pick<Part, 'lines' | 'blocks'>,
  takes: Takes,
  { isTextMeant = false } = {},
): FieldList {
  const [first] = blocks
  if (first?.kind !== 'text') return { fields: [], before: [], rest: blocks }
  const from = isTextMeant ? first.from : firstField(lines, first, takes)
  if (from === undefined) return { fields: [], before: [], rest: blocks }
  const before = textBetween(lines, first.from, from)
  const fields: Open[] = []
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!
    if (block.kind !== 'text') return { fields, before, rest: blocks.slice(at) }
    const end = readLines(lines, { from: at === 0 ? from : block.from, to: block.to }, fields, takes)
    if (end < block.to) {
      return { fields, before, rest: [...textBetween(lines, end, block.to), ...blocks.slice(at + 1)] }
    }
  }
  return { fields, before, rest: [] }
}

function firstField(lines: Lines, { from, to }: TextBlock, takes: Takes): number | undefined {
  for (let at = from; at < to; at++) {
    const line = isBlank(lines, at) ? undefined : fieldAt(lines, at)
    if (line !== undefined && takes(line)) return at
  }
  return undefined
}

/** Takes the lines up to one that is no field any more, which it answers with. */
function readLines(lines: Lines, span: Pick<TextBlock, 'from' | 'to'>, fields: Open[], takes: Takes): number {
  for (let at = span.from; at < span.to; at++) {
    if (isBlank(lines, at)) continue
    const open = fields.at(-1)
    if (open !== undefined && belongsTo(open, lines, at)) {
      if (isItem(lines, at)) open.items.push(itemAt(lines, at))
      else continued(open, lines, at)
      continue
    }
    const line = fieldAt(lines, at)
    if (line === undefined || !takes(line)) return at
    const { name, value, start, end } = line
    fields.push({ name, value, start, end, items: [] })
  }
  return span.to
}

//     - **Handoff Resources:**            - **Handoff Resources:**
//       - [docs/a.md](/docs/a.md)         - [docs/a.md](/docs/a.md)
//       ^                                 ^ not indented, and still one of them
function belongsTo(open: Open, lines: Lines, at: number): boolean {
  if (lines.indents[at]! >= 2) return true
  return open.value === '' && isItem(lines, at) && itemAt(lines, at).value.startsWith('[')
}

/** A value that goes on in the next line. */
function continued(open: Open, lines: Lines, at: number): void {
  const { value: more, end } = lineAt(lines, at)
  const last = open.items.at(-1)
  if (last === undefined) {
    open.value = open.value === '' ? more : `${open.value} ${more}`
    open.end = end
  } else open.items[open.items.length - 1] = { value: `${last.value} ${more}`, start: last.start, end }
}
