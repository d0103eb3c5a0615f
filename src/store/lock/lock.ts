/**
 * A lock between processes on plain files, without a daemon.
 *
 * Promise: at most one live process is inside `withLock` for a path, and a process that was killed inside does not keep
 * the others out. The lock is held for the milliseconds of a commit, never while somebody thinks or a step runs.
 *
 * How. Each process writes one owner record, `owners/<nonce>`, and takes a lock by hard-linking that record to the lock's
 * path: exactly one link succeeds, and the lock never exists without saying whose it is.
 *
 * Death. A lock is broken without asking only when its owner is provably dead (see `Machine.fate`), never by age. "See
 * that it is dead, unlink, link" would let a slow process remove the lock that a fast one has just taken. So whoever wants
 * to remove the lock of a dead owner first claims the right to, by linking `lock.break.<its nonce>.<k>`, then looks again
 * and removes the lock only if it still carries that nonce. A nonce is never used again, so the lock of a dead owner
 * cannot come back; if the claimant itself died, the next one claims k + 1. test/store/lock/interleavings.test.ts runs
 * this very code through every order of events.
 *
 * Fence. `lock.verify()` is asked before a change becomes visible, in case somebody took the lock away by force.
 */
import { fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { breakLock, isOwnedBy } from './break.ts'
import { critical } from './critical.ts'
import { forgetOwnRecord, type OwnRecord, ownRecord } from './own-record.ts'
import { describeOwner, type Owner, readOwner } from './owner.ts'
import { putIfAbsent } from './put-if-absent.ts'
import { oneAtATime } from './queue.ts'

export interface LockPlace {
  /** The path of the lock itself. */
  readonly lock: string
  /** The directory of the owner records, on the same file system. */
  readonly owners: string
}

export interface LockOptions {
  readonly waitMs: number
  /** What the holder is doing, for those who wait. */
  readonly command: string
}

export interface Lock {
  /** Throws `E_LOCK_LOST` when the lock is not ours any more. */
  verify(): Promise<void>
}

export async function withLock<T>(
  machine: Machine,
  place: LockPlace,
  options: LockOptions,
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  return oneAtATime(machine, place.lock, async () => {
    const me = await acquire(machine, place, options).catch((error) => {
      throw diskFault(error, place.lock)
    })
    return critical(async () => {
      try {
        return await work({ verify: () => verify(machine, place, me) })
      } finally {
        await release(machine, place, me)
      }
    })
  })
}

/** A second time with a new owner record, should somebody have removed ours. */
async function acquire(machine: Machine, place: LockPlace, options: LockOptions): Promise<OwnRecord> {
  try {
    return await acquireWith(machine, place, options)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    forgetOwnRecord(machine, place.owners)
    return acquireWith(machine, place, options)
  }
}

async function acquireWith(machine: Machine, place: LockPlace, options: LockOptions): Promise<OwnRecord> {
  const me = await ownRecord(machine, place.owners, options.command)
  const deadline = machine.now().monotonicMs + options.waitMs
  for (let attempt = 1; ; attempt++) {
    if (await putIfAbsent(machine.files, me.path, place.lock, me.bytes)) return me
    const other = await readOwner(machine, place.lock)
    if (other === undefined) continue
    if (other !== 'unreadable') {
      // Our own: over a network the answer to a link that was made can get lost and the retry say that it exists.
      if (other.nonce === me.owner.nonce) return me
      if (machine.fate(other) === 'dead' && (await breakLock(machine, place, me, other.nonce))) continue
    }
    if (machine.now().monotonicMs >= deadline) throw refusal(machine, place.lock, other)
    await machine.sleep(backOff(attempt, machine.nonce()))
  }
}

async function verify(machine: Machine, place: LockPlace, me: OwnRecord): Promise<void> {
  if (!(await isMine(machine, place, me))) {
    throw fault('E_LOCK_LOST', `the lock was taken away: ${place.lock}`, { file: place.lock })
  }
}

/** Does not fail: the work is done, and a lock that stays is taken up by our next call or broken after our end. */
async function release(machine: Machine, place: LockPlace, me: OwnRecord): Promise<void> {
  try {
    if (await isMine(machine, place, me)) await machine.files.unlink(place.lock)
  } catch {}
}

/** A lock that is a link to our record is ours; reading it is only needed where there are no hard links. */
async function isMine(machine: Machine, place: LockPlace, me: OwnRecord): Promise<boolean> {
  try {
    const { inode } = await machine.files.stat(place.lock)
    return inode === me.inode || isOwnedBy(await readOwner(machine, place.lock), me.owner.nonce)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** 1, 4, 9 … up to 50 ms, a quarter more or less so that waiting processes do not march in step. */
function backOff(attempt: number, random: string): number {
  const jitter = 0.75 + (Number.parseInt(random.slice(0, 4), 16) / 0xffff) * 0.5
  return Math.min(attempt * attempt, 50) * jitter
}

function refusal(machine: Machine, path: string, other: Owner | 'unreadable') {
  if (other === 'unreadable') return fault('E_LOCK_UNREADABLE', `the lock names no owner: ${path}`, { file: path })
  const who = describeOwner(other)
  return machine.fate(other) === 'unknown'
    ? fault('E_LOCK_FOREIGN', `locked by ${who}`, { file: path, actual: who })
    : fault('E_LOCKED', `locked by ${who}`, { file: path, actual: who })
}
