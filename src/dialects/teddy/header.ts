import { readCode, strayBefore } from './code-blocks.ts'
import { foldedName } from './field-line.ts'
import { readFields, type Takes } from './fields.ts'
import type { Part } from './part.ts'
import type { HeaderField } from './plan.ts'

/** The list below the title. Any name may stand in it; three of them should. */
export function readHeader(part: Part): HeaderField[] {
  const { fields, before, rest } = readFields(part, isHeaderField)
  strayBefore(part, before)
  readCode(part, rest, 0)
  const missing = expected.filter((name) => !fields.some((field) => foldedName(field.name) === foldedName(name)))
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(', ')
    part.findings.add('E_FIELD_MISSING', `The header does not say: ${names}.`, part.heading, {
      severity: 'warning',
      hint: `Add below the title: ${missing.map((name) => `\`- **${name}:** …\``).join(', ')}.`,
    })
  }
  return fields.map(({ name, value, start, end }) => ({ name, value, start, end }))
}

/** Without a dash, words with a colon among them may be meant for people. */
export const isHeaderField: Takes = ({ name, isItem, isMarked }) =>
  isItem || isMarked || expected.some((one) => foldedName(one) === foldedName(name))

const expected = ['Status', 'Plan Type', 'Agent']
