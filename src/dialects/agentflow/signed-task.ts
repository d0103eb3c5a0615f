import type { Source } from '../shared/source.ts'
import type { Pair, Span } from '../shared/tree.ts'
import { wholeLines } from '../shared/whole-lines.ts'

/**
 * What an approval of a step covers: the path of its file and the bytes in it, without the status. Of the status as
 * little is left out as possible, because nobody has agreed to what stands there: what `setField` would add goes, and
 * wherever there is more around it the word alone.
 */
export function signedTask(path: string, bytes: Uint8Array, source: Source, status: Pair | undefined): Uint8Array {
  if (status === undefined) return Buffer.concat([Buffer.from(`${path}\0`), bytes])
  const { text } = source
  const { start, end } = leftOut(text, status)
  return Buffer.from(`${path}\0${text.slice(0, start)}${text.slice(end)}`)
}

//     status: complete              status: complete # by hand        {id: a, status: complete}
//     ^^^^^^^^^^^^^^^^ and line end         ^^^^^^^^                        ^^^^^^^^^^^^^^^^^^
function leftOut(text: string, { key, value }: Pair): Span {
  const { start } = key
  const { end } = value
  if (text.slice(start, value.start) !== 'status: ') return value
  const line = wholeLines(text, { start, end })
  const isAlone = line.end === end && /^ *$/.test(text.slice(line.start, start))
  if (isAlone) return { start: line.start, end: line.next }
  return text.slice(start - 2, start) === ', ' ? { start: start - 2, end } : value
}
