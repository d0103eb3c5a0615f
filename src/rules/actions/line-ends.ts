/**
 * The line ends of a text, kept apart from it, so that what stands in a plan is found whatever the lines of a file end
 * with. All alike; or where they are mixed, one byte for each, which is its place in `ends`.
 */
export type LineEnds = string | Buffer

export interface PlainText {
  /** With LF at the end of every line. */
  readonly text: string
  readonly ends: LineEnds
}

const ends = ['\n', '\r\n', '\r'] as const
const [LF, CRLF, CR] = [0, 1, 2]

export function withoutEnds(text: string): PlainText {
  if (!text.includes('\r')) return { text, ends: '\n' }
  const found = text.match(/\r\n|\r|\n/g)!
  const [first] = found
  const isUniform = found.every((end) => end === first)
  return {
    text: text.replace(/\r\n?/g, '\n'),
    ends: isUniform ? first! : Buffer.from(found.map((end) => (end === '\n' ? LF : end === '\r\n' ? CRLF : CR))),
  }
}

export function withEnds({ text, ends: own }: PlainText): string {
  if (own === '\n') return text
  if (typeof own === 'string') return text.replaceAll('\n', own)
  const lines = text.split('\n')
  return lines.map((line, at) => (at < lines.length - 1 ? line + ends[endOf(lines, own, at)]! : line)).join('')
}

/** Two lines, the first ended by CR and the next empty and ended by LF, would be one. */
function endOf(lines: readonly string[], own: Buffer, at: number): number {
  return own[at] === CR && lines[at + 1] === '' && own[at + 1] === LF ? CRLF : own[at]!
}

/**
 * The ends of lines that stand in the place of others, the first of which is given by its number from 0. Lines that are the
 * same at both ends keep theirs; what is new ends as the line does on which it begins.
 */
export function endsOfReplacement(own: Buffer, first: number, { front, back, before, after }: BreaksChanged): Buffer {
  const usual = own[first] ?? own[first - 1] ?? LF
  const result = Buffer.alloc(after, usual)
  own.copy(result, 0, first, first + front)
  own.copy(result, after - back, first + before - back, first + before)
  return result
}

/** How many line ends two texts have, and how many of them stand in what they begin with alike, and end with alike. */
export interface BreaksChanged {
  readonly before: number
  readonly after: number
  readonly front: number
  readonly back: number
}

export function breaksChanged(from: string, to: string): BreaksChanged {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)) end++
  const [front, back] = [breaksIn(from.slice(0, start)), breaksIn(from.slice(from.length - end))]
  return { before: breaksIn(from), after: breaksIn(to), front, back }
}

function breaksIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
