import { fault } from '../../plan/diagnostics/fault.ts'
import type { Logged } from '../../plan/state.ts'
import type { OpenFile } from '../files/port.ts'
import { openRegular } from '../files/whole.ts'
import { type Line, unsealLine } from '../journal/line.ts'
import type { Machine } from '../machine/port.ts'
import type { NewRecord } from './fold.ts'
import { closedSegments, type LogPlace } from './place.ts'

/**
 * Single records by their sequence numbers, for whoever keeps numbers instead of texts. Lines stand in the order of their
 * numbers, so each is found in a few reads, however long the log is. The numbers have to be such that were folded.
 */
export async function recordsAt<Rec extends NewRecord>(
  machine: Machine,
  place: LogPlace,
  numbers: readonly number[],
): Promise<Map<number, Logged<Rec>>> {
  const found = new Map<number, Logged<Rec>>()
  let left: readonly number[] = [...new Set(numbers)]
  const lookIn = async (path: string): Promise<void> => {
    if (left.length === 0) return
    for (const line of await linesIn(machine, path, left)) found.set(line.seq, line.fields as unknown as Logged<Rec>)
    left = left.filter((number) => !found.has(number))
  }
  await lookIn(place.active)
  if (left.length > 0) {
    const names = (await machine.files.list(place.directory)).map(({ name }) => name)
    for (const path of closedSegments(place, names).reverse()) await lookIn(path)
  }
  if (left.length === 0) return found
  throw fault('E_JOURNAL_CORRUPT', `record ${left[0]} is not where it was`, { file: place.active })
}

/** Those of the numbers that stand in one segment. */
async function linesIn({ files }: Machine, path: string, numbers: readonly number[]): Promise<Line[]> {
  const opened = await openRegular(files, path)
  if (opened === undefined) return []
  const { file, stat } = opened
  try {
    const first = (await lineFrom(file, 0))?.seq ?? Number.POSITIVE_INFINITY
    const lines: Line[] = []
    for (const number of numbers) {
      const found = number < first ? undefined : await search(file, stat.size, number)
      const line = found && unsealLine(found.text)
      if (line) lines.push(line)
    }
    return lines
  } finally {
    await file.close()
  }
}

async function search(file: OpenFile, size: number, number: number): Promise<PlacedText | undefined> {
  let [low, high] = [0, size]
  while (high - low > window) {
    const middle = (low + high) >> 1
    const there = await lineFrom(file, middle)
    if (there === undefined || there.start >= high || there.seq > number) high = middle
    else low = there.start
  }
  // What came after its lock was lost stands behind younger lines and can lead astray.
  return (await walk(file, low, number)) ?? walk(file, 0, number)
}

/** Within so many bytes lines are looked at one after the other. */
const window = 2048

async function walk(file: OpenFile, from: number, number: number): Promise<PlacedText | undefined> {
  for (let at = from; ; ) {
    const there = await lineFrom(file, at)
    if (there === undefined || there.seq === number) return there
    at = there.end
  }
}

/** A line as it stands in the file. On the way to the right one nothing but its number matters. */
interface PlacedText {
  readonly text: string
  readonly seq: number
  readonly start: number
  readonly end: number
}

/**
 * The first whole line that begins at an offset or behind it; undefined when there is none.
 *
 *     …"sum":"9a…"}⏎{"type":…,"seq":7,"prev":"9a…","sum":"0f…"}⏎{"type"…
 *             ^ offset  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this one
 */
async function lineFrom(file: OpenFile, offset: number): Promise<PlacedText | undefined> {
  const from = Math.max(offset - 1, 0)
  for (let length = window; ; length *= 4) {
    const { buffer, byteOffset, byteLength } = await file.read(from, length)
    const bytes = Buffer.from(buffer, byteOffset, byteLength)
    const start = offset === 0 ? 0 : bytes.indexOf(10) + 1
    const end = start === 0 && offset > 0 ? -1 : bytes.indexOf(10, start)
    if (end >= 0) {
      const text = bytes.toString('utf8', start, end)
      const seq = ending.exec(text.slice(-longestEnding))?.[1]
      return seq === undefined ? undefined : { text, seq: Number(seq), start: from + start, end: from + end + 1 }
    }
    if (bytes.length < length) return undefined
  }
}

const ending = /"seq":(\d{1,15}),"prev":"[0-9a-f]{0,16}","sum":"[0-9a-f]{16}"\}$/
const longestEnding = 100
