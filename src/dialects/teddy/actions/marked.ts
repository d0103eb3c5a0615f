import type { Span } from '../../shared/tree.ts'
import { type Block, type CodeBlock, textBetween } from '../blocks.ts'
import { readCode } from '../code-blocks.ts'
import { type EditMark, markOf } from '../landmarks.ts'
import type { Part } from '../part.ts'

/** A `FIND:` or `REPLACE:` with the code block that follows it. */
export interface Marked {
  readonly mark: EditMark
  readonly at: Span
  readonly code: CodeBlock | undefined
}

/** All of them in the order of the text. What stands before the first one is read by nobody. */
export function markedBlocks(part: Part, blocks: readonly Block[]): Marked[] {
  const marked: Marked[] = []
  let open: Mark | undefined
  let below: Block[] = []
  const endMark = (next: Mark | undefined): void => {
    const [code] = readCode(part, below, open === undefined ? 0 : 1)
    if (open !== undefined) marked.push({ mark: open.mark, at: open.at, code })
    open = next
    below = []
  }
  for (const block of blocks) {
    for (const piece of piecesOf(part, block)) {
      if (piece.kind === 'mark') endMark(piece)
      else below.push(piece)
    }
  }
  endMark(undefined)
  return marked
}

interface Mark {
  readonly kind: 'mark'
  readonly mark: EditMark
  readonly at: Span
}

/** A block cut at the marks in it. */
function piecesOf({ lines }: Part, block: Block): (Block | Mark)[] {
  const { text, starts, ends } = lines
  if (block.kind !== 'text') {
    const mark = block.kind === 'heading' ? markOf(text, block) : undefined
    return [mark === undefined ? block : { kind: 'mark', mark, at: block }]
  }
  const pieces: (Block | Mark)[] = []
  let from = block.from
  for (let at = block.from; at < block.to; at++) {
    const span = { start: starts[at]!, end: ends[at]! }
    const mark = markOf(text, span)
    if (mark === undefined) continue
    pieces.push(...textBetween(lines, from, at), { kind: 'mark', mark, at: span })
    from = at + 1
  }
  pieces.push(...textBetween(lines, from, block.to))
  return pieces
}
