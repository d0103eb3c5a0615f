import type { Span } from '../../shared/tree.ts'

/**
 * What every action begins with. Readers write its four fields out instead of spreading it, which costs an action more than
 * all of its fields; and a plan can have a hundred thousand.
 */
export interface ActionStart extends Span {
  readonly position: number
  readonly heading: Span
}
