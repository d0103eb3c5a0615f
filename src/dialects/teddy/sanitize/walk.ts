import { closersOf } from '../closers.ts'
import { canOpen, commentEnd, type Line, listIndentAfter } from '../lines.ts'
import type { FenceEdit } from '../sanitize.ts'
import { blockEnd } from './block-end.ts'
import { closeBlock } from './edits.ts'
import { mendMessage } from './message.ts'
import type { Page } from './page.ts'
import { type State, Structure } from './state.ts'

export interface Walked {
  readonly edits: readonly FenceEdit[]
  /** Every block is closed, and its fence is longer than what is inside. */
  readonly isSafe: boolean
}

/**
 * Goes through a plan from heading to heading. Trusting, it takes each code block of a message for what Markdown says it is;
 * when that does not work out for the whole plan, not trusting, no block of three marks holds the heading of an action.
 */
export function walkFences(page: Page, { isTrusting }: { readonly isTrusting: boolean }): Walked {
  const { text, lines } = page
  const closers = closersOf(lines)
  const structure = new Structure(text, lines)
  const edits: FenceEdit[] = []
  let isSafe = true
  let state: State = { holds: 'text' }
  let listIndent = 0
  let end = -1
  let messageFrom = 0
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const next = structure.after(line, state)
    if (next !== undefined) {
      structure.pass(line)
      state = next
      listIndent = 0
      end = -1
      messageFrom = ++at
      continue
    }
    if (!canOpen(line, listIndent)) {
      const comment = commentEnd(text, lines, at, page.lastCommentClose)
      listIndent = listIndentAfter(listIndent, line, text)
      at = comment === -1 ? at + 1 : comment + 1
      continue
    }
    if (end <= at) end = regionEnd(lines, at + 1, structure, state)
    if (state.holds === 'text') {
      const closer = closers[at]!
      const isLong = line.fence!.length > 3 && page.nextRun[at] === closer
      if (closer !== -1 && (isTrusting || closer < end || isLong)) {
        if (closer >= end) messageFrom = closer + 1
        at = closer + 1
        continue
      }
      isSafe = false
      // A message that the plan ends with hides nothing, however open its blocks are.
      if (end < lines.length) edits.push(...mendMessage(page, messageFrom, end))
      at = end
      continue
    }
    const found = blockEnd(page, at, end, state, (below) => isLandmark(lines, below, structure, state))
    if (!found.isTrusted) {
      isSafe = false
      edits.push(...closeBlock(page, at, found.close, end))
    }
    at = found.close === undefined ? end : found.close + 1
  }
  return { edits, isSafe }
}

function regionEnd(lines: readonly Line[], from: number, structure: Structure, state: State): number {
  let at = from
  while (at < lines.length && structure.after(lines[at]!, state) === undefined) at++
  return at
}

function isLandmark(lines: readonly Line[], at: number, structure: Structure, state: State): boolean {
  return at === lines.length || structure.after(lines[at]!, state) !== undefined
}
