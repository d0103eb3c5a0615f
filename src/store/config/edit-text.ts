import type { Data } from '../../dialects/shared/data.ts'
import type { MapNode, Pair, Span, TreeNode } from '../../dialects/shared/tree.ts'
import { jsonText } from '../../plan/diagnostics/json-text.ts'

/**
 * Sets one value in a JSON text, by the names that lead to it, and leaves every other byte as it is. (`modify` of
 * jsonc-parser formats the neighbours of what it changes.) The text is sound and what stands on the way are objects.
 */
export function setInText(text: string, root: TreeNode, names: readonly string[], data: Data): string {
  const { map, rest, pair } = descend(root, names)
  const style = styleOf(text, root)
  if (pair !== undefined) return splice(text, pair.value, write(data, layoutAt(text, map, pair.start), style))
  const wrapped = rest.slice(1).reduceRight<Data>((value, name) => ({ [name]: value }), data)
  return insert(text, map, JSON.stringify(rest[0]), wrapped, style)
}

/** Takes one value out, with the objects around it that would be left empty. Undefined when it is not there. */
export function unsetInText(text: string, root: TreeNode, names: readonly string[]): string | undefined {
  const { map, pair } = descend(root, names)
  if (pair === undefined) return undefined
  if (map.entries.size === 1 && names.length > 1) return unsetInText(text, root, names.slice(0, -1))
  const pairs = [...map.entries.values()]
  const [before, next] = [pairs[pairs.indexOf(pair) - 1], pairs[pairs.indexOf(pair) + 1]]
  if (next !== undefined) return splice(text, { start: pair.start, end: next.start }, '')
  return splice(text, before === undefined ? inside(map) : { start: before.end, end: pair.end }, '')
}

/** As far down as there are objects: the last of them, the names still to come, and the pair if there is one. */
function descend(root: TreeNode, names: readonly string[]): { map: MapNode; rest: readonly string[]; pair?: Pair } {
  const map = root as MapNode
  const pair = map.entries.get(names[0]!)
  if (pair === undefined) return { map, rest: names }
  return names.length === 1 ? { map, rest: [], pair } : descend(pair.value, names.slice(1))
}

interface Style {
  readonly unit: string
  readonly lineEnd: string
}

/** How deep a value is indented; undefined where all of its object stands on one line. */
type Layout = string | undefined

function insert(text: string, map: MapNode, name: string, data: Data, style: Style): string {
  const pairs = [...map.entries.values()]
  const last = pairs.at(-1)
  if (last === undefined) {
    const outer = indentAt(text, map.start)
    const pair = `${name}: ${write(data, outer + style.unit, style)}`
    return splice(text, inside(map), style.lineEnd + outer + style.unit + pair + style.lineEnd + outer)
  }
  // What stands before the first pair shall stand before the new one: a line end and blanks, a blank, or nothing.
  const lead = text.slice(map.start + 1, pairs[0]!.start)
  const pair = `${name}: ${write(data, layoutAt(text, map, last.start), style)}`
  return splice(text, { start: last.end, end: last.end }, `,${lead || ' '}${pair}`)
}

function write(data: Data, layout: Layout, { unit, lineEnd }: Style): string {
  if (layout === undefined) return jsonText(data)
  const lines = jsonText(data, 1).split('\n')
  return lines.map((line) => line.replace(/^ */, (blanks) => unit.repeat(blanks.length))).join(lineEnd + layout)
}

function layoutAt(text: string, map: MapNode, offset: number): Layout {
  return text.slice(map.start, map.end).includes('\n') ? indentAt(text, offset) : undefined
}

/** The indentation and the line ending that the file has, and ours where it has none. */
function styleOf(text: string, root: TreeNode): Style {
  const [first] = (root as MapNode).entries.values()
  const unit = first === undefined ? '' : indentAt(text, first.start)
  return { unit: unit || '  ', lineEnd: /\r?\n/.exec(text)?.[0] ?? '\n' }
}

/** The blanks that the line of an offset starts with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))![0]
}

function inside({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 }
}

function splice(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}
