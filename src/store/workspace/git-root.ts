import { dirname, join, resolve } from 'node:path'
import type { Files } from '../files/port.ts'
import { isDirectory, readLine, realPath } from './look.ts'

export async function isGitRoot(files: Files, directory: string): Promise<boolean> {
  return (await gitDirectory(files, directory)) !== undefined
}

/**
 * The directory in which git keeps what belongs to a checkout: `.git` itself, or what a `.git` file names.
 *
 *     gitdir: /home/ann/shop/.git/worktrees/login
 *             ^
 *
 * A `.git` that is neither is no git's, and the directory around it one like any other.
 */
export async function gitDirectory(files: Files, checkout: string): Promise<string | undefined> {
  const path = await realPath(files, join(checkout, '.git'))
  if (path === undefined) return undefined
  if (await isDirectory(files, path)) return path
  const line = await readLine(files, path)
  if (!line?.startsWith(announcement) || line.length === announcement.length) return undefined
  return resolve(dirname(path), line.slice(announcement.length))
}

const announcement = 'gitdir: '
