import { setField } from '../dialects/agentflow/patch.ts'
import { readAgentflow } from '../dialects/agentflow/read.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import type { PlanState } from '../plan/state.ts'
import type { Step, StepId } from '../plan/types.ts'
import type { Changes, Content } from '../store/content/content.ts'
import { readContent } from '../store/content/read.ts'
import { update } from '../store/content/update.ts'
import type { LockOptions } from '../store/lock/lock.ts'
import type { Machine } from '../store/machine/port.ts'
import type { PlanLog } from '../store/plan-log.ts'
import { type FoundPlan, openPlaceOf } from '../store/plans/found-plan.ts'
import { noteOfWords, sayWords, type Word, wordsToWrite } from './words-to-write.ts'

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
  await sayWords(
    log,
    words.flatMap(([step, word]): Word[] => [
      [step, before.get(step)!.word],
      [step, word],
    ]),
  )
  if (words.every(([step, word]) => before.get(step)!.word === word)) return
  let stand: readonly Word[] = []
  const change = (content: Content): Changes => {
    const { changes, done } = changesFor(content, words)
    stand = done
    return changes
  }
  await update(machine, place, change, noteOfWords, lock)
  await sayWords(log, stand)
}

/** Where each step is written now, and the word there; empty when there is none. */
function filesOf(content: Content): Map<StepId, { readonly path: string; readonly word: string }> {
  const texts = new Map([...content.files].map(([path, { bytes }]) => [path, bytes]))
  const { plan, words } = readAgentflow(texts, { key: '', prefix: '', isHome: true })
  return new Map(plan.steps.map(({ id, place }) => [id, { path: place!.file, word: words.get(id)?.word ?? '' }]))
}

/** What is to be written, and which words stand in their files then. */
function changesFor(content: Content, words: readonly Word[]): { changes: Changes; done: readonly Word[] } {
  const files = filesOf(content)
  const changes = new Map<string, Uint8Array>()
  const done = words.filter(([step, word]) => {
    const file = files.get(step)
    if (file === undefined) return false
    const before = Buffer.from(content.files.get(file.path)!.bytes).toString()
    const after = withWord(before, word)
    if (after !== before) changes.set(file.path, Buffer.from(after))
    return after !== before || file.word === word
  })
  return { changes, done }
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
