import { type Glyph, glyphs } from './glyphs.ts'

/** A text as `visible()` shows it, broken at spaces into lines of `room` cells. A text that never ends is cut off. */
export function wrap(text: string, room: number): string[] {
  const enough = text.slice(0, MOST_LINES * room * 4)
  const lines: Glyph[][] = []
  let rest = glyphs(enough)
  while (rest.length > 0 && lines.length <= MOST_LINES) {
    const line = rest.slice(0, lineEnd(rest, room))
    lines.push(line)
    const next = rest.slice(line.length)
    rest = next[0]?.text === ' ' ? next.slice(1) : next
  }
  const shown = lines.slice(0, MOST_LINES).map(lineText)
  const cut = lines.length > MOST_LINES || enough.length < text.length
  if (cut) shown.push('…')
  return shown.length > 0 ? shown : ['']
}

const MOST_LINES = 10

/** How many glyphs make the first line: up to the last space that lets it fit, or as many as fit. */
function lineEnd(rest: readonly Glyph[], room: number): number {
  let cells = 0
  let space = 0
  for (const [index, glyph] of rest.entries()) {
    if (glyph.text === ' ') space = index
    cells += glyph.cells
    if (cells > room) return space || Math.max(index, 1)
  }
  return rest.length
}

function lineText(line: readonly Glyph[]): string {
  return line
    .map((glyph) => glyph.text)
    .join('')
    .trimEnd()
}
