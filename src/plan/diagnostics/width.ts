import { eastAsianWidth } from 'get-east-asian-width'

/** What a terminal draws in one place: a character or an emoji sequence, with the marks on it. */
export interface Shape {
  readonly text: string
  readonly cells: number
}

/** How many cells of a terminal a text fills that has passed through `visible()`. */
export function displayWidth(text: string): number {
  if (isAscii(text)) return text.length
  return shapes(text).reduce((sum, shape) => sum + shape.cells, 0)
}

/**
 * Not by graphemes: terminals give each character of a Devanagari or Hangul cluster its own cells, and put together
 * only what is an emoji sequence.
 */
export function shapes(text: string): Shape[] {
  const found: Shape[] = []
  if (isAscii(text)) {
    for (const char of text) found.push({ text: char, cells: 1 })
    return found
  }
  for (const [shape, sequence, char] of text.matchAll(eachShape)) {
    found.push({ text: shape, cells: sequence ? 2 : characterCells(char!) })
  }
  return found
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

function characterCells(char: string): number {
  return zeroWidth.test(char) ? 0 : eastAsianWidth(char.codePointAt(0)!)
}

/** Marks that are drawn onto the character before, and the vowels and finals that complete a Hangul syllable. */
const zeroWidth = /[\p{Mn}\p{Me}\u1160-\u11FF\uD7B0-\uD7FF]/u

const flag = /\p{RI}\p{RI}/u
const keycap = /[0-9#*]\uFE0F\u20E3/u
/** A picture that a selector, a skin colour or a joiner with another picture changes: two cells, whatever it is made of. */
const picture = /\p{ExtPict}(?:\uFE0F|\p{EMod}|(?=\u200D\p{ExtPict}))(?:\u200D\p{ExtPict}(?:\uFE0F|\p{EMod})?)*/u

const eachShape = new RegExp(`(?:(${flag.source}|${keycap.source}|${picture.source})|(.))${zeroWidth.source}*`, 'gsu')
