/** A place in a text. `line` and `column` count from 1 as editors show them, `offset` from 0; columns are UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** From `start` up to, not including, `end`. */
export interface Range {
  readonly start: Position
  readonly end: Position
}

/** Turns offsets into positions. Lines end at LF, CR LF or a lone CR. */
export class LineIndex {
  readonly #text: string
  readonly #starts: Uint32Array

  constructor(text: string) {
    this.#text = text
    this.#starts = text.includes('\r') ? startsByAnyEnd(text) : startsByLineFeed(text)
  }

  get lineCount(): number {
    return this.#starts.length
  }

  position(offset: number): Position {
    const clamped = Math.min(Math.max(offset, 0), this.#text.length)
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= clamped) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: clamped - this.#starts[low]! + 1, offset: clamped }
  }

  range(start: number, end: number): Range {
    return { start: this.position(start), end: this.position(Math.max(start, end)) }
  }

  /** The text of a line without its line ending, or undefined when there is no such line. */
  line(line: number): string | undefined {
    const start = this.#starts[line - 1]
    if (start === undefined) return undefined
    let end = this.#starts[line] ?? this.#text.length
    while (end > start && isLineEnd(this.#text.charCodeAt(end - 1))) end--
    return this.#text.slice(start, end)
  }
}

const LF = 10
const CR = 13

/** Most texts have no other line end, and looking for one character is quick. */
function startsByLineFeed(text: string): Uint32Array {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  const starts = new Uint32Array(count)
  for (let line = 1, at = -1; line < count; line++) {
    at = text.indexOf('\n', at + 1)
    starts[line] = at + 1
  }
  return starts
}

function startsByAnyEnd(text: string): Uint32Array {
  let count = 1
  for (let i = 0; i < text.length; i++) if (endsLine(text, i)) count++
  const starts = new Uint32Array(count)
  for (let i = 0, line = 1; line < count; i++) if (endsLine(text, i)) starts[line++] = i + 1
  return starts
}

function endsLine(text: string, at: number): boolean {
  const char = text.charCodeAt(at)
  return char === LF || (char === CR && text.charCodeAt(at + 1) !== LF)
}

function isLineEnd(char: number): boolean {
  return char === LF || char === CR
}
