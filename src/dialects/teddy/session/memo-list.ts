import { diagnostic } from '../../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../../plan/diagnostics/fault.ts'
import { LineIndex } from '../../../plan/diagnostics/position.ts'
import { plainOrQuoted } from '../../agentflow/scalar-text.ts'
import type { ListNode, ScalarNode, Span } from '../../shared/tree.ts'
import { wholeLines } from '../../shared/whole-lines.ts'
import { readYaml } from '../../shared/yaml.ts'
import type { Memo } from '../plan.ts'

/*
 * What is remembered, a list in YAML that people edit as well:
 *
 *     # about the build
 *     - The tests need a database.
 *     - "Releases: on Mondays only."
 */

/** The memos of such a text. Throws a `Fault` when it is no list of texts: what cannot be read is not written to. */
export function memosOf(file: string, text: string): string[] {
  return itemsOf(file, listOf(file, text)).map(({ value }) => value)
}

export type MemoChange = Pick<Memo, 'change' | 'text'>

/** The text with memos added and removed. Of changes of one memo the last counts; what none touches stays byte for byte. */
export function changedMemos(file: string, text: string, changes: readonly MemoChange[]): string {
  const last = new Map(changes.map((one) => [flat(one.text), one]))
  const list = listOf(file, text)
  const items = itemsOf(file, list)
  const isGone = ({ value }: ScalarNode) => last.get(flat(value))?.change === 'remove'
  const there = new Set(items.map(({ value }) => flat(value)))
  const added = [...last.values()].filter((one) => one.change === 'add' && !there.has(flat(one.text)))
  const gone = items.filter(isGone)
  if (gone.length === 0 && added.length === 0) return text
  const kept = items.filter((item) => !isGone(item))
  const memos = [...kept.map(({ value }) => value), ...added.map((one) => one.text)]
  const changed =
    list !== undefined && text[list.start] === '['
      ? splice(text, list, `[${memos.map((memo) => plainOrQuoted(memo, 'flow')).join(', ')}]`)
      : changedLines(text, list, gone, added)
  if (memosOf(file, changed).join('\n') !== memos.join('\n')) throw notAlone(file)
  return changed
}

/** Models do not copy blanks faithfully. */
function flat(text: string): string {
  return text.normalize('NFC').split(/\s+/).join(' ').trim()
}

/** Undefined where there is no memo yet. */
function listOf(file: string, text: string): ListNode | undefined {
  const { root, diagnostics } = readYaml({ file, text, lines: new LineIndex(text) })
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error')
  if (first !== undefined) throw new Fault([first, ...others])
  if (root === undefined || (root.kind === 'scalar' && root.value === '')) return undefined
  if (root.kind === 'list') return root
  throw new Fault([diagnostic('E_TEDDY_MEMOS', 'The file is not a list.', { file, expected: '- …' })])
}

function itemsOf(file: string, list: ListNode | undefined): ScalarNode[] {
  return (list?.items ?? []).map((item) => {
    if (item.kind === 'scalar') return item
    throw new Fault([diagnostic('E_TEDDY_MEMOS', 'One of the memos is not a text.', { file, expected: '- …' })])
  })
}

function changedLines(
  text: string,
  list: ListNode | undefined,
  gone: readonly ScalarNode[],
  added: readonly MemoChange[],
): string {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const indent = list === undefined ? '' : ' '.repeat(list.start - wholeLines(text, startOf(list)).start)
  const lines = added.map((one) => `${indent}- ${plainOrQuoted(one.text, 'block')}${eol}`)
  const end = list === undefined ? text.length : linesOf(text, list).end
  const gap = lines.length === 0 || end === 0 || /[\r\n]/.test(text[end - 1]!) ? '' : eol
  const pieces: string[] = []
  let at = 0
  for (const item of gone) {
    const { start, end: after } = withDash(text, list!, item)
    pieces.push(text.slice(at, start))
    at = after
  }
  return [...pieces, text.slice(at, end), gap, ...lines, text.slice(end)].join('')
}

/** From the line with its dash to its own last. */
function withDash(text: string, list: ListNode, item: Span): Span {
  const own = linesOf(text, item)
  let line = { start: own.start, end: own.end }
  while (line.start > list.start && !text.slice(line.start, line.end).trimStart().startsWith('-')) {
    line = wholeLines(text, { start: line.start - 1, end: line.start - 1 })
  }
  return { start: line.start, end: own.end }
}

/** Its lines with the line end of the last, which a block text has in itself. */
function linesOf(text: string, span: Span): Span {
  const isEnded = span.end > span.start && /[\r\n]/.test(text[span.end - 1]!)
  return { start: wholeLines(text, startOf(span)).start, end: isEnded ? span.end : wholeLines(text, span).next }
}

function startOf({ start }: Span): Span {
  return { start, end: start }
}

function splice(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

function notAlone(file: string): Fault {
  const message = 'The memos cannot be changed without changing the meaning of what stands around them.'
  return new Fault([diagnostic('E_TEDDY_MEMOS', message, { file, hint: 'Write each memo on a line of its own.' })])
}
