import { checkEscapes } from '../characters.ts'
import { Entries } from '../entries.ts'
import type { ReadingContext } from '../reading.ts'
import type { ScalarNode, TreeNode } from '../tree.ts'
import { checkNumber } from './number.ts'

type Open =
  | { readonly kind: 'map'; readonly start: number; readonly entries: Entries; key?: ScalarNode | undefined }
  | { readonly kind: 'list'; readonly start: number; readonly items: TreeNode[] }

/** Puts a tree together from what the parser comes past. */
export class TreeBuilder {
  root: TreeNode | undefined
  readonly #context: ReadingContext
  readonly #open: Open[] = []

  constructor(context: ReadingContext) {
    this.#context = context
  }

  openMap(start: number): void {
    this.#open.push({ kind: 'map', start, entries: new Entries(this.#context) })
  }

  openList(start: number): void {
    this.#open.push({ kind: 'list', start, items: [] })
  }

  close(end: number): void {
    const top = this.#open.pop()!
    const { kind, start } = top
    this.#put(
      kind === 'map' ? { kind, entries: top.entries.pairs, start, end } : { kind, items: top.items, start, end },
    )
  }

  key(value: string, start: number, end: number): void {
    const top = this.#open.at(-1)!
    if (top.kind === 'map') top.key = this.#scalar(value, start, end)
  }

  scalar(value: unknown, start: number, end: number): void {
    this.#put(this.#scalar(value, start, end))
  }

  #scalar(value: unknown, start: number, end: number): ScalarNode {
    const raw = this.#context.source.text.slice(start, end)
    if (typeof value === 'string') {
      if (raw.includes('\\')) checkEscapes(value, { start, end }, this.#context.findings)
      return { kind: 'scalar', type: 'string', style: 'quoted', value, start, end }
    }
    if (typeof value === 'number') checkNumber(raw, { start, end }, this.#context.findings)
    const type = typeof value === 'number' ? 'number' : value === null ? 'null' : 'boolean'
    return { kind: 'scalar', type, style: 'plain', value: raw, start, end }
  }

  #put(node: TreeNode): void {
    const top = this.#open.at(-1)
    if (top === undefined) this.root ??= node
    else if (top.kind === 'list') top.items.push(node)
    else if (top.key !== undefined) {
      top.entries.add({ key: top.key, value: node, start: top.key.start, end: node.end })
      top.key = undefined
    }
  }
}
