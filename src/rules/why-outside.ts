/** Why a path is none inside of the project, by every system's way of writing paths: the plan may be carried out elsewhere. */
export function whyOutside(path: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return 'is absolute'
  if (/^~[^/\\]*(?:[/\\]|$)/.test(path)) return 'starts in a home directory'
  let depth = 0
  for (const name of path.split(/[/\\]/)) {
    if (name === '..') depth--
    else if (name !== '' && name !== '.') depth++
    if (depth < 0) return 'leads out by `..`'
  }
  return undefined
}
