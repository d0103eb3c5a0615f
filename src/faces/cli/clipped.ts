import { glyphs } from '../../plan/diagnostics/glyphs.ts'

/** A text on one line as `visible()` shows it, cut behind when it is wider than `room` cells. */
export function clipped(text: string, room: number): string {
  // A cell is rarely more than four characters, and a text can be a megabyte.
  const near = text.slice(0, room * 4 + 4)
  const shown: string[] = []
  let cells = 0
  let fits = 0
  for (const glyph of glyphs(near)) {
    cells += glyph.cells
    if (cells > room) break
    shown.push(glyph.text)
    if (cells <= room - 1) fits = shown.length
  }
  const isWhole = cells <= room && near.length === text.length
  return isWhole ? shown.join('') : `${shown.slice(0, fits).join('').trimEnd()}…`
}
