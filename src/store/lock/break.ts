import { unlinkIfThere } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import type { LockPlace } from './lock.ts'
import type { OwnRecord } from './own-record.ts'
import { type Owner, readOwner } from './owner.ts'
import { putIfAbsent } from './put-if-absent.ts'

/**
 * Removes the lock of one owner and answers true, or false when somebody else is about to. `lock.ts` says why it takes a
 * claim.
 *
 *     lock                     held by the dead owner D
 *     lock.break.D.0           claimed by the process that removes it
 *     lock.break.D.1           claimed by the next, when that process died as well
 */
export async function breakLock(machine: Machine, place: LockPlace, me: OwnRecord, nonce: string): Promise<boolean> {
  const { files } = machine
  for (let k = 0; ; k++) {
    const claim = claimPath(place.lock, nonce, k)
    if (await putIfAbsent(files, me.path, claim, me.bytes)) {
      if (isOwnedBy(await readOwner(machine, place.lock), nonce)) await unlinkIfThere(files, place.lock)
      await unlinkIfThere(files, `${place.owners}/${nonce}`)
      for (let done = k; done >= 0; done--) await unlinkIfThere(files, claimPath(place.lock, nonce, done))
      return true
    }
    const claimant = await readOwner(machine, claim)
    if (claimant === undefined || claimant === 'unreadable' || machine.fate(claimant) !== 'dead') return false
  }
}

export function isOwnedBy(owner: Owner | 'unreadable' | undefined, nonce: string): boolean {
  return typeof owner === 'object' && owner.nonce === nonce
}

function claimPath(lock: string, nonce: string, k: number): string {
  return `${lock}.break.${nonce}.${k}`
}
