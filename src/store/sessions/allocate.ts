import { join } from 'node:path'
import { makeDirectories } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { resolveInside } from '../paths/inside.ts'
import { isDirectory } from '../workspace/look.ts'
import { makeDirectory } from '../workspace/open.ts'
import { changeSession, type HeldSession } from './change-session.ts'
import type { SessionPlace } from './session-place.ts'
import { type PlacedThread, readSessionRecord, type SessionRecord } from './session-record.ts'
import { uuidv7 } from './uuid.ts'

/** The record of a session with the directory of its current thread, which is made when it is missing. */
export async function openAllocations(
  machine: Machine,
  place: SessionPlace,
  project: string,
  lock: LockOptions,
): Promise<SessionRecord> {
  const known = await readSessionRecord(machine, place)
  if (known && (await isDirectory(machine.files, known.current.directory))) return known
  return changeSession(machine, place, lock, (held) => allocated(machine, place, project, held))
}

/** The same for whoever holds the session already. */
export async function allocated(
  machine: Machine,
  place: SessionPlace,
  project: string,
  { record, save }: HeldSession,
): Promise<SessionRecord> {
  if (record) {
    await makeDirectories(machine.files, record.current.directory)
    return record
  }
  const current = await newThread(machine, place, place.id, place.id)
  const fresh: SessionRecord = { current, additional: [], project, removed: [] }
  await save(fresh)
  return fresh
}

/** A further thread for a session, with a directory of its own. */
export async function requestThread(
  machine: Machine,
  place: SessionPlace,
  project: string,
  lock: LockOptions,
): Promise<PlacedThread> {
  return changeSession(machine, place, lock, async (held) => {
    const record = await allocated(machine, place, project, held)
    const thread = await newThread(machine, place, newId(machine), newId(machine))
    await held.save({ ...record, additional: [...record.additional, thread] })
    return thread
  })
}

async function newThread(
  machine: Machine,
  { plans }: SessionPlace,
  thread_id: string,
  name: string,
): Promise<PlacedThread> {
  const plan_dir = join(plans, name)
  await makeDirectory(machine.files, plan_dir)
  return { thread_id, plan_dir, directory: await resolveInside(machine, plans, plan_dir) }
}

function newId(machine: Machine): string {
  return uuidv7(machine.now().wallMs, machine.nonce())
}
