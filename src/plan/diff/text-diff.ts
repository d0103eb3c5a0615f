import { structuredPatch } from 'diff'

/** A piece of a text that changed, with a few lines around it. */
export interface Hunk {
  /** The first line of it, before and after; counted from 1. */
  readonly from: number
  readonly to: number
  readonly lines: readonly HunkLine[]
}

export interface HunkLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** The text ends here without a line end. */
  readonly isUnended?: true
}

export interface TextDiff {
  readonly added: number
  readonly removed: number
  /** Undefined when the texts differ in more lines than are compared: then `added` and `removed` count all lines. */
  readonly hunks: readonly Hunk[] | undefined
}

/** Comparing costs the square of this at most: a text can be made so that every line differs. */
export const mostEdits = 2000
const context = 3

export function textDiff(before: string, after: string, edits = mostEdits): TextDiff {
  const patch = structuredPatch('', '', before, after, '', '', { context, maxEditLength: edits })
  if (patch === undefined) return { added: lineCount(after), removed: lineCount(before), hunks: undefined }
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    // Of no lines the first is the one before them.
    from: oldLines === 0 ? oldStart - 1 : oldStart,
    to: newLines === 0 ? newStart - 1 : newStart,
    lines: hunkLines(lines),
  }))
  const count = (kind: HunkLine['kind']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0)
  return { added: count('added'), removed: count('removed'), hunks }
}

function hunkLines(lines: readonly string[]): HunkLine[] {
  const read: HunkLine[] = []
  for (const line of lines) {
    // `\\ No newline at end of file`, about the line before it.
    if (line.startsWith('\\')) read.push({ ...read.pop()!, isUnended: true })
    else read.push({ kind: kinds.get(line[0]!) ?? 'same', text: line.slice(1) })
  }
  return read
}

const kinds: ReadonlyMap<string, HunkLine['kind']> = new Map([
  ['+', 'added'],
  ['-', 'removed'],
])

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length
}
