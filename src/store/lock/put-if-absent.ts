import type { Files } from '../files/port.ts'
import { createWhole, hasCode } from '../files/whole.ts'

/**
 * Gives an existing file a second name, unless that name is taken. A hard link appears whole or not at all, so whoever
 * finds the name also finds the content. Where the file system has no hard links the content is written under the new
 * name after creating it: another process may then meet an empty file for a moment.
 */
export async function putIfAbsent(files: Files, from: string, to: string, content: Uint8Array): Promise<boolean> {
  try {
    await files.link(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    if (!hasCode(error, ...withoutHardLinks)) throw error
    return createWith(files, to, content)
  }
}

/** What `link` answers where it is not supported, or where a file has as many names as it may. */
export const withoutHardLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'] as const

async function createWith(files: Files, path: string, content: Uint8Array): Promise<boolean> {
  try {
    const file = await createWhole(files, path, content)
    await file.close()
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}
