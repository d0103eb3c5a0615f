import { LineIndex } from '../../plan/diagnostics/position.ts'
import { readStatus, statusWords } from '../../plan/status-words.ts'
import { splitFrontMatter } from '../shared/frontmatter.ts'
import { defaultLimits } from '../shared/limits.ts'
import type { MapNode, Span } from '../shared/tree.ts'
import { readPlain } from '../shared/yaml/plain.ts'

/** What a task file says of its step's status. */
export interface PlainTask {
  readonly id: string
  /** Empty when there is none. */
  readonly word: string
  /** The whole file with another word, and every other byte as it is. */
  readonly withWord: (word: string) => string
}

/**
 * The same that `readTaskFile` and `setField` make of a file, for whoever wants nothing but its status and has no time to
 * load a library for it. Undefined for whatever is not written in the plainest way; a test holds it to the others.
 */
export function plainTask(bytes: Uint8Array): PlainTask | undefined {
  const text = Buffer.from(bytes).toString()
  if (bytes.length > defaultLimits.markdown || !Buffer.from(text).equals(bytes)) return undefined
  const { fields } = splitFrontMatter({ file: '', text, lines: new LineIndex(text) })
  const root = fields && readPlain(text, fields, defaultLimits)
  const id = root && textOf(root, 'id')
  if (fields === undefined || !id) return undefined
  const status = root.entries.get('status')?.value
  const word = status === undefined ? '' : textOf(root, 'status')
  if (word === undefined || (status !== undefined && readStatus(statusWords.agentflow.step, word) === undefined)) {
    return undefined
  }
  return { id, word, withWord: (next) => (next === word ? text : replaced(text, status, fields, next)) }
}

function textOf({ entries }: MapNode, name: string): string | undefined {
  const value = entries.get(name)?.value
  return value?.kind === 'scalar' ? value.value : undefined
}

/** A word is written without quotes; a new one stands in the last line. */
function replaced(text: string, status: Span | undefined, fields: Span, word: string): string {
  if (status !== undefined) return text.slice(0, status.start) + word + text.slice(status.end)
  const eol = /\r\n|\r|\n/.exec(text)![0]
  return `${text.slice(0, fields.end)}status: ${word}${eol}${text.slice(fields.end)}`
}
