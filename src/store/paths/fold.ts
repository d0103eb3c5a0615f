/**
 * A part of a path as the most forgiving systems read it, for comparing: in any case, in any Unicode form (also the wide
 * and the styled letters), without what is not seen, and without the dots and blanks at the end that Windows drops.
 */
export function foldName(name: string): string {
  const seen = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const folded = seen.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
  let end = folded.length
  while (end > 0 && (folded[end - 1] === '.' || folded[end - 1] === ' ')) end--
  return folded.slice(0, end)
}

/** The same for a whole path. */
export function foldPath(path: string): string {
  return path.split(/[/\\]/).map(foldName).join('/')
}
