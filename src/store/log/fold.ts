/** A line of the log as the fold sees it: what happened, and when. */
export interface LogRecord {
  readonly type: string
  readonly at: string
  readonly seq: number
  readonly [field: string]: unknown
}

/** How a state comes from the records. A state belongs to the log that folds it; `apply` may change it in place. */
export interface Fold<State> {
  empty(): State
  apply(state: State, record: LogRecord): void
  /** As plain data for a snapshot, and back. `load` answers undefined for what it does not understand. */
  save(state: State): unknown
  load(data: unknown): State | undefined
}
