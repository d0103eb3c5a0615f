import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { PlanPlaces } from '../../plan/types.ts'
import type { Limits } from '../shared/limits.ts'
import { readFrontMatter } from './front-matter.ts'
import { textOf } from './values.ts'

export interface PlanFile {
  /** Empty when nothing is given; undefined when a diagnostic says why it could not be read. */
  readonly title: string | undefined
  readonly narrative: string
  readonly places: PlanPlaces
  readonly diagnostics: readonly Diagnostic[]
}

const planFields = ['title'] as const

export function readPlanFile(file: string, bytes: Uint8Array | undefined, limits: Limits): PlanFile {
  const unread = { title: undefined, narrative: '', places: { file } }
  if (bytes === undefined) {
    return { ...unread, diagnostics: [diagnostic('E_PLAN_FILE_MISSING', 'There is no plan.md.', { file })] }
  }
  const { parts, diagnostics } = readFrontMatter(file, bytes, planFields, limits)
  if (parts === undefined) return { ...unread, diagnostics }

  const { source, body, fields, top, isClear, findings } = parts
  const title = textOf(parts, 'title')
  const isExplained = !isClear || (fields.has('title') && fields.get('title')!.value.kind !== 'scalar')
  const at = title ?? fields.get('title')?.value ?? top
  return {
    title: title?.value ?? (isExplained ? undefined : ''),
    narrative: source.text.slice(body.start, body.end),
    places: {
      file,
      title: source.lines.range(at.start, at.end),
      narrative: source.lines.range(body.start, body.end),
    },
    diagnostics: [...diagnostics, ...findings.list()],
  }
}
