import type { Fix } from '../../plan/diagnostics/diagnostic.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import { readStatus, statusWords } from '../../plan/status-words.ts'
import { stepWords } from '../../plan/step-status.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { ScalarNode } from '../shared/tree.ts'
import type { FrontMatterFile } from './front-matter.ts'
import { textOf } from './values.ts'

const words = statusWords.agentflow.step

/** The status word of a task. Undefined when there is none, or none that is known. */
export function readStatusWord(file: FrontMatterFile): ScalarNode | undefined {
  const node = textOf(file, 'status')
  if (node === undefined || readStatus(words, node.value) !== undefined) return node
  const actual = excerpt(node.value)
  const expected = `one of ${Object.keys(words.read).join(', ')}`
  const message = `\`${actual}\` is no status of a task.`
  file.findings.add('E_STATUS_WORD', message, node, { actual, expected, ...correction(file, node) })
  return undefined
}

function correction({ source }: FrontMatterFile, { value, start, end }: ScalarNode): { hint?: string; fix?: Fix } {
  const text = meant(value)
  if (text === undefined) return {}
  const fix = { title: `Write \`${text}\`.`, edits: [{ file: source.file, start, end, text }] }
  return { hint: `Did you mean \`${text}\`?`, fix }
}

/** Also what people call it: `done` is `complete`. */
function meant(word: string): string | undefined {
  const [status] = Object.entries(stepWords).find(([, people]) => people === word.toLowerCase()) ?? []
  return status ?? suggest(word, Object.keys(words.read))
}
