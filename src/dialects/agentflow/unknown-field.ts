import type { Fix } from '../../plan/diagnostics/diagnostic.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Findings } from '../shared/findings.ts'
import type { Source } from '../shared/source.ts'
import type { Pair } from '../shared/tree.ts'

/** Names every field that is none of `known`. A field nobody reads is a task's instruction that got lost. */
export function checkNames(
  fields: ReadonlyMap<string, Pair>,
  known: readonly string[],
  { file }: Source,
  findings: Findings,
): void {
  for (const [name, { key }] of fields) {
    if (known.includes(name)) continue
    const near = meant(name, known)
    const actual = excerpt(name)
    const message = `There is no field \`${actual}\`.`
    if (near === undefined) {
      findings.add('E_FIELD_UNKNOWN', message, key, { actual, expected: known.join(', ') })
      continue
    }
    const edits = [{ file, start: key.start, end: key.end, text: near }]
    const fix: Fix | undefined = fields.has(near) ? undefined : { title: `Rename it to \`${near}\`.`, edits }
    const hint = `Did you mean \`${near}\`? If not, move the text to the body.`
    findings.add('E_FIELD_UNKNOWN', message, key, { actual, expected: near, hint, ...(fix && { fix }) })
  }
}

function meant(name: string, known: readonly string[]): string | undefined {
  const other = otherNames.get(name.toLowerCase())
  return other !== undefined && known.includes(other) ? other : suggest(name, known)
}

/** What other formats call our fields. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['dependencies', 'depends_on'],
  ['deps', 'depends_on'],
  ['depends', 'depends_on'],
  ['assignee', 'agent'],
  ['name', 'title'],
  ['checks', 'verify'],
  ['labels', 'tags'],
  ['state', 'status'],
])
