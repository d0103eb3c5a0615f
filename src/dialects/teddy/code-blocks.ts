import { excerpt } from '../shared/excerpt.ts'
import type { Block, CodeBlock } from './blocks.ts'
import { codeText, longestRun } from './code-text.ts'
import { type Part, textAt } from './part.ts'

/**
 * The code blocks that a part consists of, up to `most` of them. Whatever else stands there is named: text before the
 * blocks is only in the way, text after them is likely to be the rest of a block that ended too early.
 */
export function readCode(part: Part, blocks: readonly Block[], most: number): CodeBlock[] {
  const found: CodeBlock[] = []
  let rest: Block | undefined
  for (const block of blocks) {
    if (block.kind !== 'code') {
      if (found.length === 0) stray(part, block, 'before')
      else rest ??= block
    } else if (found.length < most) {
      checkFence(part, block)
      // An empty block between two actions is left over; where one is needed, it may be meant.
      if (most === 1 || !isEmpty(part, block)) found.push(block)
    } else if (!block.isClosed || !isEmpty(part, block)) {
      checkFence(part, block)
      rest ??= block
    }
  }
  // A long rest of a block is one fault, not one for each of its lines.
  if (rest !== undefined) stray(part, rest, found.length > 0 ? 'after' : 'alone')
  return found
}

/** Names the text that stands before what is read. */
export function strayBefore(part: Part, blocks: readonly Block[]): void {
  for (const block of blocks) stray(part, block, 'before')
}

export function isEmpty(part: Pick<Part, 'source'>, block: CodeBlock): boolean {
  return codeText(part.source.text, block).trim() === ''
}

export function missingBlock(part: Part, message: string): void {
  part.findings.add('E_TEDDY_BLOCK_MISSING', message, part.heading)
}

function stray(part: Part, block: Block, where: 'before' | 'after' | 'alone'): void {
  const what = block.kind === 'code' ? 'code block' : block.kind === 'heading' ? 'heading' : 'text'
  const message = {
    before: `This ${what} is read by nobody.`,
    after: `This ${what} stands behind the block that is read.`,
    alone: `No ${what} belongs here.`,
  }[where]
  const isHarmless = where === 'before'
  const actual = excerpt(textAt(part, block).trimStart())
  part.findings.add('E_TEDDY_STRAY', message, firstLine(part, block), {
    actual,
    ...(isHarmless && { severity: 'warning', hint: 'Remove it, or say it in the fields or in a message.' }),
  })
}

function firstLine(part: Part, { start, end }: Block): { start: number; end: number } {
  const line = part.source.text.slice(start, end).split(/[\r\n]/, 1)[0]!
  return { start, end: start + line.length }
}

export function checkFence(part: Pick<Part, 'source' | 'findings'>, block: CodeBlock): void {
  const { fence, content } = block
  const at = { start: block.start, end: block.start + block.indent + fence.length }
  if (!block.isClosed) {
    part.findings.add('E_TEDDY_FENCE_OPEN', 'This code block is never closed.', at)
    return
  }
  const longest = longestRun(part.source.text, content, fence.mark)
  if (longest < fence.length) return
  const message = `The fence has ${fence.length} marks, and inside there is a run of ${longest}.`
  part.findings.add('E_TEDDY_FENCE_SHORT', message, at, {
    actual: `${fence.length}`,
    expected: `at least ${longest + 1}`,
  })
}
