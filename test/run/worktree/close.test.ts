import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closeWorktree } from '../../../src/run/worktree/close.ts'
import { commitStep } from '../../../src/run/worktree/commit-step.ts'
import { findWorktrees } from '../../../src/run/worktree/find.ts'
import { writeRecord } from '../../../src/run/worktree/record.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { branches, git, makeRepository, openRun, put, step } from './repository.ts'

describe('closing a worktree', () => {
  it('in which nothing happened leaves nothing', async () => {
    const repository = makeRepository({ '.gitignore': 'built\n' })
    const run = await openRun(repository)
    put(run.path, { 'built/x.js': '' })
    expect(await closeWorktree(realMachine, run)).toEqual({})
    expect(existsSync(run.path)).toBe(false)
    expect(branches(repository.root)).toEqual(['main'])
    expect(await closeWorktree(realMachine, run)).toEqual({})
  })

  it('keeps the branch when its commits are nowhere else', async () => {
    const repository = makeRepository()
    const run = await openRun(repository)
    put(run.path, { 'b.txt': '' })
    const commit = await commitStep(run, step('b'))
    expect(await closeWorktree(realMachine, run)).toEqual({ branch: run.branch })
    expect(existsSync(run.path)).toBe(false)
    expect(git(repository.root, 'rev-parse', run.branch)).toBe(commit)
    expect(await findWorktrees(realMachine, repository.root)).toEqual([])
  })

  const held: readonly { name: string; why: string; change: (path: string) => void }[] = [
    { name: 'a changed file', why: 'not committed: a.txt', change: (path) => put(path, { 'a.txt': 'half\n' }) },
    { name: 'a new file', why: 'not committed: new.txt', change: (path) => put(path, { 'new.txt': '' }) },
    { name: 'a staged removal', why: 'not committed: a.txt', change: (path) => git(path, 'rm', '--quiet', 'a.txt') },
    { name: 'no branch', why: 'on no branch', change: (path) => git(path, 'checkout', '--quiet', '--detach') },
    { name: 'another branch', why: 'on other', change: (path) => git(path, 'checkout', '--quiet', '-b', 'other') },
    { name: 'a broken index', why: 'git status', change: (path) => breakIndex(path) },
  ]

  it.each(held)('keeps a directory with $name', async ({ why, change }) => {
    const repository = makeRepository()
    const run = await openRun(repository)
    change(run.path)
    const closed = await closeWorktree(realMachine, run)
    expect(closed).toMatchObject({ directory: run.path, branch: run.branch })
    expect(closed.why).toContain(why)
    expect(existsSync(run.path)).toBe(true)
    expect(await findWorktrees(realMachine, repository.root)).toHaveLength(1)
  })

  it('keeps a directory that holds a repository of its own', async () => {
    const run = await openRun(makeRepository())
    put(run.path, { 'inner/x.txt': 'x' })
    git(join(run.path, 'inner'), 'init', '--quiet')
    expect(await closeWorktree(realMachine, run)).toMatchObject({ directory: run.path })
  })

  it('whose directory somebody deleted forgets it, and only it', async () => {
    const repository = makeRepository()
    const away = join(repository.root, '../away')
    git(repository.root, 'worktree', 'add', '--quiet', '-b', 'away', away)
    rmSync(away, { recursive: true })
    const run = await openRun(repository)
    rmSync(run.path, { recursive: true })
    expect(await closeWorktree(realMachine, run)).toEqual({})
    const listed = git(repository.root, 'worktree', 'list', '--porcelain')
    expect(listed).not.toContain(run.path)
    expect(listed).toContain('refs/heads/away')
  })

  it('that the person has checked out elsewhere keeps the branch', async () => {
    const repository = makeRepository()
    const run = await openRun(repository)
    rmSync(run.path, { recursive: true })
    git(repository.root, 'worktree', 'prune')
    git(repository.root, 'checkout', '--quiet', run.branch)
    expect(await closeWorktree(realMachine, run)).toEqual({ branch: run.branch })
  })

  it.each(['before git did anything', 'with an empty directory', 'with all of it made'])(
    'C40 that was not made to its end, %s, leaves nothing',
    async (when) => {
      const repository = makeRepository()
      const made = await openRun(repository)
      const worktree = { ...made, ready: false }
      await writeRecord(realMachine, worktree)
      if (when !== 'with all of it made') {
        git(repository.root, 'worktree', 'remove', made.path)
        git(repository.root, 'branch', '-D', made.branch)
      }
      if (when === 'with an empty directory') mkdirSync(made.path)
      if (when === 'with all of it made') rmSync(join(made.path, 'a.txt'))
      expect(await closeWorktree(realMachine, worktree)).toEqual({})
      expect(existsSync(made.path)).toBe(false)
      expect(branches(repository.root)).toEqual(['main'])
      expect(await findWorktrees(realMachine, repository.root)).toEqual([])
    },
  )
})

function breakIndex(path: string): void {
  const index = git(path, 'rev-parse', '--git-path', 'index')
  rmSync(index)
  put('/', { [index]: 'not an index' })
}
