import { dirname } from 'node:path'
import { refuseFolderElsewhere } from '../content/anchor.ts'
import type { Files } from '../files/port.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'

/** The directories that would have to be made for a file, each below the one before it. */
export async function missingDirectories({ files }: Machine, real: string): Promise<readonly string[]> {
  const missing: string[] = []
  for (let path = dirname(real); dirname(path) !== path && !(await isThere(files, path)); path = dirname(path)) {
    missing.unshift(path)
  }
  return missing
}

/** Makes them, durably, and answers those that nobody else was faster to make. None is made behind a link. */
export async function makeMissing(machine: Machine, real: string): Promise<readonly string[]> {
  const { files } = machine
  const made: string[] = []
  try {
    for (const path of await missingDirectories(machine, real)) {
      await refuseFolderElsewhere(machine, path)
      if (!(await makeUnlessThere(files, path))) continue
      made.push(path)
      await files.syncDirectory(dirname(path))
    }
  } catch (error) {
    await removeEmpty(files, made).catch(() => {})
    throw error
  }
  return made
}

/** Removes directories, the last first, as long as nobody has put anything into them. */
export async function removeEmpty(files: Files, directories: readonly string[]): Promise<void> {
  for (const path of [...directories].reverse()) {
    try {
      await files.rmdir(path)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }
}

/** Another process may make it at the same time. */
async function makeUnlessThere(files: Files, path: string): Promise<boolean> {
  try {
    await files.mkdir(path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isThere(files: Files, path: string): Promise<boolean> {
  try {
    await files.stat(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}
