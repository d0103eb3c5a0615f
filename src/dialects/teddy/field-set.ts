import { suggest } from '../../plan/diagnostics/suggest.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Block } from './blocks.ts'
import { strayBefore } from './code-blocks.ts'
import { foldedName } from './field-line.ts'
import { type Field, readFields, type Takes } from './fields.ts'
import type { Part } from './part.ts'
import type { Written } from './plan.ts'

/** The fields of an action by the name we know them under, and what comes after them. */
export interface FieldSet {
  readonly fields: ReadonlyMap<string, Field>
  readonly rest: readonly Block[]
}

/** The fields that a kind of action has, by all of their spellings. */
export interface FieldNames {
  readonly all: readonly string[]
  readonly known: ReadonlyMap<string, string>
  /** Names that stand for something else, before which the list ends. */
  readonly ends: ReadonlySet<string>
}

/** Each name with other spellings of it. */
export function fieldNames(
  spellings: Readonly<Record<string, readonly string[]>>,
  ends: readonly string[] = [],
): FieldNames {
  const known = Object.entries(spellings).flatMap(([name, others]) =>
    [name, ...others].map((one) => [foldedName(one), name] as const),
  )
  return { all: Object.keys(spellings), known: new Map(known), ends: new Set(ends.map(foldedName)) }
}

/** Reads the fields of an action. Before a message only what is known is a field: a message may well begin with a list. */
export function readFieldSet(part: Part, { all, known, ends }: FieldNames, isBeforeMessage = false): FieldSet {
  const takes: Takes = ({ name, isItem, isMarked }) => {
    const isKnown = known.has(foldedName(name))
    if (isBeforeMessage) return isKnown && (isItem || isMarked)
    return isKnown || (isItem && isMarked && !ends.has(foldedName(name)))
  }
  const { fields, before, rest } = readFields(part, takes, { isTextMeant: isBeforeMessage })
  strayBefore(part, before)
  const found = new Map<string, Field>()
  for (const field of fields) {
    const name = known.get(foldedName(field.name))
    if (name === undefined) unknown(part, field, all)
    else if (found.has(name)) {
      part.findings.add('E_DUPLICATE_KEY', `\`${name}\` stands here twice.`, field, { hint: 'Keep one of them.' })
    } else found.set(name, withoutOptional(field))
  }
  return { fields: found, rest }
}

function unknown(part: Part, field: Field, names: readonly string[]): void {
  const actual = excerpt(field.name)
  const near = suggest(field.name, names)
  // `- **Content:**` above the block says nothing that would be lost.
  const isLabel = near === undefined && field.value === '' && field.items.length === 0
  part.findings.add('E_FIELD_UNKNOWN', `The action has no field \`${actual}\`.`, field, {
    actual,
    expected: near ?? (names.join(', ') || 'no field'),
    hint:
      near === undefined ? 'Remove it, or say it in the description or the code block.' : `Did you mean \`${near}\`?`,
    ...(isLabel && { severity: 'warning' }),
  })
}

//     - **cwd:** (Optional) packages/web
//                ^^^^^^^^^^ copied from the description of the format
function withoutOptional(field: Field): Field {
  const mark = /^\(optional\)[ \t]*/i.exec(field.value)
  if (mark === null) return field
  return { ...field, value: field.value.slice(mark[0].length), start: field.start + mark[0].length }
}

/** The text of a field; undefined when it is not there or empty. */
export function textField({ fields }: FieldSet, name: string): Written | undefined {
  const field = fields.get(name)
  return field === undefined || field.value === ''
    ? undefined
    : { value: field.value, start: field.start, end: field.end }
}

/** The same of a field that has to be there. */
export function neededField(part: Part, set: FieldSet, name: string, hint: string): Written {
  const field = textField(set, name)
  if (field !== undefined) return field
  const at = set.fields.get(name) ?? part.heading
  part.findings.add('E_FIELD_MISSING', `The action does not say its \`${name}\`.`, at, { hint })
  return { value: '', start: part.heading.end, end: part.heading.end }
}

/** A description helps whoever approves; without one the action can still be carried out. */
export function descriptionField(part: Part, set: FieldSet): { readonly description?: Written } {
  const description = textField(set, 'Description')
  if (description !== undefined) return { description }
  part.findings.add(
    'E_FIELD_MISSING',
    'The action has no `Description`.',
    set.fields.get('Description') ?? part.heading,
    {
      severity: 'warning',
      hint: 'Say in a line what the action is for: `- **Description:** …`.',
    },
  )
  return {}
}

export function flagField(part: Part, set: FieldSet, name: string): boolean {
  const field = textField(set, name)
  if (field === undefined) return false
  const word = field.value.replace(/[`*]/g, '').trim().toLowerCase()
  if (word === 'true' || word === 'yes') return true
  if (word === 'false' || word === 'no') return false
  part.findings.add('E_FIELD_VALUE', `\`${name}\` is either true or false.`, field, {
    actual: excerpt(field.value),
    expected: 'true or false',
  })
  return false
}
