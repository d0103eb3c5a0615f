import { fault } from '../plan/diagnostics/fault.ts'
import { hasItsShape, type PlanRecord } from '../plan/records.ts'
import { applyRecord, emptyState, type Logged, loadState, type PlanState, saveState } from '../plan/state.ts'
import { diskFault } from './disk-fault.ts'
import type { Fold } from './log/fold.ts'
import { loadLog } from './log/load.ts'
import { Log, type LogOptions } from './log/log.ts'
import type { LogPlace } from './log/place.ts'
import type { Machine } from './machine/port.ts'

/** The log of a plan, folded into its state. */
export type PlanLog = Log<PlanState, PlanRecord>

export const planFold: Fold<PlanState, PlanRecord> = {
  empty: emptyState,
  apply(state, record) {
    refuseMisshapen(record)
    applyRecord(state, record)
  },
  save: (state) => ({ data: saveState(state) }),
  load: loadState,
}

export function openPlanLog(machine: Machine, place: LogPlace, options: LogOptions): Promise<PlanLog> {
  return Log.open(machine, place, planFold, options)
}

/** Where a plan stands, without a word about it being written; nothing need be there yet. */
export async function readPlanState(machine: Machine, place: LogPlace): Promise<PlanState> {
  const { state } = await loadLog(machine, place, planFold).catch((error) => {
    throw diskFault(error, place.active)
  })
  return state
}

/** Everything that ever happened to a plan, oldest first. */
export async function readRecords(machine: Machine, place: LogPlace): Promise<readonly Logged<PlanRecord>[]> {
  const all: Fold<Logged<PlanRecord>[], PlanRecord> = {
    empty: () => [],
    apply(records, record) {
      refuseMisshapen(record)
      records.push(record)
    },
    save: () => ({ data: undefined }),
    // From the first record on, whatever snapshot there is.
    load: () => undefined,
  }
  const { state } = await loadLog(machine, place, all).catch((error) => {
    throw diskFault(error, place.active)
  })
  return state
}

/** A log can come with a repository and say anything. */
function refuseMisshapen(record: Logged<PlanRecord>): void {
  if (hasItsShape(record)) return
  throw fault('E_JOURNAL_CORRUPT', `record ${record.seq} is not what its type (${record.type}) has`)
}
