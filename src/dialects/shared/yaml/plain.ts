import { type Limits, nestingCap } from '../limits.ts'
import type { MapNode, Pair, ScalarNode, Span, TreeNode } from '../tree.ts'
import { type Line, readBlockScalar, readFlowList } from './plain-value.ts'

/**
 * Reads the YAML that nearly all front matter is made of, about a hundred times as fast as the library:
 *
 *     # A comment on a line of its own.
 *     key: plain, 'quoted' or "quoted without escapes"
 *     list: [a, 'b', "c"]
 *     other:
 *       - a
 *       - b
 *
 * What it reads, it reads exactly as the library would, without a fault; a test holds it to that. At anything else, and at
 * whatever might be something else, it answers `undefined`, and the library goes on.
 */
export function readPlain(text: string, span: Span, limits: Limits): MapNode | undefined {
  if (!isInReach(text.slice(span.start, span.end), limits)) return undefined
  const entries = new Map<string, Pair>()
  let last: Pair | undefined
  for (let line = lineAt(text, span.start, span.end); line !== undefined; ) {
    if (line.start === line.end || text[line.start] === '#') {
      line = lineAt(text, line.next, span.end)
      continue
    }
    const field = readField(text, line, span.end)
    if (field === undefined || entries.has(field.pair.key.value) || entries.size === limits.keys) return undefined
    last = field.pair
    entries.set(last.key.value, last)
    line = lineAt(text, field.next, span.end)
  }
  if (last === undefined) return undefined
  const [first] = entries.values()
  return { kind: 'map', entries, start: first!.start, end: last.end }
}

/** Short enough that no limit can be met, and without a character of which it is not clear what YAML makes of it. */
function isInReach(written: string, limits: Limits): boolean {
  if (written.length > limits.text || written.length * 2 > limits.yamlTokens || nestingCap(limits) < 3) return false
  return !unclear.test(written)
}

const unclear = /[^\r\n -~\u00a1-\u2027\u202a-\ufefe\uff00-\ufffd]|\r(?!\n)/

function lineAt(text: string, start: number, spanEnd: number): Line | undefined {
  if (start >= spanEnd) return undefined
  const found = text.indexOf('\n', start)
  if (found === -1 || found >= spanEnd) return { start, end: spanEnd, next: spanEnd }
  const end = found > start && text[found - 1] === '\r' ? found - 1 : found
  return { start, end, next: found + 1 }
}

interface Field {
  readonly pair: Pair
  /** Where the line behind it starts. */
  readonly next: number
}

const keyPattern = /[A-Za-z_][A-Za-z0-9_-]{0,99}:/y

function readField(text: string, line: Line, spanEnd: number): Field | undefined {
  keyPattern.lastIndex = line.start
  if (!keyPattern.test(text)) return undefined
  const behind = keyPattern.lastIndex
  const key = scalar(text.slice(line.start, behind - 1), line.start, behind - 1)
  if (behind === line.end) return readBelow(text, key, line, spanEnd)

  if (text[behind] !== ' ') return undefined
  let start = behind
  while (text[start] === ' ') start++
  const value = text[start] === '[' ? readFlowList(text, start, line.end) : readBlockScalar(text, start, line.end)
  return value && { pair: { key, value, start: key.start, end: value.end }, next: line.next }
}

//     key:
//       - item
//       - item
function readBelow(text: string, key: ScalarNode, { end, next }: Line, spanEnd: number): Field | undefined {
  const items: ScalarNode[] = []
  let below = lineAt(text, next, spanEnd)
  let indent = -1
  let first = end
  while (below !== undefined) {
    let dash = below.start
    while (text[dash] === ' ') dash++
    if (text[dash] !== '-') break
    if (indent === -1) {
      indent = dash - below.start
      first = dash
    }
    if (dash - below.start !== indent || text[dash + 1] !== ' ') return undefined
    let start = dash + 1
    while (text[start] === ' ') start++
    const item = readBlockScalar(text, start, below.end)
    if (item === undefined) return undefined
    items.push(item)
    below = lineAt(text, below.next, spanEnd)
  }
  const value: TreeNode =
    items.length === 0 ? scalar('', end, end) : { kind: 'list', items, start: first, end: items.at(-1)!.end }
  return { pair: { key, value, start: key.start, end: value.end }, next: below?.start ?? spanEnd }
}

function scalar(value: string, start: number, end: number): ScalarNode {
  return { kind: 'scalar', type: 'string', style: 'plain', value, start, end }
}
