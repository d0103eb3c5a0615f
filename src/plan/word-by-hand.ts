import { type PlanState, stepStatus } from './state.ts'
import { changedByHand, type StatusWords } from './status-words.ts'
import type { StepStatus } from './step-status.ts'
import type { StepId } from './types.ts'

/**
 * The status that somebody else wrote into the file of a step: a person, or a branch that was merged. Undefined for a word
 * that repeats the log, and for one that we wrote ourselves and that the log has left behind. Where we never wrote one,
 * `pending` says as little as no word at all: files are made with it.
 */
export function wordByHand(
  words: StatusWords<StepStatus>,
  state: PlanState,
  step: StepId,
  word: string | undefined,
): StepStatus | undefined {
  if (word === undefined) return undefined
  const ours = state.projected.get(step) ?? [words.write.pending]
  return ours.includes(word) ? undefined : changedByHand(words, word, stepStatus(state, step))
}
