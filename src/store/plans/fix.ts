import type { Diagnostic, Fix, TextEdit } from '../../plan/diagnostics/diagnostic.ts'
import { applyChanges, type Changes, type Content, changesBetween } from '../content/content.ts'
import { type OpenedPlan, type OpenOptions, readingOf } from './open-plan.ts'

/** What the fixes of a plan make of it. Nothing is written. */
export interface Fixed {
  /** The plan afterwards, with what is still wrong. */
  readonly after: OpenedPlan
  /** What was mended, in the order in which it was. */
  readonly fixed: readonly Diagnostic[]
  readonly changes: Changes
}

/** Where one fix touches the text of another it is tried on the next round; a plan that never comes to rest is left. */
const mostRounds = 10

/** Applies every fix: all edits of one or none of them, and none over another. */
export function applyFixes(opened: OpenedPlan, options: OpenOptions): Fixed {
  const fixed: Diagnostic[] = []
  let after = opened
  for (let round = 0; round < mostRounds; round++) {
    const chosen = compatible(after)
    if (chosen.length === 0) break
    fixed.push(...chosen)
    const edits = chosen.flatMap(({ fix }) => fix!.edits)
    const content = applyChanges(after.content, edited(after, edits))
    // What could not be read could not be mended either.
    after = readingOf(opened.found, content, options, opened.unreadable)
  }
  return { after, fixed, changes: changesTo(opened.content, after.content) }
}

/** The diagnostics whose fixes do not touch each other, the earlier first. */
function compatible(plan: OpenedPlan): Diagnostic[] {
  const taken = new Map<string, TextEdit[]>()
  const same = new Set<string>()
  return plan.diagnostics.filter(({ fix }) => {
    if (fix === undefined || !isPossible(plan, fix)) return false
    const written = JSON.stringify(fix.edits)
    if (same.has(written) || fix.edits.some((edit) => taken.get(edit.file)?.some((other) => touches(edit, other)))) {
      return false
    }
    same.add(written)
    for (const edit of fix.edits) taken.set(edit.file, [...(taken.get(edit.file) ?? []), edit])
    return true
  })
}

/** Each edit within the text of a file of this plan, in which no byte gets lost by reading it as text. */
function isPossible(plan: OpenedPlan, { edits }: Fix): boolean {
  return (
    edits.length > 0 &&
    edits.every(({ file, start, end }) => {
      const text = textOf(plan, file)
      return text !== undefined && start >= 0 && start <= end && end <= text.length
    }) &&
    edits.every((edit, index) =>
      edits.slice(index + 1).every((other) => edit.file !== other.file || !touches(edit, other)),
    )
  )
}

/** Also when they meet at a point: which of two insertions comes first is not for us to say. */
function touches(one: TextEdit, other: TextEdit): boolean {
  return one.start <= other.end && other.start <= one.end
}

function edited(plan: OpenedPlan, edits: readonly TextEdit[]): Changes {
  const changes = new Map<string, Uint8Array>()
  for (const file of new Set(edits.map((edit) => edit.file))) {
    let text = textOf(plan, file)!
    const own = edits.filter((edit) => edit.file === file).sort((a, b) => b.start - a.start)
    for (const { start, end, text: inserted } of own) text = text.slice(0, start) + inserted + text.slice(end)
    changes.set(file.slice(plan.found.prefix.length), Buffer.from(text))
  }
  return changes
}

function textOf({ found, content }: OpenedPlan, file: string): string | undefined {
  if (!file.startsWith(found.prefix)) return undefined
  const bytes = content.files.get(file.slice(found.prefix.length))?.bytes
  const text = bytes && Buffer.from(bytes).toString()
  return text !== undefined && Buffer.from(text).equals(bytes!) ? text : undefined
}

function changesTo(before: Content, after: Content): Changes {
  return new Map(changesBetween(before, after).map(({ path }) => [path, after.files.get(path)?.bytes ?? null]))
}
