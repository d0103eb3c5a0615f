import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { Logged } from '../../plan/state.ts'
import type { OpenFile } from '../files/port.ts'
import { hasCode, type Opened, openRegular, readWhole, refuseOver } from '../files/whole.ts'
import { emptyJournal, type JournalEnd, type Line } from '../journal/line.ts'
import { readJournal } from '../journal/read.ts'
import type { Machine } from '../machine/port.ts'
import type { Fold, NewRecord } from './fold.ts'
import { closedSegments, type LogPlace } from './place.ts'
import { readSnapshot } from './snapshot.ts'

export const logFormat = 1
const segmentCap = 1024 * 1024 * 1024

/** A log as far as it has been read and folded. */
export interface Loaded<State> {
  readonly state: State
  readonly end: JournalEnd
  /** Which file the offset of `end` belongs to; undefined when there is no active segment yet. */
  readonly inode: bigint | undefined
  /** Where the snapshot stands that folding began from, and its size. */
  readonly snapshot: { readonly offset: number; readonly bytes: number }
  readonly diagnostics: readonly Diagnostic[]
}

/** Folds the log from its snapshot, or from its first record when there is none that fits. */
export async function loadLog<State, Rec extends NewRecord>(
  machine: Machine,
  place: LogPlace,
  fold: Fold<State, Rec>,
): Promise<Loaded<State>> {
  const active = await openRegular(machine.files, place.active)
  try {
    const inode = active?.stat.inode
    const start =
      (active && (await startFromSnapshot(machine, place, fold, active.file))) ??
      (await startFromClosedSegments(machine, place, fold, inode))
    const loaded = { ...start, inode }
    return active ? await advance(loaded, active, place, fold) : loaded
  } finally {
    await active?.file.close()
  }
}

/** Folds what was appended since; undefined when the log is not the file it was. */
export async function catchUp<State, Rec extends NewRecord>(
  machine: Machine,
  place: LogPlace,
  fold: Fold<State, Rec>,
  loaded: Loaded<State>,
): Promise<Loaded<State> | undefined> {
  const active = await openRegular(machine.files, place.active)
  try {
    if (active?.stat.inode !== loaded.inode || (active && active.stat.size < loaded.end.offset)) return undefined
    return active ? await advance(loaded, active, place, fold) : loaded
  } finally {
    await active?.file.close()
  }
}

type Start<State> = Omit<Loaded<State>, 'inode'>

async function startFromSnapshot<State, Rec extends NewRecord>(
  machine: Machine,
  place: LogPlace,
  fold: Fold<State, Rec>,
  active: OpenFile,
): Promise<Start<State> | undefined> {
  const snapshot = await readSnapshot(machine, place, fold.name)
  const state = snapshot && fold.load(snapshot.state, snapshot.beside)
  if (snapshot === undefined || state === undefined) return undefined
  const closing = Buffer.from(`"sum":"${snapshot.at.sum}"}\n`)
  const there = await active.read(Math.max(snapshot.at.offset - closing.length, 0), closing.length)
  if (!closing.equals(there)) return undefined
  const { at, size: bytes } = snapshot
  return { state, end: at, snapshot: { offset: at.offset, bytes }, diagnostics: [] }
}

async function startFromClosedSegments<State, Rec extends NewRecord>(
  machine: Machine,
  place: LogPlace,
  fold: Fold<State, Rec>,
  active: bigint | undefined,
): Promise<Start<State>> {
  const seen = new Set([active])
  const state = fold.empty()
  const diagnostics: Diagnostic[] = []
  let end = emptyJournal
  for (const path of closedSegments(place, await namesIn(machine, place.directory))) {
    const { inode } = await machine.files.stat(path)
    if (seen.has(inode)) continue
    seen.add(inode)
    const bytes = (await readWhole(machine.files, path, segmentCap)) ?? new Uint8Array()
    const reading = readJournal(bytes, { ...end, offset: 0 }, path)
    diagnostics.push(...reading.diagnostics)
    if (reading.end.torn > 0) {
      diagnostics.push(diagnostic('E_JOURNAL_CORRUPT', 'a closed segment of the log is damaged', { file: path }))
    }
    refuseErrors(diagnostics)
    applyAll(state, fold, reading.lines, path)
    end = reading.end
  }
  return { state, end: { ...end, offset: 0 }, snapshot: { offset: 0, bytes: 0 }, diagnostics }
}

/** Of a plan that nothing happened to yet there is no directory. */
async function namesIn(machine: Machine, directory: string): Promise<string[]> {
  try {
    return (await machine.files.list(directory)).map((entry) => entry.name)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function advance<State, Rec extends NewRecord>(
  loaded: Loaded<State>,
  { file, stat: { size } }: Opened,
  place: LogPlace,
  fold: Fold<State, Rec>,
): Promise<Loaded<State>> {
  if (size === loaded.end.offset) return { ...loaded, end: { ...loaded.end, torn: 0 } }
  refuseOver(segmentCap, size - loaded.end.offset, place.active)
  const bytes = await file.read(loaded.end.offset, size - loaded.end.offset)
  const reading = readJournal(bytes, loaded.end, place.active)
  refuseErrors(reading.diagnostics)
  applyAll(loaded.state, fold, reading.lines, place.active)
  return { ...loaded, end: reading.end, diagnostics: [...loaded.diagnostics, ...reading.diagnostics] }
}

function applyAll<State, Rec extends NewRecord>(
  state: State,
  fold: Fold<State, Rec>,
  lines: readonly Line[],
  file: string,
): void {
  for (const { fields } of lines) {
    if (fields.type === 'log') refuseNewer(fields.format, file)
    else fold.apply(state, fields as unknown as Logged<Rec>)
  }
}

function refuseNewer(format: unknown, file: string): void {
  if (typeof format === 'number' && format <= logFormat) return
  throw fault('E_JOURNAL_NEWER', `the log has format ${String(format)}, this version knows ${logFormat}`, { file })
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  const [first, ...rest] = diagnostics.filter((one) => one.severity === 'error')
  if (first) throw new Fault([first, ...rest])
}
