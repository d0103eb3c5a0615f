import { excerpt } from '../../../dialects/shared/excerpt.ts'

/** The best results of a search in SearXNG's JSON, a few lines each; undefined when the text is none. */
export function foundText(json: string): string | undefined {
  const results = resultsOf(json)
  if (results === undefined) return undefined
  const lines = results.slice(0, mostResults).map(({ title, url, content }, at) => {
    const parts = [`${at + 1}. ${line(title, 200)}`, line(url, 500), line(content, 500)]
    return parts.filter((part) => part !== '').join('\n   ')
  })
  const more = results.length - mostResults
  if (more > 0) lines.push(`… and ${more} more`)
  return lines.length === 0 ? 'Nothing was found.' : lines.join('\n')
}

const mostResults = 10

interface SearchResult {
  readonly title: unknown
  readonly url: unknown
  readonly content: unknown
}

function resultsOf(json: string): readonly SearchResult[] | undefined {
  try {
    const data: unknown = JSON.parse(json)
    if (typeof data !== 'object' || data === null || !('results' in data)) return undefined
    const { results } = data
    return Array.isArray(results) ? results.filter((one) => typeof one === 'object' && one !== null) : undefined
  } catch {
    return undefined
  }
}

function line(value: unknown, most: number): string {
  return typeof value === 'string' ? excerpt(value.replace(/\s+/g, ' ').trim(), most) : ''
}
