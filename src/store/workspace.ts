import { dirname, join, relative, resolve } from 'node:path'
import type { Machine } from './machine/port.ts'
import { isGitRoot } from './workspace/git-root.ts'
import { isDirectory, isThere, realPath } from './workspace/look.ts'
import { mainCheckout } from './workspace/main-checkout.ts'

/** Where a project is, and where its state is kept. In a linked worktree of git the two are apart. */
export interface Workspace {
  /** The real path of the project's top directory: what plans and `steadplan.json` are relative to. */
  readonly root: string
  /** The `.steadplan` directory. It need not be there yet. */
  readonly state: string
}

const stateName = '.steadplan'
export const projectFileName = 'steadplan.json'

/**
 * The nearest directory from `cwd` upwards that holds `.steadplan/` or `steadplan.json`; without one the root of the git
 * checkout; without that `cwd`.
 *
 * The search ends at the root of the checkout: a worktree or a submodule inside another project is a project of its own.
 * It also ends below the home directory, so that one `~/.steadplan` does not take in everything a person has.
 */
export async function findWorkspace(
  machine: Pick<Machine, 'files'>,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Workspace> {
  const { files } = machine
  const start = (await realPath(files, cwd)) ?? resolve(cwd)
  const home = await realPath(files, env.HOME || env.USERPROFILE || '')
  let marked: string | undefined
  for (let directory = start; ; directory = dirname(directory)) {
    if (directory === home && directory !== start) break
    if (marked === undefined && (await isMarked(machine, directory))) marked = directory
    if (await isGitRoot(files, directory)) return inCheckout(machine, marked ?? directory, directory)
    if (dirname(directory) === directory) break
  }
  return alone(marked ?? start)
}

async function isMarked({ files }: Pick<Machine, 'files'>, directory: string): Promise<boolean> {
  return (
    (await isThere(files, join(directory, stateName), 'directory', 'link')) ||
    (await isThere(files, join(directory, projectFileName), 'file', 'link'))
  )
}

function alone(root: string): Workspace {
  return { root, state: join(root, stateName) }
}

/** A project that is a part of the checkout keeps its state in the same part of the main one. */
async function inCheckout({ files }: Pick<Machine, 'files'>, root: string, checkout: string): Promise<Workspace> {
  const main = await mainCheckout(files, checkout)
  if (main === undefined) return alone(root)
  const counterpart = join(main, relative(checkout, root))
  return (await isDirectory(files, counterpart)) ? { root, state: join(counterpart, stateName) } : alone(root)
}
