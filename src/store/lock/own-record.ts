import { createWhole, hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { newOwner, type Owner, ownerBytes } from './owner.ts'

/** The owner record that this process links wherever it takes a lock. */
export interface OwnRecord {
  readonly owner: Owner
  readonly path: string
  readonly bytes: Uint8Array
}

const records = new WeakMap<Machine, Map<string, OwnRecord>>()

/**
 * The record of this process in a directory of owners, written when the first lock there is wanted and kept until the
 * process ends: a new file for every lock would cost more than the lock itself (docs/adr/0001).
 */
export async function ownRecord(machine: Machine, owners: string, command: string): Promise<OwnRecord> {
  const known = records.get(machine)?.get(owners)
  if (known && (await isThere(machine, known.path))) return known
  const owner = newOwner(machine, command)
  const record = { owner, path: `${owners}/${owner.nonce}`, bytes: ownerBytes(owner) }
  const file = await createWhole(machine.files, record.path, record.bytes)
  try {
    // So that no lock is ever found without its owner, not after a power loss either.
    await file.sync()
  } finally {
    await file.close()
  }
  machine.removeAtExit(record.path)
  records.set(machine, (records.get(machine) ?? new Map<string, OwnRecord>()).set(owners, record))
  return record
}

async function isThere(machine: Machine, path: string): Promise<boolean> {
  try {
    await machine.files.stat(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}
