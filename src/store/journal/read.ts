import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { type JournalEnd, type Line, unsealLine } from './line.ts'

/** A line with its place in the file; `length` includes the line ending. */
export interface PlacedLine extends Line {
  readonly at: number
  readonly length: number
}

export interface JournalReading {
  /** The lines that count, in order. */
  readonly lines: readonly PlacedLine[]
  /** Where the next line goes. */
  readonly end: JournalEnd
  /** What was found beside the lines. An error among them means that lines are missing: do not go on. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads the lines in `bytes`, which continue a journal at `from`.
 *
 * A write that a crash cut off leaves damage in its own batch, at the end of the file. It was never acknowledged, and the
 * whole batch is left out with a warning. Damage before a line that was written when the damaged one was known to be
 * durable is another matter: that is corruption of what had been acknowledged, and nothing is read past it.
 */
export function readJournal(bytes: Uint8Array, from: JournalEnd, file: string): JournalReading {
  const { lines, end, diagnostics } = readBatches(bytes, from, file)
  return { lines, end: { ...end, torn: from.offset + bytes.length - end.offset }, diagnostics }
}

function readBatches(bytes: Uint8Array, from: JournalEnd, file: string): JournalReading {
  const lines: PlacedLine[] = []
  const diagnostics: Diagnostic[] = []
  let batch: PlacedLine[] = []
  let end = from
  let reached = from
  const raw = splitLines(bytes)

  for (const [index, { start, stop, whole }] of raw.entries()) {
    const line = whole ? unsealLine(decode(bytes, start, stop)) : undefined
    if (line && line.seq <= reached.seq) {
      diagnostics.push(diagnostic('E_JOURNAL_STALE', `record ${line.seq} came after its lock was lost`, { file }))
      reached = { ...reached, offset: from.offset + stop + 1 }
      if (batch.length === 0) end = reached
      continue
    }
    if (line === undefined || line.seq !== reached.seq + 1 || line.prev !== reached.sum) {
      const later = raw.slice(index + 1).map((one) => one.whole && unsealLine(decode(bytes, one.start, one.stop)))
      const corrupt = [line, ...later].some((one) => one && one.unsure > reached.seq + 1)
      diagnostics.push(damage(corrupt, reached.seq + 1, from.offset + start, file))
      return { lines, end, diagnostics }
    }
    const unsure = batch[0]?.seq ?? line.seq
    reached = { offset: from.offset + stop + 1, seq: line.seq, sum: line.sum, unsure, torn: 0 }
    batch.push({ ...line, at: from.offset + start, length: stop + 1 - start })
    if (line.seq === line.last) {
      lines.push(...batch)
      batch = []
      end = reached
    }
  }
  if (batch.length > 0) diagnostics.push(damage(false, reached.seq + 1, reached.offset, file))
  return { lines, end, diagnostics }
}

interface RawLine {
  readonly start: number
  readonly stop: number
  readonly whole: boolean
}

function splitLines(bytes: Uint8Array): RawLine[] {
  const lines: RawLine[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const stop = newline === -1 ? bytes.length : newline
    lines.push({ start, stop, whole: newline !== -1 })
    start = stop + 1
  }
  return lines
}

function decode(bytes: Uint8Array, start: number, stop: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, stop - start).toString()
}

function damage(corrupt: boolean, seq: number, offset: number, file: string): Diagnostic {
  return corrupt
    ? diagnostic('E_JOURNAL_CORRUPT', `record ${seq} at byte ${offset} is damaged, and later ones are not`, { file })
    : diagnostic('E_JOURNAL_TORN', `the last write, from record ${seq} at byte ${offset}, was cut off`, { file })
}
