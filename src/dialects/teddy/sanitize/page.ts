import { canClose, isBare, isRule, type Line } from '../lines.ts'
import { Nearest } from '../nearest.ts'

/** The lines of a text with what has to be known to find the ends of its blocks, all of it found in a few passes. */
export interface Page {
  readonly text: string
  readonly lines: readonly Line[]
  /** The longest run of each mark on a line, from three on. */
  readonly runs: Readonly<Record<'`' | '~', Uint32Array>>
  /** For each fence, the nearest line below with a run at least as long; -1 when there is none. */
  readonly nextRun: Int32Array
  /** For each line, the next one that is neither blank, a rule nor part of an empty code block. */
  readonly nextSolid: Int32Array
  /** Where the last comment is closed; no comment after it is one. */
  readonly lastCommentClose: number
}

export function pageOf(text: string, lines: readonly Line[]): Page {
  const runs = runsOf(text, lines)
  const lastCommentClose = text.lastIndexOf('-->')
  return { text, lines, runs, nextRun: nextRuns(lines, runs), nextSolid: nextSolids(text, lines), lastCommentClose }
}

function runsOf(text: string, lines: readonly Line[]): Page['runs'] {
  const runs = { '`': new Uint32Array(lines.length), '~': new Uint32Array(lines.length) }
  let at = 0
  for (const { index, 0: run } of text.matchAll(/`{3,}|~{3,}/g)) {
    while (lines[at]!.next <= index) at++
    const ofMark = runs[run[0] as '`' | '~']
    ofMark[at] = Math.max(ofMark[at]!, run.length)
  }
  return runs
}

function nextRuns(lines: readonly Line[], runs: Page['runs']): Int32Array {
  const next = new Int32Array(lines.length).fill(-1)
  const nearest = { '`': new Nearest(), '~': new Nearest() }
  for (let at = lines.length - 1; at >= 0; at--) {
    const { fence } = lines[at]!
    if (fence !== undefined) next[at] = nearest[fence.mark].atLeast(fence.length)
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
function nextSolids(text: string, lines: readonly Line[]): Int32Array {
  const next = new Int32Array(lines.length + 1).fill(lines.length)
  const nextText = new Int32Array(lines.length + 1).fill(lines.length)
  for (let at = lines.length - 1; at >= 0; at--) {
    const below = at + 1
    nextText[at] = below === lines.length ? below : lines[below]!.isBlank ? nextText[below]! : below
    next[at] = below === lines.length ? below : solidFrom(text, lines, below, next, nextText)
  }
  return next
}

function solidFrom(text: string, lines: readonly Line[], at: number, next: Int32Array, nextText: Int32Array): number {
  const line = lines[at]!
  if (line.isBlank || isRule(text, line)) return next[at]!
  const close = nextText[at]!
  const isEmptyBlock = isBare(line) && close < lines.length && canClose(lines[close]!, line)
  return isEmptyBlock && lines[close]!.fence!.length >= line.fence!.length ? next[close]! : at
}
