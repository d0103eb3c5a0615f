import { moveStep } from '../plan/decisions.ts'
import type { PlanRecord } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import { type StatusWords, statusWords } from '../plan/status-words.ts'
import { canStepMove, type StepStatus } from '../plan/step-status.ts'
import type { StepId } from '../plan/types.ts'
import { wordByHand } from '../plan/word-by-hand.ts'
import type { PlanLog } from '../store/plan-log.ts'
import type { ApprovedPlan } from './approved-plan.ts'

/**
 * Takes up into the log what people wrote into the files by hand: a step that they did themselves, one to be done again.
 * To be called before anything is begun. What is taken up as complete is not proven.
 */
export async function takeUp(log: PlanLog, approved: Pick<ApprovedPlan, 'reading' | 'wordsNow'>): Promise<void> {
  const { steps, dialect } = approved.reading.plan
  const words = statusWords[dialect].step
  for (let tries = 0; tries < mostTries; tries++) {
    const { seq } = await log.read()
    const inFiles = await approved.wordsNow()
    const isTaken = await log.decide((state, _now, nextSeq) => {
      // Between the two somebody may have written a word and said so in the log: then it is not one by hand.
      if (nextSeq !== seq + 1) return { records: [], answer: false }
      const records = steps.flatMap(({ id }) => taken(words, state, id, inFiles.get(id)?.word))
      return { records, answer: true }
    })
    if (isTaken) return
  }
}

/** Then the log is that busy that nobody can say which came first, and the words wait for the next time. */
const mostTries = 10

function taken(
  words: StatusWords<StepStatus>,
  state: PlanState,
  step: StepId,
  word: string | undefined,
): readonly PlanRecord[] {
  const to = wordByHand(words, state, step, word)
  const from = stepStatus(state, step)
  // Who is at work on a step says itself how it ends, and nobody is just because a file says so.
  if (word === undefined || to === undefined || to === 'in_progress' || from === 'in_progress') return []
  if (!canStepMove(from, to)) return []
  // Twice: nothing else can stand in the file.
  const known: PlanRecord = {
    type: 'projected',
    words: [
      [step, word],
      [step, word],
    ],
  }
  return [...moveStep(state, step, to, 'the file', { why: 'changed by hand' }), known]
}
