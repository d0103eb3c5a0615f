import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Findings } from './findings.ts'
import { isNeeded } from './joiners.ts'
import type { Source } from './source.ts'
import type { Span } from './tree.ts'

const mostPerFile = 20

/**
 * The characters of a source that can do harm: those that steer a terminal, and those that nobody sees. So many one by
 * one, the rest counted.
 */
export function checkCharacters({ file, text, lines }: Source): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  let rest: { count: number; readonly start: number; readonly character: string } | undefined
  for (const { index: start, character } of harmfulCharacters(text)) {
    if (diagnostics.length < mostPerFile) {
      const { code, what } = kindOf(character)
      const end = start + character.length
      const actual = shown(character)
      const fix = { title: `Delete ${actual}.`, edits: [{ file, start, end, text: '' }] }
      const details = { file, range: lines.range(start, end), actual }
      // Where a line end was meant, nothing is not the one answer.
      const isOneAnswer = code === 'E_INVISIBLE' && !lineEnd.test(character)
      diagnostics.push(diagnostic(code, `${actual} is ${what}.`, isOneAnswer ? { ...details, fix } : details))
    } else if (rest === undefined) rest = { count: 1, start, character }
    else rest.count++
  }
  if (rest !== undefined) {
    const range = lines.range(rest.start, rest.start + rest.character.length)
    const message = `${rest.count} more characters that can do harm; the first of them is here.`
    diagnostics.push(diagnostic(kindOf(rest.character).code, message, { file, range }))
  }
  return diagnostics
}

/**
 * The same for a value that was written with escapes; one finding will do for a value. Whoever reads the file sees `\u202e`,
 * so it is a warning; only half a surrogate pair is an error, because it cannot be written down again.
 */
export function checkEscapes(value: string, span: Span, findings: Findings): void {
  const character = halfPair.exec(value)?.[0] ?? harmfulCharacters(value).next().value?.character
  if (character === undefined) return
  const { code, what } = kindOf(character)
  const actual = shown(character)
  const severity = halfPair.test(character) ? 'error' : 'warning'
  findings.add(code, `The value holds ${actual} as an escape, ${what}.`, span, { actual, severity })
}

/** Each character of a text that can do harm, with its place. */
export function* harmfulCharacters(
  text: string,
): Generator<{ readonly index: number; readonly character: string }, void> {
  // Most texts are ASCII, and the properties of Unicode are slow to look up.
  if (!unusual.test(text)) return
  for (const { index, 0: character } of text.matchAll(suspect)) {
    if (!isNeeded(text, index, character)) yield { index, character }
  }
}

const unusual = /[^\t\n\r -~]/

/** Control characters but tab and line ends, whatever Unicode says is not drawn, and line ends that few programs know. */
const suspect = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]/gu

const halfPair = /\p{Cs}/u
const lineEnd = /[\p{Zl}\p{Zp}]/u

function kindOf(character: string): { code: 'E_CONTROL_CHARACTER' | 'E_INVISIBLE'; what: string } {
  const point = character.codePointAt(0)!
  if (point < 0xa0) return { code: 'E_CONTROL_CHARACTER', what: 'a control character' }
  return { code: 'E_INVISIBLE', what: invisible(point, character) }
}

function invisible(point: number, character: string): string {
  if (/\p{Bidi_Control}/u.test(character))
    return 'a control of the writing direction: the text is shown in another order than it is read'
  if (lineEnd.test(character)) return 'a line end that most programs do not show as one'
  if (point >= 0xe0000 && point <= 0xe007f) return 'a tag character: programs read it, nobody sees it'
  if (halfPair.test(character)) return 'half of a surrogate pair and no character'
  return 'a character that is not shown'
}

function shown(character: string): string {
  return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`
}
