import { canClose, isBare, isFence, markAt } from '../lines.ts'
import type { Page } from './page.ts'
import type { State } from './state.ts'

export interface BlockEnd {
  /** The line of the closing fence; undefined when there is none before the structure goes on. */
  readonly close: number | undefined
  /** The fences are as they should be. */
  readonly isTrusted: boolean
  /** Up to where the structure goes on there are only whole blocks. */
  readonly isWhole: boolean
}

export interface Region {
  readonly state: State
  /** Where the structure of the plan goes on, unless that line turns out to be part of a block. */
  readonly end: number
  readonly isLandmark: (at: number) => boolean
  /** Whether it is known already that only whole blocks are left: otherwise each of them would look at all the others. */
  readonly isWhole: boolean
}

/** Where the block ends that is opened on a line. */
export function blockEnd(page: Page, opener: number, region: Region): BlockEnd {
  const { state, end, isLandmark } = region
  const first = page.nextRun[opener]!
  if (first !== -1 && canClose(page, first, opener)) {
    const below = page.nextSolid[first]!
    const goesOn = isLandmark(below) || (state.holds === 'many' && isFence(page, below))
    if (goesOn || (first < end && isLastRun(page, opener, first, end))) {
      return { close: first, isTrusted: true, isWhole: region.isWhole }
    }
    const isWhole = region.isWhole || (first < end && isFile(state) && blocksFollow(page, opener, first, end))
    if (isWhole) return { close: first, isTrusted: true, isWhole }
  }
  return { close: lastFence(page, opener, region), isTrusted: false, isWhole: false }
}

/** After it no run as long stands before the structure goes on, so no other line could close the block. */
function isLastRun({ fences, nextRun }: Page, opener: number, close: number, end: number): boolean {
  // Of a longer closing fence it is not known what could compete with the opening one.
  if (fences[close] !== fences[opener]) return false
  const next = nextRun[close]!
  return next === -1 || next >= end
}

function isFile({ action }: State): boolean {
  return action === 'CREATE' || action === 'EDIT'
}

//     ```ts
//     export {}
//     ```              ◀ the end: were it a part of the file, the fences in the file would not match
//     Run it with
//     ```sh
//     npm start
//     ```
function blocksFollow(page: Page, opener: number, close: number, end: number): boolean {
  if (isBare(page, opener)) return false
  const mark = markAt(page, opener)
  let isOpen = false
  for (let at = close + 1; at < end; at++) {
    if (!isFence(page, at) || markAt(page, at) !== mark) continue
    if (isBare(page, at) !== isOpen) return false
    isOpen = !isOpen
  }
  return !isOpen
}

function lastFence(page: Page, opener: number, { end, state }: Region): number | undefined {
  const mark = markAt(page, opener)
  let last: number | undefined
  for (let at = opener + 1; at < end; at++) {
    if (!isFence(page, at) || markAt(page, at) !== mark) continue
    last = at
    const below = page.nextSolid[at]!
    const isBetween = below >= end || isFence(page, below)
    if (state.holds === 'many' && isBetween && canClose(page, at, opener)) return at
  }
  // An opening fence that comes last is inside of the block: it would be closed otherwise.
  return last !== undefined && canClose(page, last, opener) ? last : undefined
}
