import type { Diagnostic, Related, Severity } from './diagnostic.ts'
import { excerpt } from './excerpt.ts'
import { keepEnd } from './keep-end.ts'
import { LineIndex, type Range } from './position.ts'
import { summary, worstSeverity } from './summary.ts'
import { displayWidth } from './width.ts'
import { wrap } from './wrap.ts'

export type Style = Severity | 'place' | 'code' | 'message' | 'gutter' | 'label'

export interface TerminalOptions {
  /** The text of a file that the diagnostics point into, as it was when they were made. */
  readonly source: (file: string) => string | undefined
  /** Colours a piece of one line. What it is given is safe; what it gives back is printed as it is. */
  readonly paint?: (style: Style, text: string) => string
  /** Cells in a line. Default: 100. Below 60 there is no room for a place and a code. */
  readonly width?: number | undefined
}

interface Page {
  readonly line: (file: string, line: number) => string | undefined
  readonly paint: (style: Style, text: string) => string
  readonly width: number
}

/**
 * Diagnostics for people, in the order given, without a line end after the last line; empty when there are none.
 *
 *     plans/login.md:12:11  error  E_DANGLING
 *       Step 4 depends on step 9, which does not exist.
 *          │
 *       12 │ depends: [9, 3]
 *          │           ^
 *       found:    9
 *       hint:     Correct the id, or remove the dependency.
 */
export function renderTerminal(diagnostics: readonly Diagnostic[], options: TerminalOptions): string {
  if (diagnostics.length === 0) return ''
  const page: Page = {
    line: lineReader(options.source),
    paint: options.paint ?? ((_, text) => text),
    width: Math.max(options.width ?? 100, 60),
  }
  const blocks = diagnostics.map((one) => block(one, page).join('\n'))
  return [...blocks, page.paint(worstSeverity(diagnostics), summary(diagnostics))].join('\n\n')
}

/** Finds lines of files; each file is asked for and indexed once. */
function lineReader(source: TerminalOptions['source']): Page['line'] {
  const files = new Map<string, LineIndex | undefined>()
  return (file, line) => {
    if (!files.has(file)) {
      const text = source(file)
      files.set(file, text === undefined ? undefined : new LineIndex(text))
    }
    return files.get(file)?.line(line)
  }
}

function block(one: Diagnostic, page: Page): string[] {
  return [
    heading(one, page),
    ...wrap(one.message, page.width - INDENT.length).map((line) => INDENT + page.paint('message', line)),
    ...quotation(one, page),
    ...details(one, page.width - LABEL_END).flatMap(([label, text]) => labelled(label, text, page)),
  ]
}

const INDENT = '  '
const LABEL_END = `${INDENT}expected: `.length

function heading({ file, range, severity, code }: Diagnostic, { paint, width }: Page): string {
  const rest = `  ${severity}  ${code}`
  const parts = [paint(severity, severity), paint('code', code)]
  if (file !== undefined) parts.unshift(paint('place', place(file, range, width - rest.length)))
  return parts.join('  ')
}

/** `plans/login.md:12:11`, in which the path gives way when there is too little room. */
function place(file: string, range: Range | undefined, room: number): string {
  const position = range ? `:${range.start.line}:${range.start.column}` : ''
  return keepEnd(file, Math.max(room - position.length, 16)) + position
}

/** The line of the file with carets below the place. Of a place that spans several lines the first one is shown. */
function quotation({ file, range, severity }: Diagnostic, { line, paint, width }: Page): string[] {
  if (file === undefined || !range) return []
  const { start, end } = range
  const source = line(file, start.line)
  if (source === undefined) return []

  const number = String(start.line)
  const margin = `${INDENT}${' '.repeat(number.length)} `
  const room = width - displayWidth(`${margin}${BAR} `)
  const endColumn = end.line > start.line ? source.length + 1 : end.column
  const { text, indent, carets } = excerpt(source, start.column - 1, endColumn - 1, room)
  return [
    margin + paint('gutter', BAR),
    INDENT + paint('gutter', `${number} ${BAR}`) + (text && ` ${text}`),
    `${margin}${paint('gutter', BAR)} ${' '.repeat(indent)}${paint(severity, '^'.repeat(carets))}`,
  ]
}

const BAR = '│'

type Detail<Text> = [label: string, text: Text]

function details({ file, actual, expected, hint, related = [], fix }: Diagnostic, room: number): Detail<string>[] {
  const all: Detail<string | undefined>[] = [
    ['found:', actual],
    ['expected:', expected],
    ['hint:', hint],
    ['fix:', fix?.title],
    ...related.map((other): Detail<string> => ['see:', relatedText(other, file, room)]),
  ]
  return all.filter((detail): detail is Detail<string> => detail[1] !== undefined)
}

/** A related place without a file is in the file of the diagnostic. */
function relatedText({ message, file, range }: Related, ownFile: string | undefined, room: number): string {
  const where = file ?? (range && ownFile)
  return where === undefined ? message : `${place(where, range, room)}  ${message}`
}

function labelled(label: string, text: string, { paint, width }: Page): string[] {
  const padding = ' '.repeat(LABEL_END - INDENT.length - label.length)
  return wrap(text, width - LABEL_END).map((line, index) => {
    const front = index === 0 ? INDENT + paint('label', label) + padding : ' '.repeat(LABEL_END)
    return (front + line).trimEnd()
  })
}
