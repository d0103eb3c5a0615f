import { join } from 'node:path'
import type { Files } from './port.ts'
import { isTemporaryName } from './temporary.ts'
import { hasCode, unlinkIfThere } from './whole.ts'

/** Removes the temporary files in a directory, if there is one. Whoever calls holds the lock, so their writers are dead. */
export async function removeLeftovers(files: Files, directory: string): Promise<void> {
  for (const { name } of await listIfThere(files, directory)) {
    if (isTemporaryName(name)) await unlinkIfThere(files, join(directory, name))
  }
}

async function listIfThere(files: Files, directory: string): ReturnType<Files['list']> {
  try {
    return await files.list(directory)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
