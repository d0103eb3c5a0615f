import { dirname } from 'node:path'
import type { Machine } from '../machine/port.ts'
import { temporaryPath } from './temporary.ts'
import { createWhole, makeDirectories, readWithAttributes, unlinkIfThere } from './whole.ts'

/**
 * Puts new content in the place of a file in one step, durably, keeping its mode and owner. For files that are not plans:
 * no history is kept, and whoever reads first and then replaces has to hold a lock in between.
 */
export async function replaceFile(machine: Machine, path: string, bytes: Uint8Array): Promise<void> {
  const { files } = machine
  await makeDirectories(files, dirname(path))
  const before = await readWithAttributes(files, path, Number.POSITIVE_INFINITY)
  const temporary = temporaryPath(path, machine.nonce())
  const file = await createWhole(files, temporary, bytes, before?.attributes)
  try {
    await file.sync()
    await file.close()
    await files.rename(temporary, path)
  } catch (error) {
    await unlinkIfThere(files, temporary).catch(() => {})
    throw error
  }
  await files.syncDirectory(dirname(path))
}
