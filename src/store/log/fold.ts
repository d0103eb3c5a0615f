import type { Logged } from '../../plan/state.ts'

/** How a state comes from the records. A state belongs to the log that folds it; `apply` may change it in place. */
export interface Fold<State, Rec extends NewRecord> {
  empty(): State
  apply(state: State, record: Logged<Rec>): void
  /** As plain data for a snapshot, and back. `load` answers undefined for what it does not understand. */
  save(state: State): unknown
  load(data: unknown): State | undefined
}

/** A record as a decision gives it; the log adds when it happened and its sequence number. */
export interface NewRecord {
  readonly type: string
}
