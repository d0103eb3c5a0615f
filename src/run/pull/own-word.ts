/**
 * The status word of one step, in the file that it was approved in. `project-status.ts` does the same for any steps and for
 * files however they are written; here one file is looked at instead of all.
 */
import { plainTask } from '../../dialects/agentflow/plain-task.ts'
import { statusWords } from '../../plan/status-words.ts'
import type { StepId } from '../../plan/types.ts'
import { anchor } from '../../store/content/anchor.ts'
import { readHistoryEnd } from '../../store/content/history.ts'
import type { PlanPlace } from '../../store/content/place.ts'
import { update } from '../../store/content/update.ts'
import { readVisibleFile } from '../../store/content/visible-files.ts'
import type { LockOptions } from '../../store/lock/lock.ts'
import type { Machine } from '../../store/machine/port.ts'
import { noteOfWords } from '../words-to-write.ts'

/** What `done` leaves in the file of a step. */
export const doneWord = statusWords.agentflow.step.write.complete!

/** Undefined when the step is not there any more, or not in the plainest way, or a commit is about to change files. */
export async function readWord(
  machine: Machine,
  place: PlanPlace,
  path: string,
  step: StepId,
): Promise<string | undefined> {
  const anchored = await anchor(machine, place)
  const { unsettled } = await readHistoryEnd(machine, anchored)
  const file = unsettled === undefined ? await readVisibleFile(machine, anchored, path) : undefined
  const task = file && plainTask(file.bytes)
  return task?.id === step ? task.word : undefined
}

/** Answers whether the word stands there now. */
export async function writeWord(
  machine: Machine,
  place: PlanPlace,
  path: string,
  step: StepId,
  lock: LockOptions,
): Promise<boolean> {
  let stands = false
  const change = ({ files }: Parameters<Parameters<typeof update>[2]>[0]) => {
    const file = files.get(path)
    const task = file && plainTask(file.bytes)
    stands = task?.id === step
    return new Map(stands ? [[path, Buffer.from(task!.withWord(doneWord))]] : [])
  }
  await update(machine, place, change, noteOfWords, lock)
  return stands
}
