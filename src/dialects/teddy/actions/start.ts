import type { Span } from '../../shared/tree.ts'

/** What every action begins with. */
export interface ActionStart extends Span {
  readonly position: number
  readonly heading: Span
}
