/**
 * True for an invisible character that does visible work where it stands: a BOM at the start, a joiner between two
 * emoji or two letters of a script that joins, a variation selector behind something that has variants.
 */
export function isNeeded(text: string, at: number, character: string): boolean {
  if (character === BOM) return at === 0
  if (character !== ZWJ && character !== ZWNJ && !variationSelector.test(character)) return false
  const before = lastCharacter(text, at)
  const after = firstCharacter(text, at + character.length)
  if (character === ZWJ && endsEmoji.test(before) && emoji.test(after)) return true
  if (character === ZWJ || character === ZWNJ) return joiningLetter.test(before) && joiningLetter.test(after)
  return isVaried(before, after)
}

const BOM = '\ufeff'
const ZWNJ = '\u200c'
const ZWJ = '\u200d'

const emoji = /^\p{Extended_Pictographic}$/u

//     👩 ZWJ 💻        👩🏽 ZWJ 💻        ❤ U+FE0F ZWJ 🔥
//     ^                 ^               ^
const endsEmoji = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u

/** Persian, Hindi and their neighbours are misspelt without joiners. */
const joiningLetter =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u

const variationSelector = /^\p{Variation_Selector}$/u

/** `1` U+FE0F U+20E3 is a keycap; behind any other ASCII character a selector changes nothing that is seen. */
function isVaried(before: string, after: string): boolean {
  if (/^[0-9#*]$/.test(before)) return after === '\u20e3'
  return before > '\x7f' && /^[\p{L}\p{S}\p{P}]$/u.test(before)
}

function lastCharacter(text: string, end: number): string {
  const two = text.slice(Math.max(0, end - 2), end)
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(two) ? two : two.slice(-1)
}

function firstCharacter(text: string, start: number): string {
  const point = text.codePointAt(start)
  return point === undefined ? '' : String.fromCodePoint(point)
}
