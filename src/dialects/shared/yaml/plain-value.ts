import type { ListNode, ScalarNode, Span } from '../tree.ts'

/** A line without its line ending; `next` is where the line after it starts. */
export interface Line extends Span {
  readonly next: number
}

/** The value that reaches from `start` to the end of its line; undefined when it may be anything but a simple text. */
export function readBlockScalar(text: string, start: number, lineEnd: number): ScalarNode | undefined {
  let end = lineEnd
  while (end > start && text[end - 1] === ' ') end--
  if (end <= start) return undefined
  const first = text[start]
  if (first === '"' || first === "'") {
    const node = readQuoted(text, start, end)
    return node?.end === end ? node : undefined
  }
  if (!startsPlain(text, start)) return undefined
  const value = text.slice(start, end)
  if (value.includes(': ') || value.includes(' #') || value.endsWith(':')) return undefined
  return { kind: 'scalar', type: 'string', style: 'plain', value, start, end }
}

/** `[a, 'b', "c"]`, with nothing but blanks behind it. */
export function readFlowList(text: string, start: number, lineEnd: number): ListNode | undefined {
  const items: ScalarNode[] = []
  let at = skipBlanks(text, start + 1)
  if (text[at] !== ']') {
    for (;;) {
      const item = readFlowScalar(text, at, lineEnd)
      if (item === undefined) return undefined
      items.push(item)
      at = skipBlanks(text, item.end)
      if (text[at] === ']') break
      if (text[at] !== ',') return undefined
      at = skipBlanks(text, at + 1)
    }
  }
  const end = at + 1
  return skipBlanks(text, end) === lineEnd ? { kind: 'list', items, start, end } : undefined
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at
}

function readFlowScalar(text: string, start: number, lineEnd: number): ScalarNode | undefined {
  const first = text[start]
  if (first === '"' || first === "'") return readQuoted(text, start, lineEnd)
  if (!startsPlain(text, start)) return undefined
  flowText.lastIndex = start
  flowText.test(text)
  let end = Math.min(flowText.lastIndex, lineEnd)
  while (text[end - 1] === ' ') end--
  return { kind: 'scalar', type: 'string', style: 'plain', value: text.slice(start, end), start, end }
}

/** A `:` or a `#` can mean something else there. */
const flowText = /[^,[\]{}:#\r\n]+/y

/** An escape, or a quote that is doubled, is left to the library. */
function readQuoted(text: string, start: number, lineEnd: number): ScalarNode | undefined {
  const quote = text[start]!
  const closing = text.indexOf(quote, start + 1)
  if (closing === -1 || closing >= lineEnd || text[closing + 1] === quote) return undefined
  const value = text.slice(start + 1, closing)
  if (quote === '"' && value.includes('\\')) return undefined
  return { kind: 'scalar', type: 'string', style: 'quoted', value, start, end: closing + 1 }
}

/** True for a character that means nothing to YAML, and for the sign of a number. */
function startsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === MINUS) return isLetterOrDigit(text.charCodeAt(at + 1))
  return isLetterOrDigit(code) || code > DEL || '_./$(~+^;<=\\'.includes(text[at]!)
}

const MINUS = 45
const DEL = 0x7f

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
