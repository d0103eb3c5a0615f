import type { Span } from '../shared/tree.ts'
import type { Lines } from './lines.ts'
import type { ActionKind } from './plan.ts'

/** The lines that make up the structure of a plan. */
export type SectionName = 'Rationale' | 'Memos' | 'Action Plan'

export const sectionNames = ['Rationale', 'Memos', 'Action Plan'] as const

export const actionKinds = [
  'CREATE',
  'READ',
  'EDIT',
  'EXECUTE',
  'RESEARCH',
  'CHAT_WITH_USER',
  'INVOKE',
  'CONCLUDE',
  'PRUNE',
] as const satisfies readonly ActionKind[]

const kindByName: ReadonlyMap<string, ActionKind> = new Map<string, ActionKind>([
  ...actionKinds.map((kind) => [kind, kind] as const),
  ['RETURN', 'CONCLUDE'],
  ['PROMPT', 'CHAT_WITH_USER'],
])

export interface Heading {
  readonly level: number
  /** Without the marks of Markdown around it. */
  readonly name: string
  /** As written. */
  readonly text: string
  /** Without a blank after the `#` it is a heading only where its name is known. */
  readonly isSpaced: boolean
}

export function headingOf(lines: Lines, at: number): Heading | undefined {
  const { text, firsts, ends, indents } = lines
  const start = firsts[at]!
  if (text.charCodeAt(start) !== HASH || indents[at]! > 3) return undefined
  let after = start
  while (text.charCodeAt(after) === HASH) after++
  const level = after - start
  if (level > 6) return undefined
  const end = ends[at]!
  const isSpaced = after >= end || text[after] === ' ' || text[after] === '\t'
  const words = withoutClosing(text.slice(after, end).trim())
  return { level, name: plainName(words), text: words, isSpaced }
}

const HASH = 35

//     ## Set up ##
//               ^^
function withoutClosing(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end--
  const isClosing = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t'
  return isClosing ? text.slice(0, end).trimEnd() : text
}

//     ### 2. **`READ`**:        ### READ**
//            ^^^^^^^^^^             ^^^^
export function plainName(text: string): string {
  if (text.length > longestName) return ''
  // Most have none of it, and a plan can have a hundred thousand headings.
  if (/^[A-Za-z]/.test(text) && !/[`*:\u00a0]/.test(text)) return text
  const bare = text.replace(/[`*]/g, '').replaceAll('\u00a0', ' ').trim()
  const counted = bare.replace(/^\d{1,3}[.)][ \t]*/, '')
  return counted.endsWith(':') ? counted.slice(0, -1).trim() : counted
}

const longestName = 100

export function sectionOf(heading: Heading | undefined): SectionName | undefined {
  return heading?.level === 2 ? sectionByName.get(heading.name.toLowerCase()) : undefined
}

const sectionByName: ReadonlyMap<string, SectionName> = new Map(sectionNames.map((name) => [name.toLowerCase(), name]))

/** By the name of an action in capitals, or another one that it has. */
export function kindOf(name: string): ActionKind | undefined {
  return kindByName.get(name)
}

export function actionOf(heading: Heading | undefined): ActionKind | undefined {
  return heading?.level === 3 ? kindByName.get(heading.name) : undefined
}

export type EditMark = 'FIND' | 'REPLACE'

//     `FIND:`        #### `FIND:`        **REPLACE:**        REPLACE:        - **Find**
export function markOf(text: string, { start, end }: Span): EditMark | undefined {
  if (end - start > longestMark) return undefined
  const line = text.slice(start, end).trim()
  if (!likeMark.test(line)) return undefined
  const words = line.startsWith('- ') ? line.slice(2).trimStart() : line
  const bare = words
    .replace(/^#{4,6}/, '')
    .replace(/[`*]/g, '')
    .trim()
  if (bare.endsWith(':')) return markByName.get(bare.slice(0, -1).trimEnd())
  return words.startsWith('####') || words.startsWith('`') || words.startsWith('**') ? markByName.get(bare) : undefined
}

const likeMark = /find|search|replace/i
const markByName: ReadonlyMap<string, EditMark> = new Map([
  ...['FIND', 'Find', 'SEARCH', 'Search'].map((name) => [name, 'FIND'] as const),
  ...['REPLACE', 'Replace', 'REPLACE WITH', 'Replace with', 'Replace With'].map((name) => [name, 'REPLACE'] as const),
])

/** All that a mark can be called. */
export const markNames: readonly string[] = [...markByName.keys()]

const longestMark = 40

/** Whose text is free: whatever stands there is what is said. */
export function isMessage(kind: ActionKind): boolean {
  return kind === 'CHAT_WITH_USER' || kind === 'INVOKE' || kind === 'CONCLUDE'
}
