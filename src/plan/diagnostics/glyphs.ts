import { hidden, spellOut } from './visible.ts'
import { type Shape, shapes } from './width.ts'

/** One thing seen on the terminal, and the offsets of the text it stands for. */
export interface Glyph extends Shape {
  readonly start: number
  readonly end: number
}

/**
 * A text as `visible()` shows it, taken apart so that every place in the text can be found again on the terminal.
 * Each hidden character is a glyph of its own, so that it can be pointed at.
 */
export function glyphs(text: string, { tab = '^I' }: { tab?: string } = {}): Glyph[] {
  const found: Glyph[] = []
  let at = 0
  const add = (length: number, shown: string, cells: number) => {
    found.push({ start: at, end: at + length, text: shown, cells })
    at += length
  }
  const addSeen = (seen: string) => {
    for (const shape of shapes(seen)) {
      // A mark without a character to sit on would be drawn onto our own gutter.
      if (shape.cells === 0) add(shape.text.length, DOTTED_CIRCLE + shape.text, 1)
      else add(shape.text.length, shape.text, shape.cells)
    }
  }
  for (const { 0: char, index } of text.matchAll(hidden)) {
    addSeen(text.slice(at, index))
    const shown = spellOut(char, tab)
    add(char.length, shown, shown.length)
  }
  addSeen(text.slice(at))
  return found
}

const DOTTED_CIRCLE = '\u25CC'
