import { glyphs } from './glyphs.ts'

/** A path as `visible()` shows it, cut in front when it is wider than `room` cells: its end is what tells paths apart. */
export function keepEnd(path: string, room: number): string {
  const near = path.slice(-room * 4)
  const all = glyphs(near)
  const cut = near.length < path.length
  let cells = all.reduce((sum, glyph) => sum + glyph.cells, 0)
  let first = 0
  if (cut || cells > room) while (first < all.length && cells > room - '…'.length) cells -= all[first++]!.cells
  const kept = all.slice(first).map((glyph) => glyph.text)
  return (cut || first > 0 ? '…' : '') + kept.join('')
}
