import { gitSays } from './ask-git.ts'
import { branchOf } from './repository.ts'
import type { Worktree } from './worktree.ts'

/** Files of a checkout, from its top, that differ from its commit, apart from those that do not count. */
export async function uncommitted(top: string, besides: readonly string[]): Promise<string[]> {
  const options = ['--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=none']
  const status = await gitSays(top, ['status', ...options])
  // `XY path`, each ended by a NUL.
  const paths = status.split('\0').map((entry) => entry.slice(3))
  return paths.filter((path) => path !== '' && !isOurs(path) && !besides.some((one) => isBelow(one, path)))
}

/** Why the branch of a worktree does not hold everything that was done in it; undefined when it does. */
export async function whyNotHeld({ path, branch }: Worktree): Promise<string | undefined> {
  const now = await branchOf(path)
  if (now !== branch) return `its checkout is on ${now ?? 'no branch'} and not on ${branch} any more`
  const changed = await uncommitted(path, [])
  return changed.length === 0 ? undefined : `it holds changes that are not committed: ${namesOf(changed)}`
}

/** Some of the names, and how many more there are. */
export function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, mostNames).join(', ')
  return paths.length > mostNames ? `${shown} and ${paths.length - mostNames} more` : shown
}

const mostNames = 10

function isOurs(path: string): boolean {
  return path.split('/').includes('.steadplan')
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
