import { canClose, isBare } from '../lines.ts'
import type { Page } from './page.ts'
import type { State } from './state.ts'

export interface BlockEnd {
  /** The line of the closing fence; undefined when there is none before the structure goes on. */
  readonly close: number | undefined
  /** The fences are as they should be. */
  readonly isTrusted: boolean
}

/**
 * Where the block ends that is opened on a line. `end` is where the structure of the plan goes on, unless that line turns
 * out to be part of the block.
 */
export function blockEnd(
  page: Page,
  opener: number,
  end: number,
  state: State,
  isLandmark: (at: number) => boolean,
): BlockEnd {
  const { lines, nextRun, nextSolid } = page
  const first = nextRun[opener]!
  if (first !== -1 && canClose(lines[first]!, lines[opener]!)) {
    const below = nextSolid[first]!
    const goesOn = isLandmark(below) || (state.holds === 'many' && lines[below]!.fence !== undefined)
    if (goesOn || (first < end && isLastRun(page, opener, first, end))) return { close: first, isTrusted: true }
  }
  return { close: lastFence(page, opener, end, state), isTrusted: false }
}

/** After it no run as long stands before the structure goes on, so no other line could close the block. */
function isLastRun({ lines, nextRun }: Page, opener: number, close: number, end: number): boolean {
  // Of a longer closing fence it is not known what could compete with the opening one.
  if (lines[close]!.fence!.length !== lines[opener]!.fence!.length) return false
  const next = nextRun[close]!
  return next === -1 || next >= end
}

function lastFence({ lines, nextSolid }: Page, opener: number, end: number, state: State): number | undefined {
  const { mark } = lines[opener]!.fence!
  let last: number | undefined
  for (let at = opener + 1; at < end; at++) {
    const line = lines[at]!
    if (line.fence?.mark !== mark) continue
    last = at
    const below = nextSolid[at]!
    const isBetween = below >= end || lines[below]!.fence !== undefined
    if (state.holds === 'many' && isBetween && canClose(line, lines[opener]!)) return at
  }
  // An opening fence that comes last is inside of the block: it would be closed otherwise.
  return last !== undefined && isBare(lines[last]) && canClose(lines[last]!, lines[opener]!) ? last : undefined
}
