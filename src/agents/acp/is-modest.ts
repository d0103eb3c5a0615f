/**
 * Whether a JSON text has few enough parts and levels to be read. A text of a few megabytes can become hundreds of them
 * in memory, when it is nothing but brackets. What stands in strings is not counted; rubbish is left to the parser.
 */
export function isModest(json: string, { parts, depth }: { parts: number; depth: number }): boolean {
  let count = 0
  let level = 0
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case quote:
        at = endOfString(json, at)
        break
      case openBracket:
      case openBrace:
        if (++level > depth || ++count > parts) return false
        break
      case closeBracket:
      case closeBrace:
        level--
        break
      case comma:
        if (++count > parts) return false
        break
    }
  }
  return true
}

/** The place of the quote that ends a string, or of the last character when none does. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const char = json.charCodeAt(at)
    if (char === backslash) at++
    else if (char === quote) return at
  }
  return json.length
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
