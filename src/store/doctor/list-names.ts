import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'

/** The names in a directory, sorted; none when it is not there. */
export async function listNames(machine: Machine, directory: string): Promise<string[]> {
  try {
    return (await machine.files.list(directory)).map(({ name }) => name).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}
