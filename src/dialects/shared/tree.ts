/**
 * Where something is written: offsets into the text of its source, from `start` up to, not including, `end`.
 * `source.lines.range(start, end)` makes a range of it.
 */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * What YAML and JSON are read into. Nothing is interpreted and nothing is lost: every scalar is the string that was
 * written, and every span can be replaced in the text without touching what stands around it. (Where nothing is written
 * the span is empty and stands behind the `:`; what is put there needs a blank before it.)
 */
export type TreeNode = MapNode | ListNode | ScalarNode

export interface MapNode extends Span {
  readonly kind: 'map'
  /** In the order of the text. Where a key stands twice, the first one. */
  readonly entries: ReadonlyMap<string, Pair>
}

/** One key with its value. The span reaches from the start of the key to the end of the value. */
export interface Pair extends Span {
  readonly key: ScalarNode
  readonly value: TreeNode
}

export interface ListNode extends Span {
  readonly kind: 'list'
  readonly items: readonly TreeNode[]
}

export interface ScalarNode extends Span {
  readonly kind: 'scalar'
  /** What JSON says it is. YAML is read without types: always `string`. */
  readonly type: 'string' | 'number' | 'boolean' | 'null'
  /** `plain` and empty: a key that was given no value. */
  readonly style: 'plain' | 'quoted' | 'block'
  /** Of a string its characters, quotes and escapes resolved; of anything else the text as written. */
  readonly value: string
}
