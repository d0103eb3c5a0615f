import { createWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { newOwner, type Owner, ownerBytes } from './owner.ts'

/** The owner record that this process links wherever it takes a lock. */
export interface OwnRecord {
  readonly owner: Owner
  readonly path: string
  readonly bytes: Uint8Array
  readonly inode: bigint
}

const records = new WeakMap<Machine, Map<string, OwnRecord>>()

/**
 * The record of this process in a directory of owners, written when the first lock there is wanted and kept until the
 * process ends: a new file for every lock would cost more than the lock itself (docs/adr/0001).
 */
export async function ownRecord(machine: Machine, owners: string, command: string): Promise<OwnRecord> {
  const known = records.get(machine)?.get(owners)
  if (known) return known
  const record = await writeRecord(machine, owners, command)
  machine.removeAtExit(record.path)
  records.set(machine, (records.get(machine) ?? new Map<string, OwnRecord>()).set(owners, record))
  return record
}

/** For when it turns out that somebody removed it: the next one is written anew, under another nonce. */
export function forgetOwnRecord(machine: Machine, owners: string): void {
  records.get(machine)?.delete(owners)
}

async function writeRecord(machine: Machine, owners: string, command: string): Promise<OwnRecord> {
  const owner = newOwner(machine, command)
  const [path, bytes] = [`${owners}/${owner.nonce}`, ownerBytes(owner)]
  const file = await createWhole(machine.files, path, bytes)
  try {
    // So that no lock is ever found without its owner, not after a power loss either.
    await file.sync()
    return { owner, path, bytes, inode: (await file.stat()).inode }
  } finally {
    await file.close()
  }
}
