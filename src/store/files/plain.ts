import type { Files } from './port.ts'

/**
 * The bytes of a regular file below the cap; undefined for anything else. For what is read so often that the words for what
 * can be wrong are loaded only when something is: `readWhole` has them.
 */
export async function readPlain(files: Files, path: string, cap: number): Promise<Buffer | undefined> {
  try {
    const file = await files.open(path, 'read')
    try {
      const { kind, size } = await file.stat()
      if (kind !== 'file' || size > cap) return undefined
      const { buffer, byteOffset, byteLength } = await file.read(0, size)
      return Buffer.from(buffer, byteOffset, byteLength)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
