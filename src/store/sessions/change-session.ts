import { diskFault } from '../disk-fault.ts'
import { replaceFile } from '../files/replace.ts'
import { type LockOptions, withLock } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { openSessionLock } from './session-folders.ts'
import type { SessionPlace } from './session-place.ts'
import { readSessionRecord, recordText, type SessionRecord } from './session-record.ts'

/** The record of a session while nobody else can change it. */
export interface HeldSession {
  /** As it was found; undefined for a session that has nothing yet. */
  readonly record: SessionRecord | undefined
  readonly save: (record: SessionRecord) => Promise<void>
}

/** Everything that changes a session goes through here, one at a time. */
export async function changeSession<T>(
  machine: Machine,
  place: SessionPlace,
  options: LockOptions,
  work: (held: HeldSession) => Promise<T>,
): Promise<T> {
  const lockPlace = await openSessionLock(machine, place)
  return withLock(machine, lockPlace, options, async (lock) => {
    const record = await readSessionRecord(machine, place)
    const save = async (next: SessionRecord) => {
      await lock.verify()
      await replaceFile(machine, place.record, Buffer.from(recordText(next)))
    }
    try {
      return await work({ record, save })
    } catch (error) {
      throw diskFault(error, place.record)
    }
  })
}
