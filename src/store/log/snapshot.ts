import { createWhole, readWhole, unlinkIfThere } from '../files/whole.ts'
import { emptyJournal, type JournalEnd, sealLines, unsealLine } from '../journal/line.ts'
import type { Machine } from '../machine/port.ts'
import { type LogPlace, snapshotPath } from './place.ts'

/**
 * The state at one point of the active segment, kept to save folding again. It can be thrown away at any time: it is
 * sealed like a line of a journal, so damage shows, and it is not synced, because losing it loses nothing.
 */
export interface Snapshot {
  readonly at: JournalEnd
  readonly state: unknown
  readonly bytes: number
}

const snapshotFormat = 1
const snapshotCap = 256 * 1024 * 1024

export async function readSnapshot(machine: Machine, place: LogPlace): Promise<Snapshot | undefined> {
  const bytes = await readWhole(machine.files, snapshotPath(place), snapshotCap)
  const fields = bytes && unsealLine(Buffer.from(bytes).toString().trimEnd())?.fields
  if (fields?.format !== snapshotFormat || fields.plan !== place.plan) return undefined
  const { offset, last, lastSum, state } = fields
  if (typeof offset !== 'number' || typeof last !== 'number' || typeof lastSum !== 'string') return undefined
  return { at: { offset, seq: last, sum: lastSum, unsure: last + 1, torn: 0 }, state, bytes: bytes!.length }
}

/** Answers the size of the snapshot. Called under the lock. */
export async function writeSnapshot(
  machine: Machine,
  place: LogPlace,
  at: JournalEnd,
  state: unknown,
): Promise<number> {
  const path = snapshotPath(place)
  const temporary = `${path}.${machine.nonce()}.tmp`
  const fields = { format: snapshotFormat, plan: place.plan, offset: at.offset, last: at.seq, lastSum: at.sum, state }
  const bytes = sealLines([fields], emptyJournal).bytes
  try {
    const file = await createWhole(machine.files, temporary, bytes)
    await file.close()
    await machine.files.rename(temporary, path)
  } catch {
    await unlinkIfThere(machine.files, temporary)
  }
  return bytes.length
}
