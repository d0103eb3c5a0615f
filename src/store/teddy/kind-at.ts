import { diskFault } from '../disk-fault.ts'
import type { Kind } from '../files/port.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'

/**
 * What stands at a path, or undefined when nothing does. When the disk does not answer that is a `Fault`: taken for nothing,
 * a turn would be written over.
 */
export async function kindAt({ files }: Machine, path: string): Promise<Kind | undefined> {
  try {
    return (await files.stat(path)).kind
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw diskFault(error, path)
  }
}
