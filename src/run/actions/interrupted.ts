import type { Action } from '../../dialects/teddy/plan.ts'
import type { FileChanging } from '../../plan/action-records.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import type { StepId } from '../../plan/types.ts'
import { temporaryPath } from '../../store/files/temporary.ts'
import { unlinkIfThere } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import { removeEmpty } from '../../store/project-files/directories.ts'
import { contentAt, realPathOf } from './content-at.ts'
import { actionKey, type Ledger } from './ledger.ts'

/**
 * What can be known about an action that was in flight when its executor died.
 *
 * - `done`: the file is what the action was to make of it.
 * - `undone`: it was not begun, or the file is what it was, or doing it once more does no harm.
 * - `unknown`: a command was begun, or somebody else has changed the file since. A person decides.
 */
export type Fate = { readonly is: 'done' | 'undone' | 'unknown'; readonly why: string }

export async function fateOf(
  machine: Machine,
  root: string,
  ledger: Ledger,
  step: StepId,
  { kind, position }: Action,
): Promise<Fate> {
  const key = actionKey(step, position)
  const changing = ledger.changing.get(key)
  if (changing !== undefined) return fateOfChange(machine, root, changing)
  if (ledger.started.has(key)) return { is: 'unknown', why: 'its command had begun' }
  return { is: 'undone', why: repeatable.has(kind) ? 'it can be done again' : 'it had not begun' }
}

const repeatable: ReadonlySet<Action['kind']> = new Set(['READ', 'RESEARCH', 'CHAT_WITH_USER'])

async function fateOfChange(machine: Machine, root: string, changing: FileChanging): Promise<Fate> {
  const { path, before, after } = changing
  try {
    const { hash } = await contentAt(machine, root, path)
    if (hash === after) return { is: 'done', why: `${path} is what it was to become` }
    if (hash === before) return { is: 'undone', why: `${path} is what it was` }
    return { is: 'unknown', why: `${path} is neither what it was nor what it was to become` }
  } catch (error) {
    if (!isFault(error)) throw error
    return { is: 'unknown', why: error.message }
  }
}

/** Removes what a change that was cut off leaves beside its file: the new content that waited, and empty directories. */
export async function clearAfter(machine: Machine, root: string, changing: FileChanging, fate: Fate): Promise<void> {
  try {
    await removeStaged(machine, root, changing)
    if (fate.is === 'undone') await removeMade(machine, root, changing.made)
  } catch (error) {
    // It lies elsewhere by now, or its directory is gone, and nothing with it.
    if (!isFault(error) && (error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
  }
}

/** The new content of a file, where it still waits beside it. The name can come with a repository. */
export async function removeStaged(machine: Machine, root: string, { path, nonce }: FileChanging): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(nonce)) return
  await unlinkIfThere(machine.files, temporaryPath(await realPathOf(machine, root, path), nonce))
}

/** Directories that were made for a file, as long as nobody has put anything into them. */
export async function removeMade(machine: Machine, root: string, made: readonly string[]): Promise<void> {
  const real: string[] = []
  for (const path of made) real.push(await realPathOf(machine, root, path))
  await removeEmpty(machine.files, real)
}
