import type { Block, TextLine } from './blocks.ts'
import { type Part, textAt } from './part.ts'
import type { Written } from './plan.ts'

/** One line `- **Name:** value` of a list, with what is listed below it. */
export interface Field extends Written {
  /** As written. */
  readonly name: string
  readonly items: readonly Written[]
}

export interface FieldList {
  readonly fields: readonly Field[]
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

/** Whether an item with this name before its colon belongs to the list. */
export type Takes = (name: string, isMarked: boolean) => boolean

/** Reads the list that a part begins with. It ends where something else than an item begins. */
export function readFields(part: Part, takes: Takes): FieldList {
  const { blocks } = part
  const fields: Open[] = []
  let at = 0
  for (; at < blocks.length; at++) {
    const block = blocks[at]!
    if (block.kind !== 'line') break
    const open = fields.at(-1)
    if (open !== undefined && belongsTo(open, part, block)) {
      if (block.isItem) open.items.push(itemOf(part, block))
      else continued(open, part, block)
      continue
    }
    const field = block.isItem ? fieldOf(part, block) : undefined
    if (field === undefined || !takes(field.name, field.isMarked)) break
    fields.push(field)
  }
  return { fields, rest: blocks.slice(at) }
}

//     - **Handoff Resources:**            - **Handoff Resources:**
//       - [docs/a.md](/docs/a.md)         - [docs/a.md](/docs/a.md)
//       ^                                 ^ not indented, and still one of them
function belongsTo(open: Open, part: Part, line: TextLine): boolean {
  if (line.indent >= 2) return true
  return line.isItem && open.value === '' && itemOf(part, line).value.startsWith('[')
}

//     - **Name:** value        - **Name**: value        - `NAME`: value        - Name: value
function fieldOf(part: Part, line: TextLine): (Open & { readonly isMarked: boolean }) | undefined {
  const raw = textAt(part, line)
  const text = raw.trimStart().replace(/^[-*+][ \t]+/, '')
  const mark = ['**', '__', '`'].find((one) => text.startsWith(one)) ?? ''
  const found = mark === '' ? plainName(text) : markedName(text, mark)
  if (found === undefined) return undefined
  const value = text.slice(found.next).trim()
  const end = line.start + raw.trimEnd().length
  return { name: found.name, value, start: end - value.length, end, items: [], isMarked: mark !== '' }
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
  return /^[A-Za-z][\w -]*$/.test(name) ? { name, next: colon + 1 } : undefined
}

const longestName = 40

function itemOf(part: Part, line: TextLine): Written {
  const raw = textAt(part, line)
  const value = raw
    .trimStart()
    .replace(/^[-*+][ \t]+/, '')
    .trimEnd()
  const end = line.start + raw.trimEnd().length
  return { value, start: end - value.length, end }
}

/** A value that goes on in the next line. */
function continued(open: Open, part: Part, line: TextLine): void {
  const more = textAt(part, line).trim()
  const last = open.items.at(-1)
  const end = line.start + textAt(part, line).trimEnd().length
  if (last === undefined) {
    open.value = open.value === '' ? more : `${open.value} ${more}`
    open.end = end
  } else open.items[open.items.length - 1] = { value: `${last.value} ${more}`, start: last.start, end }
}
