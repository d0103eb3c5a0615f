import { dirname } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { refuseFolderElsewhere } from '../content/anchor.ts'
import { diskFault } from '../disk-fault.ts'
import { unlinkIfThere } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { isInside } from '../paths/is-inside.ts'
import { removeEmpty } from './directories.ts'
import { changed, type Expected, holds, putFile } from './put-file.ts'

type Content = string | Uint8Array

/** What is to become of a file of the project, which is given by its real path. */
export interface ContentChange {
  readonly real: string
  /** What it holds; undefined where there is none. */
  readonly before: Content | undefined
  readonly after: Content
}

/** Carries out a change, unless the file is not any more what it was. Answers the directories that were made for it. */
export async function changeFile(
  machine: Machine,
  root: string,
  { real, before, after, nonce }: ContentChange & { readonly nonce?: string },
): Promise<readonly string[]> {
  const options = { expected: expectedOf(before), ...(nonce !== undefined && { nonce }) }
  return inside(machine, root, real, () => putFile(machine, real, bytesOf(after), options))
}

/**
 * Takes a change back, unless somebody has changed the file since. Where there was none, the file goes, and with it the
 * directories that were made for it and are empty. Doing it twice, or being cut off anywhere in it, leads to the same end.
 */
export async function restoreFile(
  machine: Machine,
  root: string,
  { real, before, after, made }: ContentChange & { readonly made: readonly string[] },
): Promise<void> {
  await inside(machine, root, real, async (realRoot) => {
    if (!(await holds(machine, real, expectedOf(before)))) {
      if (before === undefined) await removeFile(machine, real, bytesOf(after))
      else await putFile(machine, real, bytesOf(before), { expected: bytesOf(after) })
    }
    const isOurs = (path: string) => path !== realRoot && isInside(realRoot, path) && isInside(path, real)
    await removeEmpty(machine.files, made.filter(isOurs))
  })
}

async function removeFile(machine: Machine, real: string, expected: Uint8Array): Promise<void> {
  await refuseFolderElsewhere(machine, dirname(real))
  if (!(await holds(machine, real, expected))) throw changed(real)
  await unlinkIfThere(machine.files, real)
  await machine.files.syncDirectory(dirname(real))
}

/** A path can come from a log, and a log with a repository. */
async function inside<T>(
  machine: Machine,
  root: string,
  real: string,
  act: (realRoot: string) => Promise<T>,
): Promise<T> {
  try {
    const realRoot = await machine.files.realpath(root)
    if (!isInside(realRoot, real)) throw fault('E_OUTSIDE', `outside of the project: ${real}`, { file: real })
    return await act(realRoot)
  } catch (error) {
    throw diskFault(error, real)
  }
}

function expectedOf(before: Content | undefined): Expected {
  return before === undefined ? 'nothing' : bytesOf(before)
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content
}
