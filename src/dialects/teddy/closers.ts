import { canClose, type Line } from './lines.ts'
import { Nearest } from './nearest.ts'

/** For each line with a fence, the line that closes the block it would open, by the rules of Markdown; -1 when none does. */
export function closersOf(lines: readonly Line[]): Int32Array {
  const closers = new Int32Array(lines.length).fill(-1)
  const shallow = { '`': new Nearest(), '~': new Nearest() }
  const any = { '`': new Nearest(), '~': new Nearest() }
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!
    if (line.fence === undefined) continue
    const { mark, length } = line.fence
    closers[at] = (line.indent > 3 ? any : shallow)[mark].atLeast(length)
    if (!canClose(line, line)) continue
    any[mark].put(at, length)
    if (line.indent <= 3) shallow[mark].put(at, length)
  }
  return closers
}
