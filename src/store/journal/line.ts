import { hash } from 'node:crypto'

/**
 * A journal is a file of lines, each a JSON object that only ever gets appended. Our keys stand last:
 *
 *     {"type":"step.moved","step":"a",…,"batch":[7,8],"seq":7,"prev":"0f…","sum":"9a…"}
 *
 * `seq` counts up by one, `prev` repeats the sum of the line before, `sum` is a hash of all that stands before it in the
 * line. `batch` names the first line that was not known to be durable when this one was written, and the last line of
 * those that were written in one go; it is left out where both are the line itself.
 */
export interface Line {
  readonly fields: Readonly<Record<string, unknown>>
  readonly seq: number
  readonly prev: string
  readonly sum: string
  readonly unsure: number
  readonly last: number
}

/** Where a journal ends: the offset and the line that the next one continues. */
export interface JournalEnd {
  readonly offset: number
  readonly seq: number
  readonly sum: string
  /** The first line that is not known to be durable: the last batch, of which nobody can say whether it was synced. */
  readonly unsure: number
  /** How many bytes stand behind the end: the rest of a write that was cut off. */
  readonly torn: number
}

export const emptyJournal: JournalEnd = { offset: 0, seq: -1, sum: '', unsure: 0, torn: 0 }

/** The lines for some entries written in one go after `end`, and where the journal ends then. */
export function sealLines(
  entries: readonly object[],
  end: JournalEnd,
): { readonly bytes: Buffer; readonly end: JournalEnd; readonly longest: number } {
  const last = end.seq + entries.length
  const lines: Buffer[] = []
  let { offset, seq, sum } = end
  let longest = 0
  for (const entry of entries) {
    seq++
    const batch = end.unsure === seq && seq === last ? '' : `"batch":[${end.unsure},${last}],`
    const body = Buffer.from(`${JSON.stringify(entry).slice(0, -1)},${batch}"seq":${seq},"prev":"${sum}"`)
    sum = sumOf(body)
    const closing = Buffer.from(`,"sum":"${sum}"}\n`)
    const length = body.length + closing.length
    lines.push(body, closing)
    offset += length
    longest = Math.max(longest, length)
  }
  return { bytes: Buffer.concat(lines), end: { offset, seq, sum, unsure: end.unsure, torn: 0 }, longest }
}

/** Reads a line without its line ending; undefined when it is damaged. */
export function unsealLine(text: string): Line | undefined {
  const bodyEnd = text.length - closingLength
  const sum = closing.exec(text.slice(bodyEnd))?.[1]
  return sum === undefined || sumOf(text.slice(0, bodyEnd)) !== sum ? undefined : lineOf(text, sum)
}

/** The same for a long line, which is hashed as it is and made a text once. */
export function unsealBytes(bytes: Buffer): Line | undefined {
  const bodyEnd = Math.max(bytes.length - closingLength, 0)
  const sum = closing.exec(bytes.toString('latin1', bodyEnd))?.[1]
  return sum === undefined || sumOf(bytes.subarray(0, bodyEnd)) !== sum ? undefined : lineOf(bytes.toString(), sum)
}

function lineOf(text: string, sum: string): Line | undefined {
  const fields = parseObject(text)
  if (fields === undefined) return undefined
  const { seq, prev, batch = [seq, seq] } = fields
  if (!Number.isInteger(seq) || typeof prev !== 'string' || !Array.isArray(batch)) return undefined
  return { fields, seq: seq as number, prev, sum, unsure: Number(batch[0]), last: Number(batch[1]) }
}

const closing = /^,"sum":"([0-9a-f]{16})"\}$/
const closingLength = ',"sum":"0123456789abcdef"}'.length

/** 64 bits: enough to notice damage, which is all it is for. Who may write the file may also forge it. */
export function sumOf(body: string | Uint8Array): string {
  return hash('sha256', body, 'hex').slice(0, 16)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
