/**
 * JSON that can be shown on a terminal. `JSON.stringify` escapes the control characters below the space but leaves
 * DEL, C1 (`\x9b` starts a terminal command just as `ESC[` does) and all format characters as they are; here they are
 * escapes too, so that nothing acts on the terminal and whoever parses it still gets the exact text.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent)
  // What it takes to look for them is made when it is first needed, and most texts need none of it.
  return plain.test(text) ? text : text.replace(leftBare, escapeUnits)
}

const plain = /^[\n\x20-\x7e]*$/

const leftBare = /[\x7F-\x9F\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

function escapeUnits(char: string): string {
  return Array.from({ length: char.length }, (_, i) => char.charCodeAt(i))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}
