import { resolve } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { Machine } from '../../store/machine/port.ts'
import { askGit, complaint, gitLine, withoutLineEnd } from './ask-git.ts'

/** A checkout from which worktrees can be made. */
export interface Repository {
  /** The top of the checkout. */
  readonly top: string
  /** From the top to the project: empty, or ending with a `/`. */
  readonly prefix: string
  readonly common: string
  readonly commit: string
  /** Undefined when no branch is checked out. */
  readonly branch?: string
}

/** Throws `E_NO_REPOSITORY` when there is nothing to begin from: no repository, no working tree, no commit. */
export async function openRepository(machine: Machine, root: string): Promise<Repository> {
  const inside = await askGit(root, ['rev-parse', '--is-inside-work-tree'])
  if (inside.exitCode !== 0) throw refusal(root, `there is no repository of git: ${complaint(inside)}`)
  if (inside.stdout.trim() !== 'true') throw refusal(root, 'the repository is bare: it has no files checked out')
  const commit = await askGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (commit.exitCode !== 0) throw refusal(root, 'the repository has no commit yet', 'Make a first commit.')
  const branch = await branchOf(root)
  return {
    top: resolve(await gitLine(root, ['rev-parse', '--show-toplevel'])),
    prefix: await gitLine(root, ['rev-parse', '--show-prefix']),
    common: await commonDirectory(machine, root),
    commit: commit.stdout.trim(),
    ...(branch === undefined ? {} : { branch }),
  }
}

/** The branch that is checked out. */
export async function branchOf(cwd: string): Promise<string | undefined> {
  const { exitCode, stdout } = await askGit(cwd, ['symbolic-ref', '--quiet', 'HEAD'])
  const name = withoutLineEnd(stdout)
  return exitCode === 0 && name.startsWith(heads) ? name.slice(heads.length) : undefined
}

export const heads = 'refs/heads/'

/** The real path of where git keeps what all worktrees of a repository have in common. */
export async function commonDirectory({ files }: Machine, cwd: string): Promise<string> {
  return files.realpath(resolve(cwd, await gitLine(cwd, ['rev-parse', '--git-common-dir'])))
}

function refusal(root: string, message: string, hint?: string) {
  return fault('E_NO_REPOSITORY', message, { file: root, ...(hint === undefined ? {} : { hint }) })
}
