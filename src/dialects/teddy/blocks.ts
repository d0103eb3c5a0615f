import type { Span } from '../shared/tree.ts'
import { closersOf } from './closers.ts'
import { lineAt } from './field-line.ts'
import { actionOf, type Heading, headingOf, plainName, type SectionName, sectionOf } from './landmarks.ts'
import { canOpen, commentEnd, type FenceMark, isBlank, isRule, type Lines, listIndentAfter, markAt } from './lines.ts'
import { isNearTitle, nearAction, nearSection } from './near.ts'
import type { ActionKind } from './plan.ts'

/** A piece of a plan. Blank lines, rules and comments are none: they say nothing. */
export type Block = HeadingBlock | CodeBlock | TextBlock

export interface HeadingBlock extends Heading, Span {
  readonly kind: 'heading'
  /** What a line that is no heading of a plan was likely meant to be. Its level is 0 when it is no heading at all. */
  readonly near: ActionKind | SectionName | 'Title' | undefined
}

export interface CodeBlock extends Span {
  readonly kind: 'code'
  readonly fence: { readonly mark: FenceMark; readonly length: number }
  readonly indent: number
  /** From the line after the fence to the line of the closing one. */
  readonly content: Span
  /** The numbers of the lines of the content, from the first up to, not including, `to`. */
  readonly from: number
  readonly to: number
  readonly isClosed: boolean
}

/** All lines between two other pieces. Some of them may be blank, the first and the last are not. */
export interface TextBlock extends Span {
  readonly kind: 'text'
  /** The numbers of its lines, from the first up to, not including, `to`. */
  readonly from: number
  readonly to: number
}

/**
 * The blocks of a text by the rules of Markdown, with one exception: a code block that is never closed ends where the
 * structure of the plan goes on, so that it hides no fault behind it.
 */
export function blocksOf(lines: Lines): Block[] {
  const closers = closersOf(lines)
  const blocks: Block[] = []
  let listIndent = 0
  let textFrom = 0
  for (let at = 0; at < lines.count; at++) {
    if (isBlank(lines, at)) continue
    let block: Block | undefined
    let last = commentEnd(lines, at)
    if (canOpen(lines, at, listIndent)) {
      const closer = closers[at]!
      const end = closer === -1 ? nextLandmark(lines, at + 1) : closer
      block = codeBlock(lines, at, end, closer !== -1)
      last = closer === -1 ? end - 1 : end
    } else if (last === -1) {
      listIndent = listIndentAfter(listIndent, lines, at)
      block = headingBlock(lines, at)
      if (block === undefined && !isRule(lines, at)) continue
      last = at
    }
    blocks.push(...textBetween(lines, textFrom, at))
    if (block !== undefined) blocks.push(block)
    textFrom = last + 1
    at = last
  }
  blocks.push(...textBetween(lines, textFrom, lines.count))
  return blocks
}

function nextLandmark(lines: Lines, from: number): number {
  for (let at = from; at < lines.count; at++) {
    const heading = headingOf(lines, at)
    if (heading && isKnown(heading)) return at
  }
  return lines.count
}

function codeBlock(lines: Lines, at: number, end: number, isClosed: boolean): CodeBlock {
  const { starts, ends, fences, indents } = lines
  const content = { start: starts[at + 1]!, end: starts[end]! }
  return {
    kind: 'code',
    fence: { mark: markAt(lines, at), length: fences[at]! },
    indent: indents[at]!,
    content,
    from: at + 1,
    to: end,
    isClosed,
    start: starts[at]!,
    end: isClosed ? ends[end]! : content.end,
  }
}

function headingBlock(lines: Lines, at: number): HeadingBlock | undefined {
  const heading = headingOf(lines, at)
  const near =
    nearAction(lines, at, heading) ?? nearSection(lines, at, heading) ?? (isNearTitle(lines, at) ? 'Title' : undefined)
  const isHeading = heading !== undefined && (heading.isSpaced || heading.level === 1 || isKnown(heading))
  if (!isHeading && near === undefined) return undefined
  const { level, name, text, isSpaced } = heading ?? unmarked(lineAt(lines, at).value)
  return { kind: 'heading', level, name, text, isSpaced, near, start: lines.starts[at]!, end: lines.ends[at]! }
}

function unmarked(text: string): Heading {
  return { level: 0, name: plainName(text), text, isSpaced: true }
}

/** The text between two lines; none when all of them are blank. */
export function textBetween(lines: Lines, from: number, to: number): TextBlock[] {
  let first = from
  let end = to
  while (first < end && isBlank(lines, first)) first++
  while (first < end && isBlank(lines, end - 1)) end--
  if (first === end) return []
  return [{ kind: 'text', from: first, to: end, start: lines.starts[first]!, end: lines.ends[end - 1]! }]
}

function isKnown(heading: Heading): boolean {
  return (sectionOf(heading) ?? actionOf(heading)) !== undefined
}
