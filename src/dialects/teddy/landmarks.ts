import type { Line } from './lines.ts'
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

export function headingOf(text: string, line: Line): Heading | undefined {
  const start = line.start + line.indent
  if (line.indent > 3 || text[start] !== '#') return undefined
  let at = start
  while (text[at] === '#') at++
  const level = at - start
  if (level > 6) return undefined
  const isSpaced = at >= line.end || text[at] === ' ' || text[at] === '\t'
  const words = withoutClosing(text.slice(at, line.end).trim())
  return { level, name: plainName(words), text: words, isSpaced }
}

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
function plainName(text: string): string {
  if (text.length > longestName) return ''
  const bare = text.replace(/[`*]/g, '').trim()
  const counted = bare.replace(/^\d{1,3}[.)][ \t]*/, '')
  return counted.endsWith(':') ? counted.slice(0, -1).trim() : counted
}

const longestName = 100

export function sectionOf(heading: Heading | undefined): SectionName | undefined {
  if (heading?.level !== 2) return undefined
  const name = heading.name.toLowerCase()
  return sectionNames.find((section) => section.toLowerCase() === name)
}

export function actionOf(heading: Heading | undefined): ActionKind | undefined {
  return heading?.level === 3 ? kindByName.get(heading.name) : undefined
}

export type EditMark = 'FIND' | 'REPLACE'

//     `FIND:`        #### `FIND:`        **REPLACE:**        REPLACE:
export function markOf(text: string, line: Line): EditMark | undefined {
  if (line.indent > 3 || line.end - line.start > longestMark) return undefined
  const words = text.slice(line.start, line.end).trim()
  const isHeading = words.startsWith('####')
  const name = (isHeading ? words.replace(/^#{4,6}/, '') : words).replace(/[`*]/g, '').trim()
  const bare = name.endsWith(':') ? name.slice(0, -1) : isHeading ? name : ''
  return bare === 'FIND' || bare === 'REPLACE' ? bare : undefined
}

const longestMark = 40

/** Whose text is free: whatever stands there is what is said. */
export function isMessage(kind: ActionKind): boolean {
  return kind === 'CHAT_WITH_USER' || kind === 'INVOKE' || kind === 'CONCLUDE'
}
