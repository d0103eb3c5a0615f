import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser'
import type { Findings } from '../findings.ts'
import type { Span } from '../tree.ts'

export function reportJsonError(code: ParseErrorCode, place: Span, findings: Findings): void {
  const name = printParseErrorCode(code)
  // The library goes on after a fault and may say more about the same spot.
  findings.add('E_JSON', sayings.get(name) ?? `The JSON cannot be read here (${name}).`, place, {}, 'the spot')
}

const sayings: ReadonlyMap<string, string> = new Map([
  ['InvalidSymbol', 'This is no JSON value. Text has to stand in double quotes.'],
  ['InvalidNumberFormat', 'This is no number.'],
  ['PropertyNameExpected', 'A key in double quotes is missing here.'],
  ['ValueExpected', 'A value is missing here.'],
  ['ColonExpected', 'A `:` is missing here.'],
  ['CommaExpected', 'A `,` is missing here.'],
  ['CloseBraceExpected', 'A `}` is missing here.'],
  ['CloseBracketExpected', 'A `]` is missing here.'],
  ['EndOfFileExpected', 'The value has ended, but there is more text.'],
  ['InvalidCommentToken', 'JSON has no comments.'],
  ['UnexpectedEndOfComment', 'A comment is opened and not closed, and JSON has none.'],
  ['UnexpectedEndOfString', 'A text is opened by `"` and not closed on its line.'],
  ['UnexpectedEndOfNumber', 'The number ends too early.'],
  ['InvalidUnicode', '`\\u` needs four hexadecimal digits behind it.'],
  ['InvalidEscapeCharacter', 'There is no such escape in JSON. Use `\\\\` for a backslash.'],
  ['InvalidCharacter', 'In a text this character has to be written as an escape.'],
])
