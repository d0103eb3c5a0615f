import { isBare, isFence, type Lines, markAt } from './lines.ts'
import { Nearest } from './nearest.ts'

/** For each line with a fence, the line that closes the block it would open, by the rules of Markdown; -1 when none does. */
export function closersOf(lines: Lines): Int32Array {
  const { count, fences, indents } = lines
  const closers = new Int32Array(count).fill(-1)
  const shallow = { '`': new Nearest(), '~': new Nearest() }
  const any = { '`': new Nearest(), '~': new Nearest() }
  for (let at = count - 1; at >= 0; at--) {
    if (!isFence(lines, at)) continue
    const mark = markAt(lines, at)
    const length = fences[at]!
    const isShallow = indents[at]! <= 3
    closers[at] = (isShallow ? shallow : any)[mark].atLeast(length)
    if (!isBare(lines, at)) continue
    any[mark].put(at, length)
    if (isShallow) shallow[mark].put(at, length)
  }
  return closers
}
