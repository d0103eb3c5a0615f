import { fault } from '../plan/diagnostics/fault.ts'
import { hasItsShape, type PlanRecord } from '../plan/records.ts'
import { applyRecord, emptyState, loadState, type PlanState, saveState } from '../plan/state.ts'
import type { Fold } from './log/fold.ts'
import { Log, type LogOptions } from './log/log.ts'
import type { LogPlace } from './log/place.ts'
import type { Machine } from './machine/port.ts'

/** The log of a plan, folded into its state. */
export type PlanLog = Log<PlanState, PlanRecord>

export const planFold: Fold<PlanState, PlanRecord> = {
  empty: emptyState,
  apply(state, record) {
    if (!hasItsShape(record)) {
      throw fault('E_JOURNAL_CORRUPT', `record ${record.seq} is not what its type (${record.type}) has`)
    }
    applyRecord(state, record)
  },
  save: saveState,
  load: loadState,
}

export function openPlanLog(machine: Machine, place: LogPlace, options: LogOptions): Promise<PlanLog> {
  return Log.open(machine, place, planFold, options)
}
