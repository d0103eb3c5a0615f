import { mostEdits, type TextDiff, textDiff } from '../../../../../plan/diff/text-diff.ts'
import { type Content, changesBetween } from '../../../../../store/content/content.ts'

export interface FileDiff extends TextDiff {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
}

/** Every file that differs. All of them together are compared up to a bound: what is over it is only counted. */
export function fileDiffs(before: Content, after: Content): FileDiff[] {
  let left = 2 * mostEdits
  return changesBetween(before, after).map(({ path, from, to }) => {
    const edits = Math.min(mostEdits, left)
    const diff = textDiff(textOf(before, path), textOf(after, path), edits)
    left = Math.max(left - (diff.hunks === undefined ? edits : diff.added + diff.removed), 0)
    return { path, change: from === null ? 'added' : to === null ? 'removed' : 'changed', ...diff }
  })
}

function textOf(content: Content, path: string): string {
  return Buffer.from(content.files.get(path)?.bytes ?? []).toString()
}
