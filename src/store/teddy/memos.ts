import { dirname, join } from 'node:path'
import { defaultLimits } from '../../dialects/shared/limits.ts'
import type { Memo } from '../../dialects/teddy/plan.ts'
import { readTeddy } from '../../dialects/teddy/read.ts'
import { changedMemos, memosOf } from '../../dialects/teddy/session/memo-list.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { temporaryPath } from '../files/temporary.ts'
import { createWhole, readWithAttributes } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy, type HeldTeddy } from './change.ts'
import { kindAt } from './kind-at.ts'
import type { TeddySession } from './session.ts'
import { type TeddyPlace, turnDirectory } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/** What is remembered in a project. */
export async function readMemos(machine: Machine, place: TeddyPlace): Promise<string[]> {
  return memosOf(place.memos, (await readTextFile(machine, place.memos)) ?? '')
}

/**
 * Stands in a turn that has ended as long as its memos are not yet among the others. It becomes their file by being
 * renamed, so that each change is made once, whatever happens in between.
 */
export function pendingMemos(turn: string): string {
  return join(turn, 'memos.pending')
}

/** Takes up the memos of a turn that has ended, if that is still to be done. */
export async function takeUpMemos({ machine, place, verify }: HeldTeddy, turn: string): Promise<void> {
  const { files } = machine
  const pending = pendingMemos(turn)
  if ((await kindAt(machine, pending)) !== 'file') return
  await removeLeftovers(files, turn)
  const memos = await memosInPlan(machine, join(turn, 'plan.md'))
  const before = (await readTextFile(machine, place.memos)) ?? ''
  const after = changedMemos(place.memos, before, memos)
  const attributes = (await readWithAttributes(files, place.memos, Number.POSITIVE_INFINITY))?.attributes
  const temporary = temporaryPath(pending, machine.nonce())
  const file = await createWhole(files, temporary, Buffer.from(after), attributes)
  await file.sync()
  await file.close()
  await files.rename(temporary, pending)
  await files.syncDirectory(turn)
  await verify()
  await files.rename(pending, place.memos)
  await files.syncDirectory(dirname(place.memos))
  await files.syncDirectory(turn)
}

/** Whatever the limits are by now: this plan was carried out. */
async function memosInPlan(machine: Machine, path: string): Promise<readonly Memo[]> {
  const text = (await readTextFile(machine, path)) ?? ''
  const { plan } = readTeddy(path, Buffer.from(text), {
    ...defaultLimits,
    markdown: text.length * 4,
    text: text.length,
  })
  return plan?.memos ?? []
}

/** The same for whoever comes after a process that was cut off. */
export async function settleMemos(
  machine: Machine,
  place: TeddyPlace,
  { directory, last }: TeddySession,
  lock: LockOptions,
): Promise<void> {
  const turn = turnDirectory(directory, last.meta.concluded ? last.number : last.number - 1)
  if ((await kindAt(machine, pendingMemos(turn))) !== 'file') return
  await changeTeddy(machine, place, lock, (held) => takeUpMemos(held, turn))
}
