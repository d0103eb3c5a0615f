import { basename, join } from 'node:path'
import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { unlinkIfThere } from '../files/whole.ts'
import { breakLock } from '../lock/break.ts'
import type { LockPlace } from '../lock/lock.ts'
import { ownRecord } from '../lock/own-record.ts'
import { describeOwner, type Owner, readOwner } from '../lock/owner.ts'
import { putIfAbsent } from '../lock/put-if-absent.ts'
import type { LogPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import type { Finding } from './finding.ts'
import { listNames } from './list-names.ts'

/** Locks, and the claims to break them, of processes that are gone or that cannot be seen from here. */
export async function examineLock(
  machine: Machine,
  place: LogPlace,
): Promise<{ readonly findings: Finding[]; readonly inUse: boolean }> {
  const owner = await readOwner(machine, place.lock).catch(() => 'unreadable' as const)
  const findings = [...lockFinding(machine, place, owner), ...(await claimFindings(machine, place))]
  return { findings, inUse: typeof owner === 'object' && machine.fate(owner) !== 'dead' }
}

function lockFinding(machine: Machine, place: LogPlace, owner: Owner | 'unreadable' | undefined): Finding[] {
  const file = place.lock
  if (owner === undefined) return []
  if (owner === 'unreadable') {
    const mend = () => removeUnreadable(machine, place)
    return [{ diagnostic: diagnostic('E_LOCK_UNREADABLE', 'the lock names no owner', { file }), mend }]
  }
  const who = describeOwner(owner)
  switch (machine.fate(owner)) {
    case 'alive':
      return []
    case 'unknown':
      return [{ diagnostic: diagnostic('E_LOCK_FOREIGN', `locked by ${who}`, { file, actual: who }) }]
    case 'dead': {
      const mend = () => removeLock(machine, place, owner.nonce)
      return [{ diagnostic: diagnostic('E_DEAD_LOCK', `locked by ${who}, which is gone`, { file }), mend }]
    }
  }
}

async function claimFindings(machine: Machine, place: LogPlace): Promise<Finding[]> {
  const findings: Finding[] = []
  const prefix = `${basename(place.lock)}.break.`
  for (const name of await listNames(machine, place.directory)) {
    if (!name.startsWith(prefix)) continue
    const file = join(place.directory, name)
    const owner = await readOwner(machine, file).catch(() => 'unreadable' as const)
    if (typeof owner === 'object' && machine.fate(owner) !== 'dead') continue
    findings.push({
      diagnostic: diagnostic('E_LEFTOVER', 'a claim of a process that is gone', { file }),
      mend: async () => void (await unlinkIfThere(machine.files, file)),
    })
  }
  return findings
}

/** Removes the lock of one owner, dead or not: the caller answers for it. */
export async function removeLock(machine: Machine, place: LockPlace, nonce: string): Promise<void> {
  await breakLock(machine, place, await ownRecord(machine, place.owners, 'steadplan doctor'), nonce)
}

/** The same for a lock that names nobody: the claim is on the file itself. */
async function removeUnreadable(machine: Machine, place: LockPlace): Promise<void> {
  const me = await ownRecord(machine, place.owners, 'steadplan doctor')
  const { inode } = await machine.files.stat(place.lock)
  const claim = `${place.lock}.break.inode-${inode}.0`
  if (!(await putIfAbsent(machine.files, me.path, claim, me.bytes))) return
  try {
    const same = (await machine.files.stat(place.lock)).inode === inode
    if (same && (await readOwner(machine, place.lock)) === 'unreadable') await machine.files.unlink(place.lock)
  } finally {
    await unlinkIfThere(machine.files, claim)
  }
}
