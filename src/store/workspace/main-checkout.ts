import { basename, dirname, join, resolve } from 'node:path'
import type { Files } from '../files/port.ts'
import { gitDirectory } from './git-root.ts'
import { readLine, realPath } from './look.ts'

/**
 * The main checkout of which this one is a linked worktree; undefined when it is none, or when there is no main checkout
 * (a bare repository has worktrees and nothing else).
 *
 *     login/.git                           gitdir: /home/ann/shop/.git/worktrees/login
 *     shop/.git/worktrees/login/commondir  ../..
 *     shop/.git/worktrees/login/gitdir     /home/ann/login/.git
 *
 * All three have to agree. A directory that was unpacked from somewhere can name any path in its `.git` file, but it
 * cannot make the repository there name it back. A submodule has no `commondir`.
 */
export async function mainCheckout(files: Files, checkout: string): Promise<string | undefined> {
  const own = await realPath(files, (await gitDirectory(files, checkout)) ?? '')
  if (own === undefined) return undefined
  const common = await namedBy(files, own, 'commondir')
  if (common === undefined || basename(common) !== '.git') return undefined
  if (own !== join(common, 'worktrees', basename(own))) return undefined
  if ((await namedBy(files, own, 'gitdir')) !== (await realPath(files, join(checkout, '.git')))) return undefined
  return dirname(common)
}

/** The real path that stands in a file of git's; git writes them absolute or relative to the file. */
async function namedBy(files: Files, directory: string, name: string): Promise<string | undefined> {
  const line = await readLine(files, join(directory, name))
  return line === undefined ? undefined : realPath(files, resolve(directory, line))
}
