import { canClose, canOpen, commentEnd, isBare, isFence, listIndentAfter, markAt } from '../lines.ts'
import { closeBlock, type FenceEdit } from './edits.ts'
import type { Page } from './page.ts'

/**
 * Mends the fences of free text between two lines, in which Markdown leaves a block open. How many blocks there are nobody
 * knows, so they are taken to be nested: a fence with a word behind it opens, a bare one closes what is open.
 */
export function mendMessage(page: Page, from: number, end: number): FenceEdit[] {
  const edits: FenceEdit[] = []
  let listIndent = 0
  for (let at = from; at < end; at++) {
    if (canOpen(page, at, listIndent)) {
      const close = nestedEnd(page, at, end)
      for (const edit of closeBlock(page, at, close, end)) edits.push(edit)
      at = close ?? end
      continue
    }
    const comment = commentEnd(page, at)
    listIndent = listIndentAfter(listIndent, page, at)
    if (comment !== -1) at = comment
  }
  return edits
}

function nestedEnd(page: Page, opener: number, end: number): number | undefined {
  const mark = markAt(page, opener)
  let depth = 1
  for (let at = opener + 1; at < end; at++) {
    if (!isFence(page, at) || markAt(page, at) !== mark) continue
    if (!isBare(page, at)) depth++
    else if (canClose(page, at, opener) && --depth === 0) return at
  }
  return undefined
}
