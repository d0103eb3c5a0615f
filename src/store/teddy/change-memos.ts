import { changedMemos, type MemoChange } from '../../dialects/teddy/session/memo-list.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy } from './change.ts'
import type { TeddyPlace } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/** Takes up what a plan without a session wants to remember and to forget. Doing it twice changes nothing more. */
export async function changeMemos(
  machine: Machine,
  place: TeddyPlace,
  changes: readonly MemoChange[],
  lock: LockOptions,
): Promise<void> {
  if (changes.length === 0) return
  await changeTeddy(machine, place, lock, async ({ write }) => {
    const before = (await readTextFile(machine, place.memos)) ?? ''
    const after = changedMemos(place.memos, before, changes)
    if (after !== before) await write(place.memos, after)
  })
}
