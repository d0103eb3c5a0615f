import type { Machine } from '../machine/port.ts'
import { createWhole, unlinkIfThere } from './whole.ts'

/**
 * Puts a file in its place in one step, for what only saves time: it is not synced, because losing it loses nothing, and
 * where it cannot be written it is left out.
 */
export async function putLossy(machine: Machine, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${machine.nonce()}.tmp`
  try {
    const file = await createWhole(machine.files, temporary, bytes)
    await file.close()
    await machine.files.rename(temporary, path)
  } catch {
    await unlinkIfThere(machine.files, temporary)
  }
}
