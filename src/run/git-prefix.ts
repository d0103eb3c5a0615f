import { dirname, join, relative, sep } from 'node:path'
import type { Files } from '../store/files/port.ts'
import { gitDirectory } from '../store/workspace/git-root.ts'
import { isThere, realPath } from '../store/workspace/look.ts'

/**
 * Where a directory stands in its git checkout: `sub/folder/`, empty at the top; undefined outside of one. It is what
 * `git rev-parse --show-prefix` says, without starting a program.
 */
export async function gitPrefix(files: Files, cwd: string): Promise<string | undefined> {
  const start = await realPath(files, cwd)
  if (start === undefined) return undefined
  for (let directory = start; ; directory = dirname(directory)) {
    if (await isCheckout(files, directory)) {
      const inside = relative(directory, start)
      return inside === '' ? '' : `${inside.split(sep).join('/')}/`
    }
    if (dirname(directory) === directory) return undefined
  }
}

/** A `.git` with nothing in it is passed over by git as well. */
async function isCheckout(files: Files, directory: string): Promise<boolean> {
  const kept = await gitDirectory(files, directory)
  return kept !== undefined && isThere(files, join(kept, 'HEAD'), 'file', 'link')
}
