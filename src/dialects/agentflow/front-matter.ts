import { type Diagnostic, diagnostic, hasErrors } from '../../plan/diagnostics/diagnostic.ts'
import { Findings } from '../shared/findings.ts'
import { splitFrontMatter } from '../shared/frontmatter.ts'
import type { Limits } from '../shared/limits.ts'
import { readSource, type Source } from '../shared/source.ts'
import type { Pair, Span, TreeNode } from '../shared/tree.ts'
import { readYaml } from '../shared/yaml.ts'
import { checkNames } from './unknown-field.ts'

/** A Markdown file, taken apart. */
export interface FrontMatterFile {
  readonly source: Source
  readonly fields: ReadonlyMap<string, Pair>
  /** Where a field that is missing would stand. */
  readonly top: Span
  /** False when something was said that may be the reason why a field is missing. */
  readonly isClear: boolean
  /** Without the blank lines around it. */
  readonly body: Span
  /** What has to be said about the values of the fields. */
  readonly findings: Findings
}

export interface FrontMatterReading {
  /** Absent when the bytes are no text. */
  readonly parts?: FrontMatterFile
  /** All that was found before the values were looked at. */
  readonly diagnostics: readonly Diagnostic[]
}

export function readFrontMatter(
  file: string,
  bytes: Uint8Array,
  known: readonly string[],
  limits: Limits,
): FrontMatterReading {
  const { source, diagnostics } = readSource(file, bytes, 'markdown', limits)
  if (source === undefined) return { diagnostics }
  const split = splitFrontMatter(source)
  const findings = new Findings(source)
  const body = trimmed(source.text, split.body)
  if (split.fields === undefined) {
    const top = { start: split.body.start, end: split.body.start }
    const missing = split.diagnostics.length === 0 ? [frontMatterMissing(source, top)] : []
    const parts = { source, fields: noFields, top, isClear: false, body, findings }
    return { parts, diagnostics: [...diagnostics, ...split.diagnostics, ...missing] }
  }

  const yaml = readYaml(source, split.fields, limits)
  const fields = fieldsOf(yaml.root, findings)
  if (fields !== undefined) checkNames(fields, known, source, findings)
  const top = { start: split.fields.start, end: split.fields.start }
  const isClear = fields !== undefined && !hasErrors(yaml.diagnostics)
  const parts = { source, fields: fields ?? noFields, top, isClear, body, findings }
  return { parts, diagnostics: [...diagnostics, ...yaml.diagnostics] }
}

const noFields: ReadonlyMap<string, Pair> = new Map()

function trimmed(text: string, { start, end }: Span): Span {
  const body = text.slice(start, end)
  const rest = body.trimStart()
  const first = end - rest.length
  return { start: first, end: first + rest.trimEnd().length }
}

function frontMatterMissing({ file, lines }: Source, { start, end }: Span): Diagnostic {
  const range = lines.range(start, end)
  return diagnostic('E_FRONTMATTER_MISSING', 'The file does not open with front matter.', { file, range })
}

/** Undefined, with a diagnostic, where there is something other than fields. */
function fieldsOf(root: TreeNode | undefined, findings: Findings): ReadonlyMap<string, Pair> | undefined {
  if (root === undefined) return undefined
  if (root.kind === 'map') return root.entries
  if (root.kind === 'scalar' && root.value === '') return noFields
  findings.add('E_FIELD_KIND', 'Front matter is made of fields, each as `name: value`.', root)
  return undefined
}
