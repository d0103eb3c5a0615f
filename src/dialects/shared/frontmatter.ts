import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { excerpt } from './excerpt.ts'
import { lineSpans } from './line-spans.ts'
import type { Source } from './source.ts'
import type { Span } from './tree.ts'

export interface FrontMatter {
  /** What stands between the two lines `---`. Absent when the file has no front matter that can be read. */
  readonly fields?: Span
  /** The rest; without front matter everything but the BOM. */
  readonly body: Span
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Splits off the front matter. Nothing after the three dashes is obeyed: a language there is refused, not run.
 *
 *     ---
 *     id: a
 *     ---
 *     # Body
 */
export function splitFrontMatter(source: Source): FrontMatter {
  const { text } = source
  const start = text.startsWith('\ufeff') ? 1 : 0
  const everything = { start, end: text.length }
  const [first] = lineSpans(text, start)
  if (first === undefined) return { body: everything, diagnostics: [] }
  const opening = text.slice(first.start, first.end)
  if (!isFence(opening)) return { body: everything, diagnostics: namedLanguage(source, opening, first) }
  for (const line of lineSpans(text, first.next)) {
    if (!isFence(text.slice(line.start, line.end))) continue
    const fields = { start: first.next, end: line.start }
    return { fields, body: { start: line.next, end: text.length }, diagnostics: [] }
  }
  return { body: everything, diagnostics: [neverClosed(source, first)] }
}

function isFence(line: string): boolean {
  return /^---[ \t]*$/.test(line)
}

//     ---js        --- yaml        ----
//        ^             ^              ^ a line across the page, no front matter
function namedLanguage({ file, lines }: Source, line: string, { start, end }: Span): Diagnostic[] {
  if (!/^---[^-]/.test(line)) return []
  const actual = excerpt(line)
  const message = `The front matter opens with \`${actual}\`. What follows the dashes is not obeyed and the text is not read.`
  const range = lines.range(start, end)
  return [diagnostic('E_FRONTMATTER_LANGUAGE', message, { file, range, actual, expected: '---' })]
}

function neverClosed({ file, lines }: Source, { start, end }: Span): Diagnostic {
  const message = 'The front matter that opens here is never closed.'
  return diagnostic('E_FRONTMATTER_OPEN', message, { file, range: lines.range(start, end) })
}
