import { closersOf } from '../closers.ts'
import { canClose, isBare, isBlank, isFence, isRule, type Lines, markAt } from '../lines.ts'
import { Nearest } from '../nearest.ts'
import { type Signs, signsOf } from './signs.ts'

/** The lines of a text with what has to be known to find the ends of its blocks, all of it found in a few passes. */
export interface Page extends Lines {
  readonly signs: Signs
  /** For each fence, the line that closes its block by the rules of Markdown; -1 when none does. */
  readonly closers: Int32Array
  /** The longest run of each mark on a line, from three on. */
  readonly runs: Readonly<Record<'`' | '~', Uint32Array>>
  /** For each fence, the nearest line below with a run at least as long; -1 when there is none. */
  readonly nextRun: Int32Array
  /** For each line, the next one that is neither blank, a rule nor part of an empty code block. */
  readonly nextSolid: Int32Array
}

export function pageOf(lines: Lines): Page {
  const runs = runsOf(lines)
  return {
    ...lines,
    signs: signsOf(lines),
    closers: closersOf(lines),
    runs,
    nextRun: nextRuns(lines, runs),
    nextSolid: nextSolids(lines),
  }
}

function runsOf({ text, count, starts }: Lines): Page['runs'] {
  const runs = { '`': new Uint32Array(count), '~': new Uint32Array(count) }
  let at = 0
  for (const { index, 0: run } of text.matchAll(/`{3,}|~{3,}/g)) {
    while (starts[at + 1]! <= index) at++
    const ofMark = runs[run[0] as '`' | '~']
    ofMark[at] = Math.max(ofMark[at]!, run.length)
  }
  return runs
}

function nextRuns(lines: Lines, runs: Page['runs']): Int32Array {
  const next = new Int32Array(lines.count).fill(-1)
  const nearest = { '`': new Nearest(), '~': new Nearest() }
  for (let at = lines.count - 1; at >= 0; at--) {
    if (isFence(lines, at)) next[at] = nearest[markAt(lines, at)].atLeast(lines.fences[at]!)
    for (const mark of ['`', '~'] as const) {
      const run = runs[mark][at]!
      if (run > 0) nearest[mark].put(at, run)
    }
  }
  return next
}

//     ```            ◀ from here
//
//     ---
//     ```
//     ```
//     ### `READ`     ◀ to here
function nextSolids(lines: Lines): Int32Array {
  const { count } = lines
  const next = new Int32Array(count).fill(count)
  const nextText = new Int32Array(count).fill(count)
  for (let at = count - 1; at >= 0; at--) {
    const below = at + 1
    nextText[at] = below === count ? below : isBlank(lines, below) ? nextText[below]! : below
    next[at] = below === count ? below : solidFrom(lines, below, next, nextText)
  }
  return next
}

function solidFrom(lines: Lines, at: number, next: Int32Array, nextText: Int32Array): number {
  if (isBlank(lines, at) || isRule(lines, at)) return next[at]!
  const close = nextText[at]!
  const isEmptyBlock = isBare(lines, at) && close < lines.count && canClose(lines, close, at)
  return isEmptyBlock && lines.fences[close]! >= lines.fences[at]! ? next[close]! : at
}
