import { excerpt } from '../shared/excerpt.ts'
import { lineSpans } from '../shared/line-spans.ts'
import type { Part } from './part.ts'
import type { Memo } from './plan.ts'
import { sectionText } from './section-text.ts'

/** One memo per line. */
export function readMemos(part: Part): Memo[] {
  const section = sectionText(part, 'Memos')
  if (section === undefined || nothing.test(section.value.trim())) return []
  const { text } = part.source
  const memos: Memo[] = []
  for (const { start, end } of lineSpans(text.slice(0, section.end), section.start)) {
    const line = text.slice(start, end)
    if (line.trim() === '') continue
    const span = { start: start + (line.length - line.trimStart().length), end: start + line.trimEnd().length }
    const memo = memoOf(line.trim().replace(/^[-*][ \t]+(?=\[)/, ''))
    if (memo === undefined) {
      const message = 'This is no memo: it does not begin with `[+]` or `[-]`, or nothing follows.'
      part.findings.add('E_TEDDY_MEMO', message, span, { actual: excerpt(line.trim()), expected: '[+] … or [-] …' })
    } else memos.push({ ...memo, ...span })
  }
  return memos
}

/** What is written where there is nothing to write. */
const nothing = /^[-*(]? ?(?:none|n\/a|nothing|no memos|no changes)[.)]?$/i

//     [+] C# is used here. # It was decided.
//          ^ no comment    ^ a comment
function memoOf(line: string): Pick<Memo, 'change' | 'text' | 'comment'> | undefined {
  const mark = line.slice(0, 3)
  if (mark !== '[+]' && mark !== '[-]') return undefined
  const rest = line.slice(3)
  const at = rest.indexOf(' # ')
  const text = (at === -1 ? rest : rest.slice(0, at)).trim()
  const comment = at === -1 ? '' : rest.slice(at + 3).trim()
  if (text === '') return undefined
  return { change: mark === '[+]' ? 'add' : 'remove', text, ...(comment !== '' && { comment }) }
}
