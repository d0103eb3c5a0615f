import { whyOutside } from '../why-outside.ts'

/** One spelling for a path inside of the project: `./src//a/../b/` is `src/b`. Undefined for one that leads out. */
export function normalPath(path: string): string | undefined {
  if (whyOutside(path) !== undefined || path.includes('\0')) return undefined
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** `src/api/users.ts` lies in `src/api` and `src`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return folders
}
