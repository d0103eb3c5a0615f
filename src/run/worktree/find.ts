import { fault } from '../../plan/diagnostics/fault.ts'
import type { Fate, Machine } from '../../store/machine/port.ts'
import { isDirectory } from '../../store/workspace/look.ts'
import { askGit, gitSays } from './ask-git.ts'
import { readRecords, type WorktreeRecord, writeRecord } from './record.ts'
import { commonDirectory } from './repository.ts'
import type { Worktree } from './worktree.ts'

export interface FoundWorktree {
  readonly worktree: Worktree
  /** What became of the process that worked with it. */
  readonly fate: Fate
  /** Whether its directory is there. */
  readonly isThere: boolean
}

/**
 * The worktrees of a repository that were made and not taken away: those of live runs, and what dead ones left. Each that
 * was left can be taken up again with `reopenWorktree` or taken away with `closeWorktree`. Git's own `worktree prune` is
 * not used: it would also forget worktrees of the person's that stand on a disk which is not there now.
 */
export async function findWorktrees(machine: Machine, root: string): Promise<FoundWorktree[]> {
  const isRepository = (await askGit(root, ['rev-parse', '--git-dir'])).exitCode === 0
  if (!isRepository) return []
  const found: FoundWorktree[] = []
  for (const { owner, ...worktree } of await readRecords(machine, await commonDirectory(machine, root))) {
    found.push({ worktree, fate: machine.fate(owner), isThere: await isDirectory(machine.files, worktree.path) })
  }
  return found
}

/** Takes up a worktree that a dead process left, at the commit and with the changes that it had. */
export async function reopenWorktree<Kind extends Worktree>(machine: Machine, worktree: Kind): Promise<Kind> {
  const { path, branch, checkout, common, id, ready } = worktree
  if (!ready) throw fault('E_WORKTREE', 'the worktree was never made to its end', { file: path })
  const record = (await readRecords(machine, common)).find((one) => one.id === id)
  if (record === undefined) throw fault('E_WORKTREE', 'the worktree is not there any more', { file: path })
  if (isOfAnother(machine, record)) {
    const { pid, host } = record.owner
    throw fault('E_WORKTREE', `process ${pid} on ${host} works in the worktree`, {
      file: path,
      hint: 'Wait until it has ended.',
    })
  }
  await writeRecord(machine, worktree)
  // Somebody deleted the directory: the branch has what was committed, and git still expects the directory here.
  const isThere = await isDirectory(machine.files, path)
  if (!isThere) await gitSays(checkout, ['worktree', 'add', '--quiet', '--force', '--', path, branch])
  return worktree
}

function isOfAnother(machine: Machine, { owner }: WorktreeRecord): boolean {
  const self = machine.self()
  return machine.fate(owner) !== 'dead' && !(owner.pid === self.pid && owner.start === self.start)
}
