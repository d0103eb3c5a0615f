/**
 * Text of a plan as it may be put on a terminal: one line, every control character and every character that is not seen
 * spelled out (`^[`, `<U+202E>`). `tab` is what a tab becomes.
 */
export function visible(text: string, { tab = '^I' }: { tab?: string } = {}): string {
  return text.replace(hidden, (char) => spellOut(char, tab))
}

/** Inside of an emoji sequence (`👩‍💻`, `❤️`, `1️⃣`) these three are part of what is seen; anywhere else they are hidden. */
const joinersAndSelectors = /\u200D|\uFE0E|\uFE0F/u

/**
 * Controls, format characters, lone surrogates, line and paragraph separators; and beyond format characters whatever
 * else Unicode says is not drawn, since fillers and variation selectors carry hidden text just as well.
 */
const neverSeen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u

const joinerBeforeNoEmoji = /\u200D(?!\p{ExtPict})/u
const joinerAfterNoEmoji = /\u200D(?<!\p{ExtPict}[\uFE0F\p{EMod}]?\u200D)/u
const selectorAfterNoEmoji = /[\uFE0E\uFE0F](?<!\p{ExtPict}[\uFE0E\uFE0F])(?<![0-9#*]\uFE0F(?=\u20E3))/u

/** One hidden character per match. */
export const hidden = new RegExp(
  [
    `(?!${joinersAndSelectors.source})${neverSeen.source}`,
    joinerBeforeNoEmoji.source,
    joinerAfterNoEmoji.source,
    selectorAfterNoEmoji.source,
  ].join('|'),
  'gu',
)

/** A hidden character in characters that are seen, all of them ASCII (but for a tab, which becomes what is asked). */
export function spellOut(char: string, tab: string): string {
  const code = char.codePointAt(0)!
  if (code === TAB) return tab
  // Caret notation names the character 64 places on: ESC is `^[`. DEL wraps around to `^?`.
  if (code < SPACE || code === DEL) return `^${String.fromCharCode(code ^ 64)}`
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

const TAB = 0x09
const SPACE = 0x20
const DEL = 0x7f
