import { fieldAt, foldedName, lineAt } from './field-line.ts'
import { actionOf, type Heading, kindOf, plainName, type SectionName, sectionNames, sectionOf } from './landmarks.ts'
import { isBlank, type Lines } from './lines.ts'
import type { ActionKind } from './plan.ts'

/*
 * Lines that are no headings of a plan and were likely meant as such. Nothing is read as what it might be; but what such a
 * line begins must neither become part of what stands above it nor go unsaid.
 */

//     #### CREATE        **CREATE**        ## 1. CREATE        ### Create the page
//                                                              - **File Path:** docs/page.md
export function nearAction(lines: Lines, at: number, heading: Heading | undefined): ActionKind | undefined {
  const words = actionOf(heading) === undefined ? headWords(lines, at, heading) : undefined
  if (words === undefined) return undefined
  const [start, word = ''] = firstWord.exec(words) ?? ['']
  const kind = kindOf(word.toUpperCase())
  if (kind === undefined) return undefined
  const isAlone = word.includes('_') || !/[A-Za-z]/.test(words.slice(start.length))
  return (isAlone && word === word.toUpperCase()) || fieldFollows(lines, at) ? kind : undefined
}

//     ✏️ Step 2: EDIT
//                ^^^^
const firstWord = /^[^A-Za-z_]*(?:(?:action|step)[^A-Za-z_]+)?([A-Za-z_]+)/i

//     ### DELETE
//     - **File Path:** docs/page.md
export function isUnknownAction(lines: Lines, at: number, heading: Heading | undefined): boolean {
  const { level, name } = heading ?? { level: 0, name: '' }
  return level === 3 && /^[A-Z][A-Z_]+$/.test(name) && actionOf(heading) === undefined && fieldFollows(lines, at)
}

//     # Action Plan        **Action Plan**        ## Action Plan (3 steps)        Action Plan
//                                                                                 -----------
export function nearSection(lines: Lines, at: number, heading: Heading | undefined): SectionName | undefined {
  const words = headWords(lines, at, heading) ?? (isUnderlined(lines, at, '-') ? lineAt(lines, at).value : undefined)
  if (words === undefined || sectionOf(heading) !== undefined) return undefined
  const plain = plainName(words)
  if (!likeSection.test(plain)) return undefined
  const name = foldedName(plain)
  return sectionNames.find((section) => {
    const wanted = foldedName(section)
    return name === wanted || (heading?.level === 2 && name.startsWith(`${wanted} (`))
  })
}

const likeSection = /^(?:rationale|memos|action)/i

//     The title
//     =========
export function isNearTitle(lines: Lines, at: number): boolean {
  return !isBlank(lines, at) && isUnderlined(lines, at, '=')
}

/** The words of a heading of any level, or of a line that is all of it in bold or between backticks. */
function headWords(lines: Lines, at: number, heading: Heading | undefined): string | undefined {
  const { text, firsts, ends, fences } = lines
  const first = firsts[at]!
  if (ends[at]! - first > longestLine) return undefined
  if (heading !== undefined) return heading.text
  if (!'*_`'.includes(text.charAt(first)) || fences[at]! > 0) return undefined
  const { value } = lineAt(lines, at)
  const bare = value.endsWith(':') ? value.slice(0, -1) : value
  const mark = ['**', '__', '`'].find(
    (one) => bare.startsWith(one) && bare.endsWith(one) && bare.length > one.length * 2,
  )
  return mark === undefined ? undefined : bare.slice(mark.length, -mark.length)
}

const longestLine = 100

function fieldFollows(lines: Lines, at: number): boolean {
  let below = at + 1
  while (below < lines.count && isBlank(lines, below)) below++
  const field = below < lines.count ? fieldAt(lines, below) : undefined
  return field !== undefined && fieldNames.has(foldedName(field.name))
}

const fieldNames: ReadonlySet<string> = new Set([
  'file path',
  'path',
  'file',
  'resource',
  'description',
  'expected outcome',
  'agent',
  'handoff resources',
])

function isUnderlined({ text, count, firsts, ends, indents }: Lines, at: number, mark: '-' | '='): boolean {
  const below = at + 1
  if (below >= count || indents[below]! > 3 || text.charAt(firsts[below]!) !== mark) return false
  const line = text.slice(firsts[below], ends[below]).trimEnd()
  return line.length > 2 && line === mark.repeat(line.length)
}
