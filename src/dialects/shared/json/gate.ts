import { createScanner } from 'jsonc-parser'
import { nestingCap } from '../limits.ts'
import type { ReadingContext } from '../reading.ts'
import type { Span } from '../tree.ts'

/**
 * False, with a diagnostic, for a text on which the library's parser would overflow the stack or fill the memory. The
 * library's own scanner says what is a bracket and what is only text, so that the two cannot disagree.
 */
export function isReadable(text: string, { limits, findings }: ReadingContext): boolean {
  const scanner = createScanner(text)
  const open: string[] = []
  let count = 0
  const refuse = (code: 'E_TOO_LARGE' | 'E_TOO_DEEP', message: string, place: Span) => {
    findings.add(code, message, place)
    return false
  }
  for (let start = 0; start < text.length; start = scanner.getPosition()) {
    const end = endOfToken(text, start, scanner)
    const length = end - start
    if (length > limits.text) {
      return refuse('E_TOO_LARGE', `A value has ${length} characters; the cap is ${limits.text}.`, { start, end })
    }
    const mark = text[start]!
    if (!' \t\r\n'.includes(mark) && ++count > limits.jsonTokens) {
      return refuse('E_TOO_LARGE', `The JSON has more than ${limits.jsonTokens} words and marks.`, { start, end })
    }
    // A bracket closes only its own kind: the parser skips any other and stays as deep as it was.
    if (mark === '[' || mark === '{') open.push(mark === '[' ? ']' : '}')
    else if (mark === open.at(-1)) open.pop()
    if (open.length > nestingCap(limits)) {
      return refuse('E_TOO_DEEP', `More than ${nestingCap(limits)} levels are nested here.`, { start, end })
    }
  }
  return true
}

/** Blanks we skip ourselves: the scanner needs 30 bytes of memory for each one in a row. */
function endOfToken(text: string, start: number, scanner: ReturnType<typeof createScanner>): number {
  let end = start
  while (text[end] === ' ' || text[end] === '\t') end++
  if (end > start) scanner.setPosition(end)
  else scanner.scan()
  return scanner.getPosition()
}
