import { closersOf } from '../closers.ts'
import { headingOf, sectionOf } from '../landmarks.ts'
import { infoAt, isBare, isBlank, isFence, type Lines, markAt } from '../lines.ts'
import type { FenceChange } from '../sanitize.ts'

export interface Unwrapped {
  readonly text: string
  readonly changes: readonly FenceChange[]
  /** By how many lines the rest has moved up. */
  readonly shift: number
}

/** Takes off the two fences that a language model put around all of its plan; undefined when it did not. */
export function unwrapped(lines: Lines): Unwrapped | undefined {
  const { text, count, starts } = lines
  const opener = lineFrom(lines, 0, (at) => isFence(lines, at) || isTitle(lines, at))
  if (opener === count || !isFence(lines, opener) || !wrappers.has(infoAt(lines, opener).toLowerCase()))
    return undefined
  const title = lineFrom(lines, opener + 1, (at) => !isBlank(lines, at))
  let closer = count - 1
  while (isBlank(lines, closer)) closer--
  if (title === count || !isTitle(lines, title) || !holdsSection(lines, opener)) return undefined
  if (closer <= title || !isBare(lines, closer) || markAt(lines, closer) !== markAt(lines, opener)) return undefined
  return {
    text:
      text.slice(0, starts[opener]) + text.slice(starts[opener + 1], starts[closer]) + text.slice(starts[closer + 1]),
    changes: [removed(lines, opener), removed(lines, closer)],
    shift: 1,
  }
}

const wrappers = new Set(['', 'markdown', 'md'])

function lineFrom({ count }: Lines, from: number, fits: (at: number) => boolean): number {
  let at = from
  while (at < count && !fits(at)) at++
  return at
}

function isTitle(lines: Lines, at: number): boolean {
  return headingOf(lines, at)?.level === 1
}

/** A block before the plan, with a comment of a shell script for its title, holds none. */
function holdsSection(lines: Lines, opener: number): boolean {
  const closer = closersOf(lines)[opener]!
  const end = closer === -1 ? lines.count : closer
  return lineFrom(lines, opener, (at) => at >= end || sectionOf(headingOf(lines, at)) !== undefined) < end
}

function removed({ text, starts, ends }: Lines, at: number): FenceChange {
  return { line: at + 1, kind: 'unwrapped', before: text.slice(starts[at], ends[at]), after: null }
}
