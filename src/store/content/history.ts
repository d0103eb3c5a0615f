/**
 * The versions of a plan's content, in one journal. Each commit appends a version with the bytes of the files it changed,
 * before any of them becomes visible, and a line that says how it ended:
 *
 *     {"type":"version","version":7,"parent":6,…}
 *     {"type":"settled","version":7,"published":true,"head":7,…}
 *
 * A number belongs to whoever first appended a whole version with it, and is never given again: `openPen` and its `sync`
 * let nobody else in between. A version that nobody settled is one whose writer was cut off or is still at work.
 *
 * One file rather than one per version: a new file costs another inode, and with it twice the time (docs/adr/0001).
 */
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import { type Opened, openRegular, refuseOver } from '../files/whole.ts'
import { emptyJournal, type JournalEnd, unsealLine } from '../journal/line.ts'
import { type PlacedLine, readJournal } from '../journal/read.ts'
import type { Machine } from '../machine/port.ts'
import type { PlanPlace } from './place.ts'
import { type Head, isSettled, isVersion, type Version } from './version.ts'

export const historyFormat = 1
export const versionCap = 256 * 1024 * 1024
const historyCap = 1024 * 1024 * 1024

/** What the end of the history says. */
export interface HistoryEnd {
  readonly end: JournalEnd
  /** The highest number that was ever given. */
  readonly last: number
  readonly head: Head | null
  /** A version after the head that nobody settled. */
  readonly unsettled: PlacedVersion | undefined
}

export interface PlacedVersion {
  readonly version: Version
  readonly at: number
  readonly length: number
}

const emptyHistory: HistoryEnd = { end: emptyJournal, last: 0, head: null, unsettled: undefined }

export function headOf({ version, at, length }: PlacedVersion): Head {
  return { number: version.version, etag: version.etag, at, length }
}

/** Reads the end of the history: quickly when its last line settles a version, from the start otherwise. */
export async function readHistoryEnd(machine: Machine, place: PlanPlace): Promise<HistoryEnd> {
  const opened = await openRegular(machine.files, place.history)
  if (opened === undefined) return emptyHistory
  try {
    return (await fromLastLine(opened)) ?? fromAllLines(await readAll(opened, place), place)
  } finally {
    await opened.file.close()
  }
}

const lastLineLength = 1024

async function fromLastLine({ file, stat: { size } }: Opened): Promise<HistoryEnd | undefined> {
  const tail = Buffer.from(await file.read(Math.max(size - lastLineLength, 0), Math.min(size, lastLineLength)))
  if (tail.at(-1) !== 10) return undefined
  const line = unsealLine(tail.subarray(tail.lastIndexOf(10, -2) + 1, -1).toString())
  if (line === undefined || !isSettled(line.fields)) return undefined
  const { version: last, head } = line.fields
  const end = { offset: size, seq: line.seq, sum: line.sum, unsure: line.seq, torn: 0 }
  return { end, last, head, unsettled: undefined }
}

/** The whole of a version; undefined when its line is not where it is said to be. */
export async function readVersion(machine: Machine, place: PlanPlace, head: Head): Promise<Version | undefined> {
  const opened = await openRegular(machine.files, place.history)
  if (opened === undefined) return undefined
  try {
    refuseOver(versionCap, head.length, place.history)
    const line = unsealLine(Buffer.from(await opened.file.read(head.at, head.length - 1)).toString())
    return line && isVersion(line.fields) && line.fields.version === head.number ? line.fields : undefined
  } finally {
    await opened.file.close()
  }
}

function fromAllLines(bytes: Uint8Array, place: PlanPlace): HistoryEnd {
  const { versions, end, diagnostics } = readVersions(bytes, place)
  const broken = diagnostics.find((one) => one.severity === 'error')
  if (broken) throw fault('E_HISTORY_CORRUPT', broken.message, { file: place.history })
  const last = versions.at(-1)
  const head = versions.findLast((one) => one.published === true)
  return {
    end,
    last: last?.version.version ?? 0,
    head: head ? headOf(head) : null,
    unsettled: last?.published === undefined ? last : undefined,
  }
}

export interface ListedVersion extends PlacedVersion {
  /** Undefined while nobody settled it. */
  readonly published: boolean | undefined
}

/** Every version, oldest first, as far as the journal can be read. */
export async function listVersions(
  machine: Machine,
  place: PlanPlace,
): Promise<{ readonly versions: readonly ListedVersion[]; readonly diagnostics: readonly Diagnostic[] }> {
  const opened = await openRegular(machine.files, place.history)
  if (opened === undefined) return { versions: [], diagnostics: [] }
  try {
    return readVersions(await readAll(opened, place), place)
  } finally {
    await opened.file.close()
  }
}

async function readAll({ file, stat: { size } }: Opened, place: PlanPlace): Promise<Uint8Array> {
  refuseOver(historyCap, size, place.history)
  return file.read(0, size)
}

function readVersions(bytes: Uint8Array, place: PlanPlace) {
  const { lines, end, diagnostics } = readJournal(bytes, emptyJournal, place.history)
  const versions = new Map<number, ListedVersion>()
  for (const line of lines) takeIn(versions, line, place.history)
  return { versions: [...versions.values()], end, diagnostics: diagnostics.map(asHistoryDamage) }
}

function takeIn(versions: Map<number, ListedVersion>, { fields, seq, at, length }: PlacedLine, file: string): void {
  if (fields.type === 'history' && Number(fields.format) > historyFormat) {
    throw fault('E_JOURNAL_NEWER', `the history has format ${String(fields.format)}`, { file })
  }
  if (isVersion(fields)) versions.set(fields.version, { version: fields, at, length, published: undefined })
  else if (isSettled(fields)) {
    const known = versions.get(fields.version)
    if (known) versions.set(fields.version, { ...known, published: fields.published })
  } else if (fields.type === 'version' || fields.type === 'settled') {
    throw fault('E_HISTORY_CORRUPT', `line ${seq} is not what its kind has`, { file })
  }
}

function asHistoryDamage(one: Diagnostic): Diagnostic {
  return one.code === 'E_JOURNAL_CORRUPT' ? diagnostic('E_HISTORY_CORRUPT', one.message, { file: one.file! }) : one
}
