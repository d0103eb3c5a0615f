import { basename, dirname, join } from 'node:path'
import type { Files } from '../files/port.ts'
import { hasCode } from '../files/whole.ts'

/**
 * The real path of something that need not exist yet: the deepest part that does exist decides where the rest will be.
 * A link whose target does not exist fails with `ELOOP`, as one that leads to itself: nobody knows where it will lead.
 */
export async function realpathOfPlanned(files: Files, path: string): Promise<string> {
  const missing: string[] = []
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    const real = await realpathIfThere(files, ancestor)
    if (real !== undefined) return join(real, ...missing)
    if (dirname(ancestor) === ancestor) return path
    missing.unshift(basename(ancestor))
  }
}

async function realpathIfThere(files: Files, path: string): Promise<string | undefined> {
  try {
    return await files.realpath(path)
  } catch (error) {
    if (!hasCode(error, ...notThere)) throw error
    if (await isLink(files, path)) throw Object.assign(new Error(`a link to nothing: ${path}`), { code: 'ELOOP' })
    return undefined
  }
}

async function isLink(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.stat(path)).kind === 'link'
  } catch (error) {
    if (hasCode(error, ...notThere)) return false
    throw error
  }
}

/** `ENOTDIR`: a part of the path is a file, so nothing can be below it. */
const notThere = ['ENOENT', 'ENOTDIR'] as const
