import { plainOrQuoted } from './scalar-text.ts'

export type FieldValue = string | readonly string[]

/** A whole field as it is written anew, without the line ending behind it. */
export function fieldText(field: string, value: FieldValue, eol: string): string {
  if (typeof value === 'string' || value.length === 0 || !onLines.has(field))
    return `${field}: ${inlineValue(field, value, 'block')}`
  return `${field}:${value.map((item) => `${eol}  - ${plainOrQuoted(item, 'block')}`).join('')}`
}

/** Lists of sentences, commands and paths are easier to read, and to merge, with one item on each line. */
const onLines: ReadonlySet<string> = new Set(['subtasks', 'verify', 'files'])

/** The value of a field on one line. */
export function inlineValue(field: string, value: FieldValue, place: 'block' | 'flow'): string {
  if (typeof value !== 'string') return `[${value.map((item) => plainOrQuoted(item, 'flow')).join(', ')}]`
  // The one field that is a number to other programs too.
  return field === 'priority' && /^-?\d+$/.test(value) ? value : plainOrQuoted(value, place)
}
