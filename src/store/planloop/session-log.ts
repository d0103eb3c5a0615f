import type { SessionRecord } from '../../dialects/planloop/records.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import type { LockOptions } from '../lock/lock.ts'
import { Log } from '../log/log.ts'
import type { LogPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import { refuseUnknown, sessionFold } from './session-fold.ts'

export type SessionLog = Log<Session, SessionRecord>

/** A session that is there, to be looked at and to be changed. */
export interface OpenSession {
  readonly machine: Machine
  readonly place: LogPlace
  readonly log: SessionLog
}

export async function openSession(machine: Machine, place: LogPlace, lock: LockOptions): Promise<OpenSession> {
  const log = await openSessionLog(machine, place, lock)
  refuseUnknown((await log.read()).state, place)
  return { machine, place, log }
}

/** The same where there need not be a session yet. */
export function openSessionLog(machine: Machine, place: LogPlace, lock: LockOptions): Promise<SessionLog> {
  return Log.open(machine, place, sessionFold, { lockWaitMs: lock.waitMs, command: lock.command, ...snapshots })
}

/**
 * Whoever works on a session opens its log anew each time, and reads each time all that stands behind its last snapshot. To
 * write one costs less than to read a tenth of it line by line.
 */
const snapshots = { snapshotBytes: 16 * 1024, snapshotShare: 1 / 64 }
