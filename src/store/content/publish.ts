import { dirname } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { OpenFile } from '../files/port.ts'
import { temporaryPath } from '../files/temporary.ts'
import { createWhole, hasCode, makeDirectories, unlinkIfThere } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { refuseFileElsewhere, refuseFolderElsewhere } from './anchor.ts'
import type { FileChange, FileContent } from './content.ts'
import type { PlanPlace } from './place.ts'
import { targetOf } from './target.ts'
import { readVisibleFile } from './visible-files.ts'

/** New content of one file, waiting beside its target. */
export interface Staged {
  readonly change: FileChange
  readonly target: string
  /** Absent for a file that goes. */
  readonly temporary?: string
  readonly file?: OpenFile
}

/** Writes the new content beside each target. Not durable before the returned files are synced. */
export async function stage(
  machine: Machine,
  place: PlanPlace,
  change: FileChange,
  content: FileContent | undefined,
  nonce: string,
): Promise<Staged> {
  const target = targetOf(place, change.path)
  if (content === undefined) return { change, target }
  const temporary = temporaryPath(target, nonce)
  const create = () => createWhole(machine.files, temporary, content.bytes, content.attributes)
  const file = await create().catch(async (error) => {
    if (!hasCode(error, 'ENOENT')) throw error
    await makeFolder(machine, dirname(target))
    return create()
  })
  const staged = { change, target, temporary, file }
  try {
    await refuseFileElsewhere(machine, temporary, file)
  } catch (error) {
    await unstage(machine, [staged])
    throw error
  }
  return staged
}

/** Makes one change visible. Fails with `E_LOCK_LOST` when its temporary file was taken away. */
export async function publish(
  machine: Machine,
  place: PlanPlace,
  { change, target, temporary }: Staged,
): Promise<void> {
  if (temporary === undefined) {
    await refuseFolderElsewhere(machine, dirname(target))
    await unlinkIfThere(machine.files, target)
    return
  }
  try {
    await machine.files.rename(temporary, target)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    // Over a network the answer to a rename that was made can get lost and the retry find nothing to rename.
    if ((await readVisibleFile(machine, place, change.path))?.sha256 === change.to) return
    throw fault('E_LOCK_LOST', `what was to be published is gone: ${change.path}`, { file: target, cause: error })
  }
}

export async function unstage(machine: Machine, staged: readonly Staged[]): Promise<void> {
  for (const { temporary, file } of staged) {
    await file?.close().catch(() => {})
    if (temporary !== undefined) await unlinkIfThere(machine.files, temporary).catch(() => {})
  }
}

/** Makes the names in every directory that was changed durable. */
export async function syncTargets(machine: Machine, staged: readonly Staged[]): Promise<void> {
  const directories = new Set(staged.map(({ target }) => dirname(target)))
  await Promise.all([...directories].map((directory) => machine.files.syncDirectory(directory)))
}

/** A folder that is missing. What is above it has to stand below the plan's base, not behind a link to elsewhere. */
async function makeFolder(machine: Machine, folder: string): Promise<void> {
  await refuseFolderElsewhere(machine, folder)
  await makeDirectories(machine.files, folder)
}
