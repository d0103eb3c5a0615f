import { CST, Lexer, Parser } from 'yaml'
import type { Findings } from '../findings.ts'
import { nestingCap } from '../limits.ts'
import type { ReadingContext } from '../reading.ts'
import type { Source } from '../source.ts'
import type { Span } from '../tree.ts'
import { checkComment, checkToken } from './check-token.ts'
import { reportErrorToken } from './errors.ts'

/**
 * The syntax tree of the one document in the text. Every token is looked at before the library's parser gets it, so
 * that nothing comes in that it would choke on; the answer to such a text is `undefined` and a diagnostic.
 */
export function readTokens(span: Span, { source, limits, findings }: ReadingContext): CST.Token[] | undefined {
  const nesting = nestingCap(limits)
  const written = source.text.slice(span.start, span.end)
  const parser = new Parser()
  parser.offset = span.start
  const stream: CST.Token[] = []
  let count = 0
  for (const { type, text } of lexemes(written)) {
    const place = { start: parser.offset, end: parser.offset + text.length }
    if (++count > limits.yamlTokens) {
      findings.add('E_TOO_LARGE', `The YAML has more than ${limits.yamlTokens} words, marks and line ends.`, place)
      return undefined
    }
    if (text.length > limits.text && type !== 'space' && type !== 'comment') {
      findings.add('E_TOO_LARGE', `A value has ${text.length} characters; the cap is ${limits.text}.`, place)
      return undefined
    }
    checkToken(type, text, place, findings)
    if (type === 'comment') checkComment(written, place.start - span.start, place, findings)
    for (const token of parser.next(text)) stream.push(token)
    const level = parser.stack[nesting + 1]
    if (level !== undefined && CST.isCollection(level)) {
      const start = level.offset
      findings.add('E_TOO_DEEP', `More than ${nesting} levels are nested here.`, { start, end: start + 1 })
      return undefined
    }
  }
  for (const token of parser.end()) stream.push(token)
  return oneDocument(stream, source, findings)
}

interface Lexeme {
  readonly type: CST.TokenType | null
  readonly text: string
}

/**
 * The tokens of the library's lexer, with blanks instead of comments: these say nothing to us, and behind many blank lines
 * they cost the parser quadratic time. Tabs before a comment become blanks too, or they would be taken for indentation.
 */
function* lexemes(text: string): Generator<Lexeme> {
  // To YAML a lone CR ends a line, to the library it does not.
  const lines = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text
  let blanks: Lexeme[] = []
  let inScalar = false
  for (const lexeme of new Lexer().lex(lines)) {
    const type = inScalar ? 'scalar' : CST.tokenType(lexeme)
    // The text of a plain or block scalar is announced by a token of its own.
    inScalar = !inScalar && lexeme === CST.SCALAR
    if (type === 'space') {
      blanks.push({ type, text: lexeme })
      continue
    }
    if (type === 'comment') {
      const length = blanks.reduce((sum, blank) => sum + blank.text.length, lexeme.length)
      yield { type, text: ' '.repeat(length) }
    } else {
      yield* blanks
      yield { type, text: lexeme }
    }
    blanks = []
  }
  yield* blanks
}

function oneDocument(stream: readonly CST.Token[], { lines }: Source, findings: Findings): CST.Token[] {
  const kept: CST.Token[] = []
  let found = false
  let faultyLine = 0
  for (const token of stream) {
    const start = token.offset
    if (token.type === 'error') {
      // Once one token of a line is out of place the others are too.
      const { line } = lines.position(start)
      if (line !== faultyLine) reportErrorToken(token, findings)
      faultyLine = line
    } else if (token.type === 'document' && found) {
      findings.add('E_YAML', 'A second document starts here; only one is read.', { start, end: start + 3 })
      return kept
    } else if (token.type === 'document' || token.type === 'directive' || token.type === 'doc-end') {
      found ||= token.type === 'document'
      kept.push(token)
    }
  }
  return kept
}
