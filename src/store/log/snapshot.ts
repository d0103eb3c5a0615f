import { putLossy } from '../files/put-lossy.ts'
import { readWhole } from '../files/whole.ts'
import { emptyJournal, type JournalEnd, sealLines, sumOf, unsealBytes } from '../journal/line.ts'
import type { Machine } from '../machine/port.ts'
import type { Saved } from './fold.ts'
import { type LogPlace, snapshotPath } from './place.ts'

/**
 * The state at one point of the active segment, kept to save folding again. It can be thrown away at any time: it is
 * sealed like a line of a journal, so damage shows, and it is not synced, because losing it loses nothing. What a fold
 * keeps as bytes follows the line.
 */
export interface Snapshot {
  readonly at: JournalEnd
  readonly state: unknown
  readonly beside: Uint8Array
  readonly size: number
}

const snapshotFormat = 1
const snapshotCap = 256 * 1024 * 1024

export async function readSnapshot(machine: Machine, place: LogPlace, fold?: string): Promise<Snapshot | undefined> {
  const whole = await readWhole(machine.files, snapshotPath(place, fold), snapshotCap)
  if (whole === undefined) return undefined
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
  const lineEnd = bytes.indexOf(10)
  const fields = unsealBytes(bytes.subarray(0, Math.max(lineEnd, 0)))?.fields
  if (fields?.format !== snapshotFormat || fields.plan !== place.plan) return undefined
  const { offset, last, lastSum, state, beside: sum = sumOf('') } = fields
  if (typeof offset !== 'number' || typeof last !== 'number' || typeof lastSum !== 'string') return undefined
  const beside = bytes.subarray(lineEnd + 1)
  if (sumOf(beside) !== sum) return undefined
  return { at: { offset, seq: last, sum: lastSum, unsure: last + 1, torn: 0 }, state, beside, size: bytes.length }
}

/** Answers the size of the snapshot. Called under the lock. */
export async function writeSnapshot(
  machine: Machine,
  place: LogPlace,
  at: JournalEnd,
  { data, bytes: beside }: Saved,
  fold?: string,
): Promise<number> {
  const fields = {
    format: snapshotFormat,
    plan: place.plan,
    offset: at.offset,
    last: at.seq,
    lastSum: at.sum,
    state: data,
    ...(beside && { beside: sumOf(beside) }),
  }
  const line = sealLines([fields], emptyJournal).bytes
  const bytes = beside === undefined ? line : Buffer.concat([line, beside])
  await putLossy(machine, snapshotPath(place, fold), bytes)
  return bytes.length
}
