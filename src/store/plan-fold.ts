import type { PlanRecord } from '../plan/records.ts'
import { applyRecord, emptyState, type Logged, loadState, type PlanState, saveState } from '../plan/state.ts'
import type { Fold } from './log/fold.ts'

/** The log of a plan, folded into its state. */
export const planFold: Fold<PlanState> = {
  empty: emptyState,
  apply: (state, record) => applyRecord(state, record as unknown as Logged<PlanRecord>),
  save: saveState,
  load: loadState,
}
