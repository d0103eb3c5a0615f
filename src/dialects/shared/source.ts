import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { LineIndex } from '../../plan/diagnostics/position.ts'
import { checkCharacters } from './characters.ts'
import { encodingFault } from './encoding.ts'
import { defaultLimits, type Limits } from './limits.ts'

/** The text of one file. It keeps its BOM and its line endings: encoded as UTF-8 it is the file again, byte for byte. */
export interface Source {
  readonly file: string
  readonly text: string
  readonly lines: LineIndex
}

export interface SourceReading {
  /** Absent when there is no text to go on with. */
  readonly source?: Source
  readonly diagnostics: readonly Diagnostic[]
}

export type SourceKind = 'markdown' | 'data'

/** The bytes of a file as text, with every fault that can be found before knowing what the text means. */
export function readSource(
  file: string,
  bytes: Uint8Array,
  kind: SourceKind,
  limits: Limits = defaultLimits,
): SourceReading {
  if (bytes.length > limits[kind]) return { diagnostics: [tooLarge(file, bytes.length, limits[kind])] }
  const fault = encodingFault(file, bytes)
  if (fault !== undefined) return { diagnostics: [fault] }
  return checked(file, decoder.decode(bytes), kind, limits)
}

/** The same for text from a message or an argument, which unlike a file can hold half a surrogate pair. */
export function readText(file: string, text: string, kind: SourceKind, limits: Limits = defaultLimits): SourceReading {
  const size = Buffer.byteLength(text)
  if (size > limits[kind]) return { diagnostics: [tooLarge(file, size, limits[kind])] }
  return checked(file, text, kind, limits)
}

function checked(file: string, text: string, kind: SourceKind, limits: Limits): SourceReading {
  if (text === '' || text === BOM) {
    return { diagnostics: [diagnostic('E_EMPTY', 'The file is empty.', { file, range: atStart })] }
  }
  const lines = checkLines(file, text, kind, limits)
  if (lines !== undefined) return { diagnostics: [lines] }
  const source = { file, text, lines: new LineIndex(text) }
  return { source, diagnostics: checkCharacters(source) }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const BOM = '\ufeff'
const atStart = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } }

function tooLarge(file: string, size: number, cap: number): Diagnostic {
  const message = `The file has ${size} bytes; files of its kind are read up to ${cap}.`
  return diagnostic('E_TOO_LARGE', message, { file, range: atStart, actual: `${size}`, expected: `at most ${cap}` })
}

/** JSON may stand on one line; a Markdown parser looks at a line many times. */
function checkLines(file: string, text: string, kind: SourceKind, limits: Limits): Diagnostic | undefined {
  const longest = kind === 'markdown' ? limits.text : Number.POSITIVE_INFINITY
  if (text.length <= Math.min(limits.lines, longest)) return undefined
  // Without an object for each line: it may be the only thing about a large file that takes time.
  for (let line = 1, offset = 0; offset < text.length; line++) {
    const end = lineEnd(text, offset)
    if (line > limits.lines || end - offset > longest) {
      const message =
        line > limits.lines
          ? `The file has more than ${limits.lines} lines.`
          : `A line has ${end - offset} characters; lines are read up to ${longest}.`
      const start = { line, column: 1, offset }
      return diagnostic('E_TOO_LARGE', message, { file, range: { start, end: start } })
    }
    offset = text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1
  }
  return undefined
}

function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++
  return at
}

const LF = 10
const CR = 13
