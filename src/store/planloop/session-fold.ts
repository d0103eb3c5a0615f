import { hasSessionShape, type SessionRecord } from '../../dialects/planloop/records.ts'
import { loadSession, saveSession } from '../../dialects/planloop/saved-session.ts'
import { applyToSession, emptySession, type Session } from '../../dialects/planloop/session.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { Logged } from '../../plan/state.ts'
import { diskFault } from '../disk-fault.ts'
import type { Fold } from '../log/fold.ts'
import { loadLog } from '../log/load.ts'
import type { LogPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'

export const sessionFold: Fold<Session, SessionRecord> = {
  name: 'session',
  empty: emptySession,
  apply(session, record) {
    refuseMisshapen(record)
    applyToSession(session, record)
  },
  save: saveSession,
  load: loadSession,
}

/** Where a session stands, without a lock and without a word being written. */
export async function readSession(machine: Machine, place: LogPlace): Promise<Session> {
  const { state } = await loadLog(machine, place, sessionFold).catch((error) => {
    throw diskFault(error, place.active)
  })
  refuseUnknown(state, place)
  return state
}

/** A log in which nobody has started a session is none: of one that was cut off at its start nothing counts. */
export function refuseUnknown({ version }: Session, { plan, active }: LogPlace): void {
  if (version > 0) return
  throw fault('E_UNKNOWN_SESSION', `there is no session "${plan}"`, { file: active, actual: plan })
}

export function refuseMisshapen(record: Logged<SessionRecord>): void {
  if (hasSessionShape(record)) return
  throw fault('E_JOURNAL_CORRUPT', `record ${record.seq} is not what its type (${record.type}) has`)
}
