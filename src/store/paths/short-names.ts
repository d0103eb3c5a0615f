/**
 * Whether Windows may have made the name up as the short one of a longer name, so that it leads to a file that is called
 * something else:
 *
 *     PLAN~1.MD
 *     ^^^^^^ ^^   at most 8 and 3
 */
export function isShortName(name: string): boolean {
  if (!name.includes('~')) return false
  const [base = '', extension = '', ...more] = name.split('.')
  return more.length === 0 && base.length <= 8 && extension.length <= 3 && /.~\d{1,6}$/.test(base)
}

/**
 * Whether a short name can be that of a long one: it keeps the first six characters, or two and a hash of four digits.
 *
 *     .gitmodules   →   GITMOD~1, GI7EBA~1
 */
export function canBeShortFor(short: string, long: string): boolean {
  if (!isShortName(short)) return false
  const [kept = ''] = short.toLowerCase().split('~', 1)
  const letters = long.toLowerCase().replaceAll('.', '')
  const isHashed = kept.length === 6 && /^[0-9a-f]{4}$/.test(kept.slice(2))
  return letters.startsWith(kept) || (isHashed && letters.startsWith(kept.slice(0, 2)))
}
