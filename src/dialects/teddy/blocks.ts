import type { Span } from '../shared/tree.ts'
import { closersOf } from './closers.ts'
import { actionOf, type Heading, headingOf, sectionOf } from './landmarks.ts'
import { canOpen, commentEnd, type Fence, isItem, isRule, type Line, linesOf, listIndentAfter } from './lines.ts'

/** A piece of a plan. Blank lines, rules and comments are none: they say nothing. */
export type Block = HeadingBlock | CodeBlock | TextLine

export interface HeadingBlock extends Span {
  readonly kind: 'heading'
  readonly heading: Heading
}

export interface CodeBlock extends Span {
  readonly kind: 'code'
  readonly fence: Fence
  readonly indent: number
  /** From the line after the fence to the line of the closing one. */
  readonly content: Span
  readonly isClosed: boolean
}

export interface TextLine extends Span {
  readonly kind: 'line'
  readonly indent: number
  readonly isItem: boolean
}

/**
 * The blocks of a text by the rules of Markdown, with one exception: a code block that is never closed ends where the
 * structure of the plan goes on, so that it hides no fault behind it.
 */
export function blocksOf(text: string): Block[] {
  const lines = linesOf(text)
  const closers = closersOf(lines)
  const lastCommentClose = text.lastIndexOf('-->')
  const blocks: Block[] = []
  let listIndent = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.isBlank) continue
    if (canOpen(line, listIndent)) {
      const closer = closers[at]!
      const end = closer === -1 ? nextLandmark(text, lines, at + 1) : closer
      blocks.push(codeBlock(lines, at, end, closer !== -1, text.length))
      at = closer === -1 ? end - 1 : end
      continue
    }
    const comment = commentEnd(text, lines, at, lastCommentClose)
    if (comment !== -1) {
      at = comment
      continue
    }
    listIndent = listIndentAfter(listIndent, line, text)
    if (!isRule(text, line)) blocks.push(blockOf(text, line))
  }
  return blocks
}

function nextLandmark(text: string, lines: readonly Line[], from: number): number {
  for (let at = from; at < lines.length; at++) {
    const heading = headingOf(text, lines[at]!)
    if (heading && (sectionOf(heading) ?? actionOf(heading)) !== undefined) return at
  }
  return lines.length
}

function codeBlock(lines: readonly Line[], at: number, end: number, isClosed: boolean, length: number): CodeBlock {
  const opener = lines[at]!
  const content = { start: opener.next, end: lines[end]?.start ?? length }
  return {
    kind: 'code',
    fence: opener.fence!,
    indent: opener.indent,
    content: content.end < content.start ? { start: content.end, end: content.end } : content,
    isClosed,
    start: opener.start,
    end: isClosed ? lines[end]!.end : content.end,
  }
}

function blockOf(text: string, line: Line): Block {
  const { start, end, indent } = line
  const heading = headingOf(text, line)
  if (heading && (heading.isSpaced || heading.level === 1 || isKnown(heading))) {
    return { kind: 'heading', heading, start, end }
  }
  return { kind: 'line', indent, isItem: isItem(text, line), start, end }
}

function isKnown(heading: Heading): boolean {
  return (sectionOf(heading) ?? actionOf(heading)) !== undefined
}
