import { setField } from '../dialects/agentflow/patch.ts'
import { readAgentflow } from '../dialects/agentflow/read.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import type { PlanRecord, WordsProjected } from '../plan/records.ts'
import { type PlanState, stepStatus } from '../plan/state.ts'
import { statusWords } from '../plan/status-words.ts'
import { isEnded } from '../plan/step-status.ts'
import type { Step, StepId } from '../plan/types.ts'
import type { Changes, Content } from '../store/content/content.ts'
import { readContent } from '../store/content/read.ts'
import { update } from '../store/content/update.ts'
import type { LockOptions } from '../store/lock/lock.ts'
import type { Machine } from '../store/machine/port.ts'
import type { PlanLog } from '../store/plan-log.ts'
import { type FoundPlan, openPlaceOf } from '../store/plans/found-plan.ts'

/**
 * Writes into the files of a plan in the home format how its steps ended, so that people, and other clones after a merge,
 * see it. Nothing but the words changes, and they are no part of what is approved.
 *
 *     log: the word that stands there, the one that will ─▶ files ─▶ log: the one that stands there now
 *
 * Cut off anywhere, the log knows every word that can stand in a file because of us: whoever finds another one there knows
 * that somebody else wrote it.
 */
export async function projectStatus(
  machine: Machine,
  found: FoundPlan,
  log: PlanLog,
  steps: readonly Step[],
  state: PlanState,
  lock: LockOptions,
): Promise<void> {
  if (!found.isHome) return
  const wanted = wordsToWrite(steps, state)
  if (wanted.size === 0) return
  const place = await openPlaceOf(machine, found)
  const before = filesOf(await readContent(machine, place))
  const words = [...wanted].filter(([step]) => before.has(step))
  if (words.length === 0) return
  await say(
    log,
    words.flatMap(([step, word]): Word[] => [
      [step, before.get(step)!.word],
      [step, word],
    ]),
  )
  if (words.every(([step, word]) => before.get(step)!.word === word)) return
  const note = { by: 'steadplan', why: 'how steps ended' }
  const { content } = await update(machine, place, (now) => changesFor(now, words), note, lock)
  const after = filesOf(content)
  await say(
    log,
    words.filter(([step, word]) => after.get(step)?.word === word),
  )
}

type Word = WordsProjected['words'][number]

function wordsToWrite(steps: readonly Step[], state: PlanState): Map<StepId, string> {
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

/** Where each step is written now, and the word there; empty when there is none. */
function filesOf(content: Content): Map<StepId, { readonly path: string; readonly word: string }> {
  const texts = new Map([...content.files].map(([path, { bytes }]) => [path, bytes]))
  const { plan, words } = readAgentflow(texts, { key: '', prefix: '', isHome: true })
  return new Map(plan.steps.map(({ id, place }) => [id, { path: place!.file, word: words.get(id)?.word ?? '' }]))
}

function changesFor(content: Content, words: readonly Word[]): Changes {
  const files = filesOf(content)
  const changes = new Map<string, Uint8Array>()
  for (const [step, word] of words) {
    const path = files.get(step)?.path
    if (path === undefined) continue
    const before = Buffer.from(content.files.get(path)!.bytes).toString()
    const after = withWord(before, word)
    if (after !== before) changes.set(path, Buffer.from(after))
  }
  return changes
}

/** A file that somebody is in the middle of changing waits for the next time. */
function withWord(text: string, word: string): string {
  try {
    return setField(text, 'status', word)
  } catch (error) {
    if (!isFault(error)) throw error
    return text
  }
}

async function say(log: PlanLog, words: readonly Word[]): Promise<void> {
  const records: PlanRecord[] = []
  for (let from = 0; from < words.length; from += wordsPerRecord) {
    records.push({ type: 'projected', words: words.slice(from, from + wordsPerRecord) })
  }
  if (records.length > 0) await log.decide(() => ({ records, answer: undefined }))
}

/** So many, with ids of the greatest length, fit into a record. */
const wordsPerRecord = 200
