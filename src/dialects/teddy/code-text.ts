import type { Span } from '../shared/tree.ts'
import type { CodeBlock } from './blocks.ts'
import type { FenceMark } from './lines.ts'
import type { Written } from './plan.ts'

/** What stands in a code block, with the line end of its last line. A block that is indented takes its lines along. */
export function codeText(text: string, { content, indent }: CodeBlock): string {
  const raw = text.slice(content.start, content.end)
  if (indent === 0) return raw
  return raw
    .split('\n')
    .map((line) => withoutIndent(line, indent))
    .join('\n')
}

function withoutIndent(line: string, most: number): string {
  for (let at = 0, left = most; ; at++) {
    const width = line[at] === ' ' ? 1 : line[at] === '\t' ? 4 : Number.POSITIVE_INFINITY
    if (width > left) return line.slice(at)
    left -= width
  }
}

/** The same as text that is not a file: lines end with LF alone, and the last one does not end. */
export function codeLines(text: string, block: CodeBlock): string {
  const lines = codeText(text, block).replace(/\r\n?/g, '\n')
  return lines.endsWith('\n') ? lines.slice(0, -1) : lines
}

/** What is read from a block, at the place of what stands in it. */
export function writtenIn({ content }: CodeBlock, value: string): Written {
  return { value, start: content.start, end: content.end }
}

/** How many of a mark follow each other at most. */
export function longestRun(text: string, { start, end }: Span, mark: FenceMark): number {
  let longest = 0
  for (let at = text.indexOf(mark, start); at !== -1 && at < end; at = text.indexOf(mark, at)) {
    const from = at
    while (at < end && text[at] === mark) at++
    longest = Math.max(longest, at - from)
  }
  return longest
}
