import { canClose, canOpen, commentEnd, listIndentAfter } from '../lines.ts'
import type { FenceEdit } from '../sanitize.ts'
import { closeBlock } from './edits.ts'
import type { Page } from './page.ts'

/**
 * Mends the fences of free text between two lines, in which Markdown leaves a block open. How many blocks there are nobody
 * knows, so they are taken to be nested: a fence with a word behind it opens, a bare one closes what is open.
 */
export function mendMessage(page: Page, from: number, end: number): FenceEdit[] {
  const { text, lines, lastCommentClose } = page
  const edits: FenceEdit[] = []
  let listIndent = 0
  for (let at = from; at < end; at++) {
    const line = lines[at]!
    if (canOpen(line, listIndent)) {
      const close = nestedEnd(page, at, end)
      edits.push(...closeBlock(page, at, close, end))
      at = close ?? end
      continue
    }
    const comment = commentEnd(text, lines, at, lastCommentClose)
    listIndent = listIndentAfter(listIndent, line, text)
    if (comment !== -1) at = comment
  }
  return edits
}

function nestedEnd({ lines }: Page, opener: number, end: number): number | undefined {
  const first = lines[opener]!
  let depth = 1
  for (let at = opener + 1; at < end; at++) {
    const { fence } = lines[at]!
    if (fence?.mark !== first.fence!.mark) continue
    if (fence.info !== '') depth++
    else if (canClose(lines[at]!, first) && --depth === 0) return at
  }
  return undefined
}
