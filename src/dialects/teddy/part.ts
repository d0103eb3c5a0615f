import type { Findings } from '../shared/findings.ts'
import type { Source } from '../shared/source.ts'
import type { Span } from '../shared/tree.ts'
import type { Block } from './blocks.ts'
import type { Lines } from './lines.ts'

/** A heading of a plan and all that belongs to it. */
export interface Part {
  readonly source: Source
  /** Of all of the source. */
  readonly lines: Lines
  readonly findings: Findings
  readonly heading: Span
  readonly blocks: readonly Block[]
  /** Where the part ends: the start of the next one. */
  readonly end: number
}

export function textAt({ source }: Pick<Part, 'source'>, { start, end }: Span): string {
  return source.text.slice(start, end)
}
