import { lineSpans } from '../../shared/line-spans.ts'

/*
 * What an agent sees, one resource per line: a path from the root of the project, or an address in the web.
 *
 *     # what we always need
 *     docs/ARCHITECTURE.md
 *     https://example.com/guide   # the part about locks
 *     "a # in the name.md"
 */

/** The resources of such a text, each once, in their order. */
export function contextResources(text: string): string[] {
  const resources = new Set<string>()
  for (const { start, end } of lineSpans(text)) {
    const resource = resourceOf(text.slice(start, end))
    if (resource !== undefined) resources.add(resource)
  }
  return [...resources]
}

/** The text with resources taken out and put in. Every line that is about none of them stays as it is. */
export function changedContext(
  text: string,
  { remove = [], add = [] }: { readonly remove?: readonly string[]; readonly add?: readonly string[] },
): string {
  const gone = new Set(remove.map(normalResource))
  const kept: string[] = []
  for (const { start, end, next } of lineSpans(text)) {
    const resource = resourceOf(text.slice(start, end))
    if (resource === undefined || !gone.has(resource)) kept.push(text.slice(start, next))
  }
  const there = new Set(contextResources(kept.join('')))
  const added = [...new Set(add.map(normalResource))].filter((resource) => !there.has(resource))
  if (added.length === 0) return kept.join('')
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const before = kept.join('')
  const gap = before === '' || /[\r\n]$/.test(before) ? '' : eol
  return `${before}${gap}${added.map((resource) => `${lineOf(resource)}${eol}`).join('')}`
}

/** `/docs//a.md` and `./docs/a.md` are `docs/a.md`. Addresses are taken as they are. */
export function normalResource(target: string): string {
  if (isAddress(target)) return target
  return target
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

export function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

function resourceOf(line: string): string | undefined {
  const text = line.replace('\ufeff', '').trim()
  if (text === '' || text.startsWith('#')) return undefined
  const target = normalResource(quotedOf(text) ?? withoutComment(text))
  return target === '' ? undefined : target
}

//     docs/a.md  # why
//               ^
function withoutComment(text: string): string {
  const at = text.search(/\s# /)
  return at === -1 ? text : text.slice(0, at).trimEnd()
}

function quotedOf(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined
  const end = text.lastIndexOf('"')
  try {
    const value: unknown = JSON.parse(text.slice(0, end + 1))
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** In quotes when the line would otherwise be read as something else. */
function lineOf(resource: string): string {
  const isPlain = resourceOf(resource) === resource && !/[\p{Cc}\u2028\u2029]/u.test(resource)
  return isPlain ? resource : JSON.stringify(resource)
}
