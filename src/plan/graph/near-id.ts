import { suggest } from '../diagnostics/suggest.ts'
import type { StepId } from '../types.ts'
import { foldedId } from './folded-id.ts'

/** How many ids are compared in all. A file full of unknown ids must not cost steps times dependencies. */
const comparisons = 50_000

/** Finds the id that somebody may have meant. Without an answer once it has compared enough. */
export function nearIds(ids: Iterable<StepId>): (word: string) => StepId | undefined {
  const answers = new Map<string, StepId | undefined>()
  let known: Map<string, StepId> | undefined
  let left = comparisons

  return (word) => {
    if (answers.has(word)) return answers.get(word)
    known ??= byFoldedId(ids)
    let answer = known.get(foldedId(word))
    if (answer === undefined && left >= known.size) {
      left -= known.size
      answer = suggest(word, known.values())
    }
    answers.set(word, answer)
    return answer
  }
}

function byFoldedId(ids: Iterable<StepId>): Map<string, StepId> {
  const known = new Map<string, StepId>()
  for (const id of ids) if (!known.has(foldedId(id))) known.set(foldedId(id), id)
  return known
}
