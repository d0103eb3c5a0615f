import { isRule, type Line } from '../lines.ts'
import type { FenceEdit } from '../sanitize.ts'
import type { Page } from './page.ts'

/**
 * Makes the fences of a block longer than what is inside. A block without an end gets one where the structure goes on; at
 * the end of the file it stays open, because then the plan was cut off and what is missing is more than a fence.
 */
export function closeBlock(page: Page, opener: number, close: number | undefined, end: number): FenceEdit[] {
  const { lines } = page
  if (close === undefined && end === lines.length) return []
  const last = close ?? lastOf(page, opener, end) + 1
  const length = neededLength(page, opener, last)
  const edits = lengthened(page, opener, length)
  if (close !== undefined) return [...edits, ...lengthened(page, close, length)]
  return [...edits, added(page, opener, last - 1, length)]
}

/** The last line before `end` that belongs to the block. */
function lastOf({ text, lines }: Page, opener: number, end: number): number {
  let at = end - 1
  while (at > opener && (lines[at]!.isBlank || isRule(text, lines[at]!))) at--
  return at
}

function neededLength({ lines, runs }: Page, opener: number, end: number): number {
  const { mark, length } = lines[opener]!.fence!
  let needed = length
  for (let at = opener + 1; at < end; at++) needed = Math.max(needed, runs[mark][at]! + 1)
  return needed
}

function lengthened({ text, lines }: Page, at: number, length: number): FenceEdit[] {
  const line = lines[at]!
  const fence = line.fence!
  if (fence.length >= length) return []
  const before = text.slice(line.start, line.end)
  const start = line.start + before.indexOf(fence.mark)
  const after =
    before.slice(0, start - line.start) + fence.mark.repeat(length - fence.length) + before.slice(start - line.start)
  return [
    {
      line: at + 1,
      kind: 'lengthened',
      before,
      after,
      start,
      end: start,
      text: fence.mark.repeat(length - fence.length),
    },
  ]
}

function added({ text, lines }: Page, opener: number, last: number, length: number): FenceEdit {
  const line = lines[opener]!
  const after = indentOf(text, line) + line.fence!.mark.repeat(length)
  const { next } = lines[last]!
  const ending = text.slice(line.end, line.next)
  return { line: last + 1, kind: 'closed', before: null, after, start: next, end: next, text: after + ending }
}

function indentOf(text: string, { start, end, fence }: Line): string {
  return text.slice(start, start + text.slice(start, end).indexOf(fence!.mark))
}
