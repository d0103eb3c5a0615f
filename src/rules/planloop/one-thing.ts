import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'
import { isAlwaysVerb, isSometimesVerb, isVerb } from './words.ts'

/** A title asks for one thing. Where it may be read either way, that is said as a warning. */
export function oneThing({ task, path }: WrittenTask): DataFault[] {
  const second = secondThing(task.title)
  if (second === undefined) return []
  const { text, isSure } = second
  const message = `${labelOf(task)} asks for more than one thing: "${text}" is a task of its own.`
  return [dataFault('E_TASK_MANY', `${path}.title`, message, { actual: text, ...(!isSure && { severity: 'warning' }) })]
}

interface Word {
  readonly text: string
  readonly word: string
  /** It ends with a mark that ends a part of a sentence. */
  readonly mark: string
}

//     Implement user login and create database tables.
//                              ^^^^^^^^^^^^^^^^^^^^^^ a verb with an object of its own
function secondThing(title: string): { readonly text: string; readonly isSure: boolean } | undefined {
  const words = wordsWithMarks(title)
  let doubtful: { readonly text: string; readonly isSure: boolean } | undefined
  for (let at = 1; at < words.length - 1; at++) {
    const start = opening(words, at)
    if (start === undefined) continue
    const isSure = start.isSure && !words.slice(0, at).some(isSubordinate)
    const found = {
      text: words
        .slice(at, at + 5)
        .map(({ text }) => text)
        .join(' '),
      isSure,
    }
    if (isSure) return found
    doubtful ??= found
  }
  return doubtful
}

/** Whether a new thing to do begins at a word. */
function opening(words: readonly Word[], at: number): { readonly isSure: boolean } | undefined {
  const [before, { word, mark }, next] = [words[at - 1]!, words[at]!, words[at + 1]!]
  const isJoined = joiners.has(before.word)
  if (!isJoined && before.mark === '') return undefined
  if (mark !== '' || sameThing.has(next.word) || auxiliaries.has(next.word)) return undefined
  const hasObject = determiners.has(next.word) || next.word === quoted
  if (isJoined && before.mark === '' && isPair(words, at - 2, hasObject)) return undefined
  if (isAlwaysVerb(word)) return { isSure: before.mark !== ',' || hasObject }
  return isSometimesVerb(word) && hasObject ? { isSure: false } : undefined
}

/** "Create and test the parser", "read and write access": the two share what stands around them. */
function isPair(words: readonly Word[], at: number, hasObject: boolean): boolean {
  const first = words[at]
  if (first === undefined || first.mark !== '' || !isVerb(first.word)) return false
  return !hasObject || at === 0 || words[at - 1]!.mark !== ''
}

/** "Let admins see users and create invoices" may be one thing: what comes after these words depends on them. */
function isSubordinate({ word }: Word, at: number, words: readonly Word[]): boolean {
  return subordinates.has(word) || (word === 'to' && isVerb(words[at + 1]?.word ?? ''))
}

/** What stands in backticks or quotes is a name, whatever is written there. */
function wordsWithMarks(title: string): Word[] {
  // Looking for the other quote of each is not linear; no title is as long as that.
  const plain = title
    .slice(0, 1000)
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, ` ${quoted} `)
    .replace(/(^|\s)'[^']*'(?=[\s.,;:!?)]|$)/g, ` ${quoted} `)
  const words: Word[] = []
  for (const text of plain.split(/\s+/)) {
    const word = text.toLowerCase().replace(/^[^a-z0-9&+\0]|[^a-z0-9&+\0]$/g, '')
    const mark = /[.,;:]$/.exec(text)?.[0] ?? ''
    if (word !== '') words.push({ text: text.replaceAll(quoted, '`…`'), word, mark })
    else if (mark !== '' && words.length > 0) words.push({ ...words.pop()!, mark })
  }
  return words
}

const quoted = '\0'
const joiners: ReadonlySet<string> = new Set(['and', 'then', 'also', 'plus', '&', '+', 'finally', 'afterwards'])
const sameThing: ReadonlySet<string> = new Set(['it', 'its', 'them', 'their', 'this', 'that'])
const auxiliaries: ReadonlySet<string> = new Set(
  'is are was were be been has have had can could must should will would may might'.split(' '),
)
const determiners: ReadonlySet<string> = new Set('a an the all any each every both existing new our more'.split(' '))
const subordinates: ReadonlySet<string> = new Set(
  'that which who when where while if unless so because before after until by let lets allow allows'.split(' '),
)
