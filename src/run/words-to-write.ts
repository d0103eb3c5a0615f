import type { PlanRecord, WordsProjected } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import { statusWords } from '../plan/status-words.ts'
import { isEnded } from '../plan/step-status.ts'
import type { Step, StepId } from '../plan/types.ts'
import type { PlanLog } from '../store/plan-log.ts'

export type Word = WordsProjected['words'][number]

/** The steps in whose files another word is to stand, as far as the log knows what stands there. */
export function wordsToWrite(steps: readonly Step[], state: PlanState): Map<StepId, string> {
  const words = new Map<StepId, string>()
  for (const { id } of steps) {
    const status = stepStatus(state, id)
    const word = statusWords.agentflow.step.write[status]
    const [known, ...unsure] = state.projected.get(id) ?? []
    const stands = known === word && unsure.length === 0
    if (word !== null && (isEnded(status) || status === 'interrupted') && !stands) words.set(id, word)
  }
  return words
}

export const noteOfWords = { by: 'steadplan', why: 'how steps ended' } as const

/** Says in the log which words stand in files, or may. */
export async function sayWords(log: PlanLog, words: readonly Word[]): Promise<void> {
  const records: PlanRecord[] = []
  for (let from = 0; from < words.length; from += wordsPerRecord) {
    records.push({ type: 'projected', words: words.slice(from, from + wordsPerRecord) })
  }
  if (records.length > 0) await log.decide(() => ({ records, answer: undefined }))
}

/** So many, with ids of the greatest length, fit into a record. */
const wordsPerRecord = 200
