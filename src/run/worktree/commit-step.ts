import { fault } from '../../plan/diagnostics/fault.ts'
import type { Step } from '../../plan/types.ts'
import { gitLine, gitSays } from './ask-git.ts'
import { missingIdentity } from './identity.ts'
import { commitMessage } from './message.ts'
import { branchOf } from './repository.ts'
import type { Worktree } from './worktree.ts'

/**
 * Makes one commit of everything that a step changed, and answers its hash; undefined when nothing was left to commit.
 * What git ignores is not part of it, nor what we keep ourselves. What the agent says is not part of it either: hosts of
 * repositories obey words in messages, and nobody has approved those.
 */
export async function commitStep(
  worktree: Worktree,
  step: Pick<Step, 'id' | 'title'>,
  result: { readonly agent?: string } = {},
): Promise<string | undefined> {
  const { path, plan, branch } = worktree
  const now = await branchOf(path)
  if (now !== branch) {
    throw fault('E_WORKTREE', `the worktree is on ${now ?? 'no branch'} and not on ${branch} any more`, { file: path })
  }
  await gitSays(path, ['add', '--all', '--', ':/', ':(top,exclude,glob)**/.steadplan/**'])
  const staged = await stagedEntries(path)
  if (staged.length === 0) return undefined
  refuseRepositories(worktree, staged)

  const subject = step.title.trim() === '' ? step.id : `${step.id}: ${step.title}`
  const trailers = new Map([
    ['Steadplan-Plan', plan],
    ['Steadplan-Step', step.id],
  ])
  if (result.agent !== undefined) trailers.set('Steadplan-Agent', result.agent)
  await gitSays(path, ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=whitespace', '--file=-'], {
    input: commitMessage(subject, trailers),
    settings: await missingIdentity(path),
  })
  return gitLine(path, ['rev-parse', '--verify', 'HEAD'])
}

interface StagedEntry {
  readonly path: string
  readonly before: string
  readonly mode: string
}

/**
 * What differs between the commit and what is staged:
 *
 *     :000000 160000 0000000 9c1d2e3 A␀vendor/lib␀
 *      ^      ^                       ^
 */
async function stagedEntries(path: string): Promise<StagedEntry[]> {
  const raw = await gitSays(path, ['diff-index', '--cached', '--raw', '-z', '--no-renames', 'HEAD', '--'])
  const parts = raw.split('\0')
  const entries: StagedEntry[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [before = '', mode = ''] = parts[at]!.slice(1).split(' ')
    entries.push({ path: parts[at + 1]!, before, mode })
  }
  return entries
}

/** Of a repository inside of the worktree git keeps the name of a commit and not one file. */
function refuseRepositories({ path: file }: Worktree, entries: readonly StagedEntry[]): void {
  if (entries.some(({ path }) => path === '.gitmodules')) return
  const inner = entries.find(({ before, mode }) => mode === gitlink && before !== gitlink)
  if (inner === undefined) return
  throw fault('E_WORKTREE', `"${inner.path}" is a repository of its own, and a commit would not hold its files`, {
    file,
    hint: 'Remove its `.git`, or make it a submodule.',
  })
}

const gitlink = '160000'
