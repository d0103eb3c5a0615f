import { describe, expect, it } from 'vitest'
import { bringBack } from '../../../src/run/worktree/bring-back.ts'
import { closeWorktree } from '../../../src/run/worktree/close.ts'
import { commitStep } from '../../../src/run/worktree/commit-step.ts'
import type { RunWorktree } from '../../../src/run/worktree/worktree.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { branches, commitAll, git, looksOf, makeRepository, openRun, put, read, step } from './repository.ts'

describe('bringing a run back', () => {
  it('moves the checkout forward, and then nothing of the run is left but its commits', async () => {
    const repository = makeRepository()
    const run = await ranOnce(await openRun(repository))
    const brought = await bringBack(run)
    expect(brought).toEqual({ is: 'brought', commit: git(repository.root, 'rev-parse', 'HEAD') })
    expect(git(repository.root, 'log', '--format=%s')).toBe('a: Do a\nfirst')
    expect(read(repository.root, 'a.txt')).toBe('by the run\n')
    expect(git(repository.root, 'status', '--porcelain')).toBe('')
    expect(await bringBack(run)).toEqual(brought)
    expect(await closeWorktree(realMachine, run)).toEqual({})
    expect(branches(repository.root)).toEqual(['main'])
    expect(git(repository.root, 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('merges what the person committed in the meantime, as the first parent', async () => {
    const repository = makeRepository()
    const run = await ranOnce(await openRun(repository))
    put(repository.root, { 'mine.txt': 'mine\n' })
    commitAll(repository.root, 'mine')
    expect(await bringBack(run)).toMatchObject({ is: 'brought' })
    expect(git(repository.root, 'log', '--first-parent', '--format=%s')).toBe('Merge plan plans/login\nmine\nfirst')
    expect(read(repository.root, 'a.txt') + read(repository.root, 'mine.txt')).toBe('by the run\nmine\n')
    expect(git(repository.root, 'status', '--porcelain')).toBe('')
    expect(await closeWorktree(realMachine, run)).toEqual({})
  })

  it('does not count files of the plan, and touches none', async () => {
    const repository = makeRepository({ 'a.txt': 'one\n', 'plans/login.md': 'open\n' })
    const run = await ranOnce(await openRun(repository, { besides: ['plans/login.md'] }))
    put(repository.root, { 'plans/login.md': 'done\n' })
    expect(await bringBack(run)).toMatchObject({ is: 'brought' })
    expect(read(repository.root, 'plans/login.md')).toBe('done\n')
  })

  const hindrances: readonly { name: string; says: string; hinder: (root: string, run: RunWorktree) => void }[] = [
    {
      name: 'the checkout was changed',
      says: 'not committed: a.txt',
      hinder: (root) => put(root, { 'a.txt': 'by the person\n' }),
    },
    { name: 'a file is new', says: 'not committed: x.txt', hinder: (root) => put(root, { 'x.txt': 'mine\n' }) },
    {
      name: 'the checkout is on another branch',
      says: 'on other; the run began on main',
      hinder: (root) => git(root, 'checkout', '--quiet', '-b', 'other'),
    },
    {
      name: 'the checkout is on no branch',
      says: 'on no branch',
      hinder: (root) => git(root, 'checkout', '--quiet', '--detach'),
    },
    {
      name: 'both changed the same line',
      says: 'same places: a.txt',
      hinder: (root) => {
        put(root, { 'a.txt': 'by the person\n' })
        commitAll(root, 'mine')
      },
    },
    {
      name: 'a file that does not count is in the way',
      says: 'a.txt',
      hinder: (root) => put(root, { 'plan/a.txt': 'by the person\n' }),
    },
    {
      name: 'the person is in the middle of a merge',
      says: '',
      hinder: (root) => {
        git(root, 'checkout', '--quiet', '-b', 'side')
        put(root, { 'a.txt': 'side\n' })
        commitAll(root, 'side')
        git(root, 'checkout', '--quiet', 'main')
        put(root, { 'a.txt': 'main\n' })
        commitAll(root, 'main')
        try {
          git(root, 'merge', 'side')
        } catch {
          // It conflicts, as it has to.
        }
      },
    },
    {
      name: 'the worktree holds what is not committed',
      says: 'is not through: it holds changes that are not committed: half.txt',
      hinder: (_root, run) => put(run.path, { 'half.txt': '' }),
    },
  ]

  it.each(hindrances)('is left to the person when $name', async ({ says, hinder }) => {
    const repository = makeRepository({ 'a.txt': 'one\n' })
    const opened = await openRun(repository, { besides: ['plan'] })
    const run = await ranOnce(opened, { 'a.txt': 'by the run\n', 'plan/a.txt': 'by the run\n' })
    const tip = git(run.path, 'rev-parse', 'HEAD')
    hinder(repository.root, run)
    const before = looksOf(repository.root)
    const brought = await bringBack(run)
    expect(brought).toMatchObject({ is: 'left', command: `git merge ${run.branch}` })
    expect(brought.is === 'left' && brought.why).toContain(says)
    expect(looksOf(repository.root)).toBe(before)
    expect(await closeWorktree(realMachine, run)).toMatchObject({ branch: run.branch })
    expect(git(repository.root, 'rev-parse', run.branch)).toBe(tip)
  })

  it('says a command that does it', async () => {
    const repository = makeRepository()
    const run = await ranOnce(await openRun(repository))
    put(repository.root, { 'mine.txt': '' })
    const brought = await bringBack(run)
    if (brought.is !== 'left') throw new Error('it was brought')
    const [, ...args] = brought.command.split(' ')
    git(repository.root, ...args)
    expect(read(repository.root, 'a.txt')).toBe('by the run\n')
    expect(await closeWorktree(realMachine, run)).toEqual({})
  })
})

async function ranOnce(run: RunWorktree, files: Record<string, string> = { 'a.txt': 'by the run\n' }) {
  put(run.path, files)
  await commitStep(run, step('a'))
  return run
}
