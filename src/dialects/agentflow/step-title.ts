import { excerpt } from '../shared/excerpt.ts'
import { lineSpans } from '../shared/line-spans.ts'

/** The first line of a text that says something, without the marks of Markdown; undefined when there is none. */
export function titleFrom(text: string): string | undefined {
  for (const { start, end } of lineSpans(text)) {
    const title = withoutMarks(text.slice(start, Math.min(end, start + mostRead)))
    if (/[\p{L}\p{N}]/u.test(title)) return title.length > mostShown ? excerpt(title, mostShown - 1) : title
  }
  return undefined
}

const mostRead = 1000
const mostShown = 80

function withoutMarks(line: string): string {
  const text = line.trim()
  if (text.startsWith('```') || text.startsWith('~~~')) return ''
  return withoutEmphasis(withoutOpening(text)).trim()
}

//     ## Title        > - [ ] Title        12. Title
//     ^               ^                    ^
function withoutOpening(text: string): string {
  let rest = text
  for (;;) {
    const mark = /^(?:#{1,6}|>|[-*+]|\d{1,9}[.)]|\[[ xX]\])\s+/.exec(rest)
    if (mark === null) return rest
    rest = rest.slice(mark[0].length)
  }
}

//     Add **the** `users` table        src/__main__.py, src/**/a
//         ^ a mark at the edge of a word          ^ part of a name
function withoutEmphasis(text: string): string {
  if (!/[*_`]/.test(text)) return text
  return text
    .replace(/(^|[\s(])\*\*([^*\s][^*]*)\*\*(?!\w)/g, '$1$2')
    .replace(/(^|[\s(])__([^_\s][^_]*)__(?!\w)/g, '$1$2')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*(?!\w)/g, '$1$2')
    .replace(/(^|[\s(])_([^_\s][^_]*)_(?!\w)/g, '$1$2')
    .replaceAll('`', '')
}
