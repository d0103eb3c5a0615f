import { canOpen, commentEnd, listIndentAfter, markAt } from '../lines.ts'
import { blockEnd } from './block-end.ts'
import { closeBlock, type FenceEdit } from './edits.ts'
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
  const { count, fences, nextRun, closers } = page
  const structure = new Structure(page)
  const edits: FenceEdit[] = []
  let isSafe = true
  let state: State = { holds: 'text' }
  let listIndent = 0
  let end = -1
  let messageFrom = 0
  const wholeUntil = { '`': -1, '~': -1 }
  for (let at = 0; at < count; ) {
    const next = structure.after(at, state)
    if (next !== undefined) {
      structure.pass(at)
      state = next
      listIndent = 0
      end = -1
      messageFrom = ++at
      continue
    }
    if (!canOpen(page, at, listIndent)) {
      const comment = commentEnd(page, at)
      listIndent = listIndentAfter(listIndent, page, at)
      at = comment === -1 ? at + 1 : comment + 1
      continue
    }
    if (end <= at) end = regionEnd(count, at + 1, structure, state)
    if (state.holds === 'text') {
      const closer = closers[at]!
      // With a run inside it is not even sure that it is closed there.
      const isPlain = nextRun[at] === closer
      if (closer !== -1 && (closer < end || (isPlain && (isTrusting || fences[at]! > 3)))) {
        if (closer >= end) messageFrom = closer + 1
        at = closer + 1
        continue
      }
      isSafe = false
      // A message that the plan ends with hides nothing, however open its blocks are.
      if (end < count) for (const edit of mendMessage(page, messageFrom, end)) edits.push(edit)
      at = end
      continue
    }
    const mark = markAt(page, at)
    const found = blockEnd(page, at, {
      state,
      end,
      isLandmark: (below) => isLandmark(count, below, structure, state),
      isWhole: wholeUntil[mark] === end,
    })
    if (found.isWhole) wholeUntil[mark] = end
    if (!found.isTrusted) {
      isSafe = false
      edits.push(...closeBlock(page, at, found.close, end))
    }
    at = found.close === undefined ? end : found.close + 1
  }
  return { edits, isSafe }
}

function regionEnd(count: number, from: number, structure: Structure, state: State): number {
  let at = from
  while (at < count && structure.after(at, state) === undefined) at++
  return at
}

function isLandmark(count: number, at: number, structure: Structure, state: State): boolean {
  return at === count || structure.after(at, state) !== undefined
}
