import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { EditAction, Replacement } from '../../dialects/teddy/plan.ts'
import { fileCap } from './facts.ts'
import { type EditedText, notFound, trimmedLines } from './not-found.ts'
import { placesOfPair } from './pair.ts'
import type { RunningText } from './running-text.ts'
import type { CheckState } from './state.ts'

/**
 * Carries out the pairs of an edit on a text, and answers whether all of them are right. One that is not is left out, so
 * that the faults of those below it are found too.
 */
export function checkPairs(state: CheckState, action: EditAction, text: RunningText): boolean {
  let isRight = true
  const lost = new Set<string>()
  for (const pair of action.edits) {
    // Of a FIND that is empty or changes nothing, the reader of the plan has said so.
    const isWhole = pair.find.value !== '' && pair.find.value !== pair.replace.value
    if (isWhole && checkPair(state, action, pair, { text, lost })) continue
    isRight = false
    for (const line of newLines(pair)) lost.add(line)
  }
  return isRight
}

/** Lines that only the REPLACE has, and that say something: a bracket can be anybody's. */
function newLines({ find, replace }: Replacement): string[] {
  const old = new Set(trimmedLines(find.value))
  return trimmedLines(replace.value).filter((line) => !old.has(line) && /[\p{L}\p{N}]/u.test(line))
}

function checkPair(state: CheckState, action: EditAction, pair: Replacement, { text, lost }: EditedText): boolean {
  const { findings, work } = state
  const { matchAll } = action
  const { find, replace } = pair
  const name = `\`${excerpt(action.path.value)}\``
  const places =
    work.left < 0 ? [] : placesOfPair(text, pair, { matchAll, most: matchAll ? mostPlaces : mostLines, work })
  const size = text.length + places.length * (Buffer.byteLength(replace.value) - Buffer.byteLength(find.value))
  if (work.left < 0 || places.length > mostPlaces) {
    findings.add('E_TOO_LARGE', 'There are more edits, or places to edit, than are looked for in one plan.', find, less)
  } else if (places.length === 0) {
    notFound(state, action, pair, { text, lost })
  } else if (!matchAll && places.length > 1) {
    findings.add('E_TEDDY_FIND_MANY', `The text is in ${name} ${timesAt(state, text, places)}.`, find)
  } else if (size > fileCap) {
    findings.add('E_TOO_LARGE', `${name} would have ${size} bytes; ${fileCap} are allowed.`, find, less)
  } else {
    text.replace(places, find.value, replace.value)
    return true
  }
  return false
}

/** How many lines are named on which a text stands. */
const mostLines = 20
/** How many places are changed by one pair. */
const mostPlaces = 1_000_000

const less = { hint: 'Divide the edits among several plans, or let a program make them in an EXECUTE.' }

/** `3 times, on lines 4, 9 and 12` */
function timesAt(state: CheckState, text: RunningText, places: readonly number[]): string {
  if (state.explanations-- <= 0) return 'more than once'
  const lines = [...new Set(text.linesOf(places.slice(0, mostLines)))]
  const last = places.length > mostLines ? 'below' : lines.pop()
  const listed = lines.length === 0 ? `line ${last}` : `lines ${lines.join(', ')} and ${last}`
  return `${places.length > mostLines ? `more than ${mostLines}` : places.length} times, on ${listed}`
}
