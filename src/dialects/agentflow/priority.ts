import { excerpt } from '../shared/excerpt.ts'
import type { FrontMatterFile } from './front-matter.ts'
import { textOf } from './values.ts'

/** The higher, the sooner; 0 where nothing is said. */
const words: ReadonlyMap<string, number> = new Map([
  ['low', -10],
  ['normal', 0],
  ['high', 10],
  ['urgent', 20],
])

export function readPriority(file: FrontMatterFile): number | undefined {
  const node = textOf(file, 'priority')
  if (node === undefined) return undefined
  const word = words.get(node.value)
  if (word !== undefined) return word
  if (/^-?\d{1,6}$/.test(node.value)) return Number(node.value)
  const expected = `a whole number of up to six digits, or one of ${[...words.keys()].join(', ')}`
  file.findings.add('E_FIELD_VALUE', 'This is no priority.', node, { actual: excerpt(node.value), expected })
  return undefined
}
