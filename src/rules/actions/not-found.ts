import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { EditAction, Replacement } from '../../dialects/teddy/plan.ts'
import type { Related } from '../../plan/diagnostics/diagnostic.ts'
import { textDiff } from '../../plan/diff/text-diff.ts'
import { type Near, nearestLines } from './near.ts'
import type { RunningText } from './running-text.ts'
import type { CheckState } from './state.ts'

export interface EditedText {
  readonly text: RunningText
  /** The lines that pairs above would have put there, had they been right. */
  readonly lost: ReadonlySet<string>
}

/** Says that a FIND is not in a text, what comes close to it, and whether it looks as if it had been replaced already. */
export function notFound(state: CheckState, action: EditAction, pair: Replacement, { text, lost }: EditedText): void {
  const { find } = pair
  // It follows from the fault of a pair above.
  if (lost.size > 0 && trimmedLines(find.value).some((line) => lost.has(line))) return
  const name = `\`${excerpt(action.path.value)}\``
  const message = `The text is not in ${name}.`
  if (state.explanations <= 0) {
    state.findings.add('E_TEDDY_FIND_NONE', message, find)
    return
  }
  state.explanations -= nearCost
  state.work.left -= nearWork * text.length
  const isApplied = hasReplacement(state, action, pair, text)
  const near = isApplied ? undefined : nearestLines(text.plain(), find.value)
  const spaced = near?.isSpaced ? `Only blanks differ from ${linesOf(near)}: copy them as they are.` : undefined
  const hint = isApplied ? applied : spaced
  state.findings.add('E_TEDDY_FIND_NONE', message, find, {
    actual: excerpt(find.value),
    ...(hint !== undefined && { hint }),
    ...(near !== undefined && { related: relatedTo(near, find.value, name) }),
  })
}

const applied = 'The text of the REPLACE is there, so it looks as if the edit had been made already: remove the pair.'

/** To find near lines takes longer than to count lines, or to look for a text. */
const nearCost = 4
const nearWork = 32

export function trimmedLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A text that stands there several times was hardly put there by one edit. */
function hasReplacement(state: CheckState, { matchAll }: EditAction, { replace }: Replacement, text: RunningText) {
  if (replace.value.trim() === '') return false
  const places = text.places(replace.value, state.work)
  return !places.next().done && (matchAll || places.next().done === true)
}

/** Where the lines are that come close, and how they differ. */
function relatedTo(near: Near, find: string, name: string): Related[] {
  const wanted = find.split('\n').slice(0, near.lines.length).join('\n')
  const { hunks = [] } = textDiff(`${near.lines.join('\n')}\n`, `${wanted}\n`, mostDifferences)
  const differences: Related[] = []
  for (const { from, lines } of hunks) {
    let line = near.line + from - 1
    for (const { kind, text } of lines) {
      if (kind === 'removed') differences.push({ message: `the file has, on line ${line}: ${shown(text)}` })
      if (kind === 'added') differences.push({ message: `the FIND has: ${shown(text)}` })
      if (kind !== 'added') line++
    }
  }
  return [{ message: `closest to it: ${linesOf(near)} of ${name}` }, ...differences.slice(0, mostShown)]
}

const mostDifferences = 100
const mostShown = 8

function linesOf({ line, lines }: Near): string {
  return lines.length === 1 ? `line ${line}` : `lines ${line} to ${line + lines.length - 1}`
}

/** With its blanks, which are what differs more often than not. */
function shown(line: string): string {
  return `\`${excerpt(line, 120)}\``
}
