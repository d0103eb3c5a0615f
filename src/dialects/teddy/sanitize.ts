import { linesOf } from './lines.ts'
import { changeOf, type FenceEdit } from './sanitize/edits.ts'
import { pageOf } from './sanitize/page.ts'
import { walkFences } from './sanitize/walk.ts'
import { unwrapped } from './sanitize/wrapper.ts'

/** One fence that was changed, by its line in the text that was given, counted from 1. */
export interface FenceChange {
  readonly line: number
  readonly kind: 'lengthened' | 'closed' | 'unwrapped'
  /** The line before and after. Null: there was, or is, no such line. */
  readonly before: string | null
  readonly after: string | null
}

export interface SanitizedText {
  readonly text: string
  readonly changes: readonly FenceChange[]
}

/**
 * Rewrites the fences of a teddy plan so that each is longer than any run of its marks inside. Where a block ends is
 * decided by the structure of the plan, because the lengths of its fences cannot be trusted:
 *
 *     ### `CREATE`              The first bare fence would end the block, and the rest would be lost. But no action goes
 *     - **File Path:** a.md     on with text, so the block ends with the last fence before the next heading.
 *     ```markdown
 *     ```sh
 *     npm install
 *     ```                ◀ not here
 *     Done.
 *     ```                ◀ here
 *     ### `READ`
 *
 * What is safe already comes back as it is, and so does what was made safe.
 */
export function sanitizeFences(text: string): SanitizedText {
  const lines = linesOf(text)
  const bare = unwrapped(lines)
  if (bare !== undefined) {
    const inner = sanitizeFences(bare.text)
    return {
      text: inner.text,
      changes: [...bare.changes, ...inner.changes.map((one) => ({ ...one, line: one.line + bare.shift }))],
    }
  }
  const page = pageOf(lines)
  if (walkFences(page, { isTrusting: true }).isSafe) return { text, changes: [] }
  const { edits } = walkFences(page, { isTrusting: false })
  return {
    text: applied(text, edits),
    changes: edits.map((edit) => changeOf(page, edit)),
  }
}

function applied(text: string, edits: readonly FenceEdit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.start
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
