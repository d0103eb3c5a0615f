import { actionKinds, sectionNames } from '../../dialects/teddy/landmarks.ts'
import { readTeddy } from '../../dialects/teddy/read.ts'
import { sanitizeFences } from '../../dialects/teddy/sanitize.ts'

/**
 * The plan in an answer, with safe fences. Models say hello before it and goodbye after it, and put all of it between fences:
 *
 *     Sure! Here is the plan:
 *     ```markdown
 *     # Greet by name           ◀ from here
 *     …
 *     ```                       ◀ to here
 *     Let me know what you think.
 */
export function planIn(answer: string): string {
  const { text } = sanitizeFences(withoutWords(answer))
  const title = readTeddy('', Buffer.from(text)).plan?.title
  const plan = title === undefined || title.value === '' ? text : text.slice(title.start)
  return plan.endsWith('\n') ? plan : `${plan}\n`
}

/**
 * Behind a plan between fences, whatever follows the last fence is no part of it, unless the plan goes on there: then that
 * fence was one of its own, and the one before the title was never closed. Without fences around it nobody can tell a
 * goodbye from the end of a message.
 */
function withoutWords(answer: string): string {
  const lines = answer.split('\n')
  const first = lines.findIndex((line) => opening.test(line) || line.startsWith('# '))
  const mark = lines[first]?.trimStart()[0]
  if (mark === undefined || mark === '#' || !wrapping.test(lines[first]!.trimEnd())) return answer
  const last = lines.findLastIndex((line, at) => at > first && isBare(line, mark))
  if (last === -1 || lines.slice(last + 1).some(isStructure)) {
    return lines[first + 1]?.startsWith('# ') ? lines.slice(first + 1).join('\n') : answer
  }
  return lines.slice(0, last + 1).join('\n')
}

const opening = /^ {0,3}(?:`{3}|~{3})/
const wrapping = /^ {0,3}(?:`{3,}|~{3,}) {0,3}(?:markdown|md)?$/i

function isBare(line: string, mark: string): boolean {
  const marks = line.trim()
  return marks.length >= 3 && marks === mark.repeat(marks.length)
}

//     ### `READ`        ## Memos
function isStructure(line: string): boolean {
  const [marks = '', ...words] = line.trim().split(' ')
  const name = words.join(' ').replace(/[`*]/g, '')
  return (marks === '##' || marks === '###') && structure.has(name)
}

const structure: ReadonlySet<string> = new Set([...sectionNames, ...actionKinds])
