import type { Logged } from '../../plan/state.ts'

/** How a state comes from the records. A state belongs to the log that folds it; `apply` may change it in place. */
export interface Fold<State, Rec extends NewRecord> {
  /** Tells its snapshots from those of another fold of the same log; the state of a plan has none. */
  readonly name?: string
  empty(): State
  apply(state: State, record: Logged<Rec>): void
  /** For a snapshot, and back. `load` answers undefined for what it does not understand. */
  save(state: State): Saved
  load(data: unknown, bytes: Uint8Array): State | undefined
}

/** A state as plain data, and beside it as bytes what there is too much of for data. */
export interface Saved {
  readonly data: unknown
  readonly bytes?: Uint8Array
}

/** A record as a decision gives it; the log adds when it happened and its sequence number. */
export interface NewRecord {
  readonly type: string
}
