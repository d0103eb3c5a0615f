import { join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { CommitNote } from '../content/commit.ts'
import { readContent } from '../content/read.ts'
import { update } from '../content/update.ts'
import type { Files } from '../files/port.ts'
import { hasCode } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { readPlanState } from '../plan-log.ts'
import { type FoundPlan, openPlaceOf, placeOf } from '../plans/found-plan.ts'
import { isThere } from '../workspace/look.ts'

/** Keeps what a plan says as a version of its history; answers its number, or undefined when there is nothing. */
export async function keepSnapshot(
  machine: Machine,
  found: FoundPlan,
  note: CommitNote,
  lock: LockOptions,
): Promise<number | undefined> {
  if ((await readContent(machine, placeOf(found))).files.size === 0) return undefined
  const { version } = await update(machine, await openPlaceOf(machine, found), () => new Map(), note, lock)
  return version
}

/**
 * Removes the files of a plan, also those that somebody was cut off at removing: to readers they are gone already. What
 * else stands beside them is left alone.
 */
export async function removePlanFiles(
  machine: Machine,
  found: FoundPlan,
  note: CommitNote,
  lock: LockOptions,
): Promise<void> {
  const { history } = placeOf(found)
  const isEmpty = (await readContent(machine, placeOf(found))).files.size === 0
  if (isEmpty && !(await isThere(machine.files, history, 'file'))) return
  const place = await openPlaceOf(machine, found)
  await update(machine, place, ({ files }) => new Map([...files.keys()].map((path) => [path, null])), note, lock)
}

/** Removes the directories of a plan whose files are gone. Answers false when something else stands in them. */
export async function removePlanDirectories({ files }: Machine, { files: plan }: FoundPlan): Promise<boolean> {
  for (const folder of plan.folders) await removeIfEmpty(files, join(plan.base, folder))
  return removeIfEmpty(files, plan.base)
}

async function removeIfEmpty(files: Files, path: string): Promise<boolean> {
  try {
    await files.rmdir(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return false
    throw error
  }
}

/** A step that somebody works on is not taken away from under them. */
export async function refuseRunning(machine: Machine, found: FoundPlan): Promise<void> {
  const { steps } = await readPlanState(machine, placeOf(found))
  const running = [...steps].filter(([, { status }]) => status === 'in_progress').map(([id]) => id)
  if (running.length === 0) return
  const named = running.slice(0, mostNamed).join(', ')
  throw fault('E_STEP_RUNNING', `the plan has ${running.length === 1 ? 'a running step' : 'running steps'}`, {
    file: found.prefix,
    actual: running.length > mostNamed ? `${named} and ${running.length - mostNamed} more` : named,
  })
}

const mostNamed = 10
