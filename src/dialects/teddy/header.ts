import { readCode } from './code-blocks.ts'
import { readFields } from './fields.ts'
import type { Part } from './part.ts'
import type { HeaderField } from './plan.ts'

/** The list below the title. Any name may stand in it; three of them should. */
export function readHeader(part: Part): HeaderField[] {
  const { fields, rest } = readFields(part, () => true)
  readCode(part, rest, 0)
  const missing = expected.filter((name) => !fields.some((field) => field.name.toLowerCase() === name.toLowerCase()))
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(', ')
    part.findings.add('E_FIELD_MISSING', `The header does not say: ${names}.`, part.heading, {
      severity: 'warning',
      hint: `Add below the title: ${missing.map((name) => `\`- **${name}:** …\``).join(', ')}.`,
    })
  }
  return fields.map(({ name, value, start, end }) => ({ name, value, start, end }))
}

const expected = ['Status', 'Plan Type', 'Agent']
