import { isBlank, isRule, markAt } from '../lines.ts'
import type { FenceChange } from '../sanitize.ts'
import type { Page } from './page.ts'

/** Text that is put in somewhere. */
export interface FenceEdit {
  readonly kind: 'lengthened' | 'closed'
  /** The line whose fence it is; for a new fence, the one above it. */
  readonly at: number
  readonly start: number
  readonly text: string
}

/**
 * Makes the fences of a block longer than what is inside. A block without an end gets one where the structure goes on; at
 * the end of the file it stays open, because then the plan was cut off and what is missing is more than a fence.
 */
export function closeBlock(page: Page, opener: number, close: number | undefined, end: number): FenceEdit[] {
  if (close === undefined && end === page.count) return []
  const last = close ?? lastOf(page, opener, end) + 1
  const length = neededLength(page, opener, last)
  const edits = lengthened(page, opener, length)
  if (close !== undefined) return [...edits, ...lengthened(page, close, length)]
  return [...edits, added(page, opener, last - 1, length)]
}

/** The last line before `end` that belongs to the block. */
function lastOf(page: Page, opener: number, end: number): number {
  let at = end - 1
  while (at > opener && (isBlank(page, at) || isRule(page, at))) at--
  return at
}

function neededLength(page: Page, opener: number, end: number): number {
  const runs = page.runs[markAt(page, opener)]
  let needed = page.fences[opener]!
  for (let at = opener + 1; at < end; at++) needed = Math.max(needed, runs[at]! + 1)
  return needed
}

function lengthened(page: Page, at: number, length: number): FenceEdit[] {
  const missing = length - page.fences[at]!
  return missing > 0
    ? [{ kind: 'lengthened', at, start: page.firsts[at]!, text: markAt(page, at).repeat(missing) }]
    : []
}

function added(page: Page, opener: number, last: number, length: number): FenceEdit {
  const { text, starts, ends, firsts } = page
  const indent = text.slice(starts[opener], firsts[opener])
  const ending = text.slice(ends[opener], starts[opener + 1])
  const fence = markAt(page, opener).repeat(length)
  return { kind: 'closed', at: last, start: starts[last + 1]!, text: indent + fence + ending }
}

/** What an edit is for whoever reads about it. */
export function changeOf({ text, starts, ends }: Page, edit: FenceEdit): FenceChange {
  const line = edit.at + 1
  if (edit.kind === 'closed') return { line, kind: 'closed', before: null, after: edit.text.trimEnd() }
  const before = text.slice(starts[edit.at], ends[edit.at])
  const after = text.slice(starts[edit.at], edit.start) + edit.text + text.slice(edit.start, ends[edit.at])
  return { line, kind: 'lengthened', before, after }
}
