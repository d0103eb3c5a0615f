/** Words of lower case letters and digits with single `-` between them: `set-up-database`. */
export function isKebab(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** A text in that form, `Élan vital!` as `elan-vital`; empty when no letter or digit of it can be kept. */
export function kebabOf(text: string): string {
  const letters = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => spelledOut.get(letter)!)
    .replace(/['’]/g, '')
  return letters
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .join('-')
}

/** Letters that do not come apart into one of ours and a mark. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
])
