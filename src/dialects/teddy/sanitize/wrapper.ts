import { closersOf } from '../closers.ts'
import { headingOf, sectionOf } from '../landmarks.ts'
import { isBare, type Line } from '../lines.ts'
import type { FenceChange } from '../sanitize.ts'

export interface Unwrapped {
  readonly text: string
  readonly changes: readonly FenceChange[]
  /** By how many lines the rest has moved up. */
  readonly shift: number
}

/** Takes off the two fences that a language model put around all of its plan; undefined when it did not. */
export function unwrapped(text: string, lines: readonly Line[]): Unwrapped | undefined {
  const first = lines.findIndex((line) => line.fence !== undefined || headingOf(text, line)?.level === 1)
  const opener = lines[first]
  if (opener?.fence === undefined || !['', 'markdown', 'md'].includes(opener.fence.info.toLowerCase())) return undefined
  const title = lines.findIndex((line, at) => at > first && !line.isBlank)
  const last = lines.findLastIndex((line) => !line.isBlank)
  const closer = lines[last]
  const isTitle = title !== -1 && headingOf(text, lines[title]!)?.level === 1
  if (!isTitle || !holdsSection(text, lines, first)) return undefined
  if (last <= title || !isBare(closer) || closer!.fence!.mark !== opener.fence.mark) return undefined
  return {
    text: text.slice(0, opener.start) + text.slice(opener.next, closer!.start) + text.slice(closer!.next),
    changes: [removed(text, opener, first), removed(text, closer!, last)],
    shift: 1,
  }
}

/** A block before the plan, with a comment of a shell script for its title, holds none. */
function holdsSection(text: string, lines: readonly Line[], opener: number): boolean {
  const closer = closersOf(lines)[opener]!
  const inside = lines.slice(opener, closer === -1 ? undefined : closer)
  return inside.some((line) => sectionOf(headingOf(text, line)) !== undefined)
}

function removed(text: string, { start, end }: Line, at: number): FenceChange {
  return { line: at + 1, kind: 'unwrapped', before: text.slice(start, end), after: null }
}
