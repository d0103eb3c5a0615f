import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair as LibraryPair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { checkEscapes } from '../characters.ts'
import { Entries } from '../entries.ts'
import type { ReadingContext } from '../reading.ts'
import type { MapNode, Pair, ScalarNode, TreeNode } from '../tree.ts'

/** Our tree from the library's. Where nothing is written there is an empty scalar `at` that place. */
export function toTree(node: ParsedNode | null, at: number, context: ReadingContext): TreeNode {
  if (node === null) return emptyScalar(at)
  if (isScalar(node)) return toScalar(node, context)
  if (isMap(node)) return toMap(node, context)
  const [start, end] = node.range
  if (isSeq(node)) {
    const items = node.items.map((item) => toTree(item, end, context))
    return { kind: 'list', items, start, end: node.flow ? end : (items.at(-1)?.end ?? end) }
  }
  // An alias, which has its diagnostic. It stays as the text it is.
  return { kind: 'scalar', type: 'string', style: 'plain', value: context.source.text.slice(start, end), start, end }
}

function emptyScalar(at: number): ScalarNode {
  return { kind: 'scalar', type: 'string', style: 'plain', value: '', start: at, end: at }
}

function toScalar(node: Scalar.Parsed, { source, findings }: ReadingContext): ScalarNode {
  const { text } = source
  const style = styles[node.type ?? 'PLAIN']
  const value = node.source
  const start = node.range[0]
  const end = style === 'block' ? beforeLineEnd(text, node.range[1]) : node.range[1]
  if (node.type === 'QUOTE_DOUBLE' && text.slice(start, end).includes('\\')) {
    checkEscapes(value, { start, end }, findings)
  }
  return { kind: 'scalar', type: 'string', style, value, start, end }
}

const styles = {
  PLAIN: 'plain',
  QUOTE_DOUBLE: 'quoted',
  QUOTE_SINGLE: 'quoted',
  BLOCK_FOLDED: 'block',
  BLOCK_LITERAL: 'block',
} as const

/** The library counts the last line end to a block scalar. Whoever replaces the scalar has to leave it where it is. */
function beforeLineEnd(text: string, end: number): number {
  if (text.endsWith('\r\n', end)) return end - 2
  return text.endsWith('\n', end) || text.endsWith('\r', end) ? end - 1 : end
}

function toMap(node: YAMLMap.Parsed, context: ReadingContext): MapNode {
  const [start, closed] = node.range
  const entries = new Entries(context)
  let end = start
  for (const item of node.items) {
    const pair = toPair(item, context)
    if (pair !== undefined) entries.add(pair)
    end = pair?.end ?? (item.value ?? item.key).range[1]
  }
  // The library lets a block mapping end after the line end of its last value.
  return { kind: 'map', entries: entries.pairs, start, end: node.flow ? closed : end }
}

function toPair(
  { key, value, srcToken }: LibraryPair<ParsedNode, ParsedNode | null>,
  context: ReadingContext,
): Pair | undefined {
  const [start, end] = key.range
  if (!isScalar(key)) {
    // An alias has its diagnostic.
    if (!isAlias(key)) context.findings.add('E_YAML', 'A key has to be text, not a list or a mapping.', { start, end })
    return undefined
  }
  const ourKey = toScalar(key, context)
  if (ourKey.value === '<<' && ourKey.style === 'plain') {
    context.findings.add('E_YAML_ALIAS', '`<<` merges another mapping into this one.', ourKey)
    return undefined
  }
  const ourValue = toTree(value, end, context)
  //     ? &anchor key: value
  //     ^
  const first = srcToken?.start.find(({ type }) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag')
  return { key: ourKey, value: ourValue, start: first?.offset ?? start, end: Math.max(end, ourValue.end) }
}
