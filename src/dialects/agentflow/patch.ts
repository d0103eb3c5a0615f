import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../plan/diagnostics/fault.ts'
import { LineIndex } from '../../plan/diagnostics/position.ts'
import { toData } from '../shared/data.ts'
import { splitFrontMatter } from '../shared/frontmatter.ts'
import type { Source } from '../shared/source.ts'
import type { MapNode, Pair, Span, TreeNode } from '../shared/tree.ts'
import { wholeLines } from '../shared/whole-lines.ts'
import { readYaml } from '../shared/yaml.ts'
import { type FieldValue, fieldText, inlineValue } from './field-text.ts'
import { plainOrQuoted } from './scalar-text.ts'

/**
 * Changes, adds or (with `undefined`) removes one field of the front matter. Every byte that does not belong to the field
 * stays. Throws a `Fault` when the front matter cannot be read: what cannot be read is not written to either.
 */
export function setField(text: string, field: string, value: FieldValue | undefined): string {
  const { fields, root } = readable(text)
  const pair = root.kind === 'map' ? root.entries.get(field) : undefined
  if (pair === undefined ? value === undefined : isValue(pair.value, value)) return text
  const patched = patchedText(text, fields, root, pair, field, value)
  if (others(root, field) !== others(readable(patched).root, field)) refuse([notAlone(field)])
  return patched
}

function readable(text: string): { fields: Span; root: TreeNode } {
  const source: Source = { file: '', text, lines: new LineIndex(text) }
  const { fields, diagnostics } = splitFrontMatter(source)
  if (fields === undefined) refuse([...diagnostics, missing])
  const yaml = readYaml(source, fields)
  refuse(yaml.diagnostics.filter(({ severity }) => severity === 'error'))
  const root = yaml.root!
  if (root.kind === 'list' || (root.kind === 'scalar' && root.value !== '')) refuse([noFields])
  return { fields: fields!, root }
}

const missing = diagnostic('E_FRONTMATTER_MISSING', 'The file does not open with front matter.')
const noFields = diagnostic('E_FIELD_KIND', 'Front matter is made of fields, each as `name: value`.')

function refuse(reasons: readonly Diagnostic[]): void {
  const [first, ...others] = reasons
  if (first !== undefined) throw new Fault([first, ...others])
}

function isValue(node: TreeNode, value: FieldValue | undefined): boolean {
  if (value === undefined) return false
  if (typeof value === 'string') return node.kind === 'scalar' && node.value === value && value !== ''
  if (node.kind !== 'list' || node.items.length !== value.length) return false
  return node.items.every((item, which) => item.kind === 'scalar' && item.value === value[which])
}

function patchedText(
  text: string,
  fields: Span,
  root: TreeNode,
  pair: Pair | undefined,
  field: string,
  value: FieldValue | undefined,
): string {
  if (value === undefined) return removed(text, root as MapNode, pair!)
  return pair === undefined
    ? added(text, fields, root, field, value)
    : replaced(text, root as MapNode, pair, field, value)
}

/** The values of all fields but one. */
function others(root: TreeNode, field: string): string {
  if (root.kind !== 'map') return '[]'
  return JSON.stringify(
    [...root.entries].flatMap(([name, { value }]) => (name === field ? [] : [[name, toData(value)]])),
  )
}

//     text: |
//       a text, which the field below it ends
//     status: complete
//       # a comment, and part of the text once there is no field above it
function notAlone(field: string): Diagnostic {
  const message = `\`${field}\` cannot be changed without changing the meaning of what stands around it.`
  return diagnostic('E_YAML', message, { hint: 'Change it by hand.' })
}

/** As the last line, where it disturbs no comment that belongs to the field above it. */
function added(text: string, fields: Span, root: TreeNode, field: string, value: FieldValue): string {
  if (root.kind === 'map' && text[root.start] === '{') return addedToFlow(text, root, field, value)
  const eol = /\r\n|\r|\n/.exec(text)![0]
  const column = root.kind === 'map' ? root.start - wholeLines(text, root).start : 0
  const lines = fieldText(field, value, eol + ' '.repeat(column))
  return splice(text, { start: fields.end, end: fields.end }, `${' '.repeat(column)}${lines}${eol}`)
}

//     {id: a, title: b}
//                    ^ , status: complete
function addedToFlow(text: string, root: MapNode, field: string, value: FieldValue): string {
  const last = [...root.entries.values()].at(-1)
  const at = last?.end ?? root.start + 1
  const pair = `${field}: ${inlineValue(field, value, 'flow')}`
  return splice(text, { start: at, end: at }, last === undefined ? pair : `, ${pair}`)
}

function replaced(text: string, root: MapNode, { key, value: old }: Pair, field: string, value: FieldValue): string {
  const isFlow = text[root.start] === '{'
  const isBlockList = old.kind === 'list' && text[old.start] === '-'
  if (!isBlockList) {
    const blank = old.start === old.end ? ' ' : ''
    return splice(text, old, blank + inlineValue(field, value, isFlow ? 'flow' : 'block'))
  }
  const { start } = wholeLines(text, { start: old.start, end: old.start })
  const indent = ' '.repeat(old.start - start)
  if (typeof value !== 'string' && value.length > 0) {
    const eol = /\r\n|\r|\n/.exec(text)![0]
    return splice(text, old, value.map((item) => `- ${plainOrQuoted(item, 'block')}`).join(eol + indent))
  }
  const inline = inlineValue(field, value, 'block')
  //     depends_on: # why
  //       - a
  //       ^ a comment before the list stays where it is
  const between = text.slice(key.end, old.start)
  if (between.trim() === ':') return splice(text, { start: key.end, end: old.end }, `: ${inline}`)
  return splice(text, old, indent === '' ? `  ${inline}` : inline)
}

function removed(text: string, root: MapNode, pair: Pair): string {
  if (text[root.start] === '{') return splice(text, withComma(text, pair), '')
  const line = wholeLines(text, pair)
  const behind = text.slice(pair.end, line.end)
  //     status: complete # by hand
  //     ^^^^^^^^^^^^^^^^^ the comment stays
  const isAlone = behind.trim() === ''
  return splice(
    text,
    isAlone ? { start: line.start, end: line.next } : { start: pair.start, end: line.end - behind.trimStart().length },
    '',
  )
}

/** With the comma that stood between it and its neighbour. */
function withComma(text: string, { start, end }: Pair): Span {
  const after = /^[ \t]*,[ \t]*/.exec(text.slice(end))
  if (after !== null) return { start, end: end + after[0].length }
  const before = text.slice(0, start).trimEnd()
  return { start: before.endsWith(',') ? before.length - 1 : start, end }
}

function splice(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}
