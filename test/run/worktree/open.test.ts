import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findWorktrees } from '../../../src/run/worktree/find.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { branches, git, looksOf, makeRepository, openRun, put, read, type TestRepository } from './repository.ts'

describe('a worktree for a run', () => {
  it('stands beside the checkout, on a branch of its own, at its commit', async () => {
    const repository = makeRepository()
    const before = looksOf(repository.root)
    const run = await openRun(repository)
    expect(run.branch).toMatch(/^steadplan\/plans-login-[0-9a-f]{8}$/)
    expect(run.path).toBe(join(repository.directory, run.id))
    expect(run.root).toBe(run.path)
    expect(run).toMatchObject({ into: 'main', ready: true, from: git(repository.root, 'rev-parse', 'HEAD') })
    expect(git(run.path, 'symbolic-ref', '--short', 'HEAD')).toBe(run.branch)
    expect(read(run.path, 'a.txt')).toBe('one\n')
    expect(looksOf(repository.root)).toBe(before)
    expect(git(repository.root, 'config', '--local', '--list')).not.toContain(run.branch)
  })

  it('of a project in a folder of the repository has the folder too', async () => {
    const repository = makeRepository({ 'api/a.txt': 'one\n' })
    const run = await openRun({ ...repository, root: join(repository.root, 'api') })
    expect(run.root).toBe(join(run.path, 'api'))
    expect(run.checkout).toBe(repository.root)
  })

  it('can be made from a worktree of the person, and through a link', async () => {
    const repository = makeRepository()
    const linked = join(dirname(repository.root), 'linked')
    git(repository.root, 'worktree', 'add', '--quiet', '-b', 'topic', linked)
    const run = await openRun({ ...repository, root: linked })
    expect(run).toMatchObject({ checkout: linked, into: 'topic', common: join(repository.root, '.git') })

    const link = join(dirname(repository.root), 'link')
    symlinkSync(repository.root, link)
    expect((await openRun({ ...repository, root: link })).common).toBe(run.common)
    expect(await findWorktrees(realMachine, link)).toHaveLength(2)
  })

  it('knows no branch to come back to when none is checked out', async () => {
    const repository = makeRepository()
    git(repository.root, 'checkout', '--quiet', '--detach')
    expect((await openRun(repository)).into).toBeUndefined()
  })

  it('F71 G81 any plan key becomes a plain name', async () => {
    const repository = makeRepository()
    for (const name of [
      '--exec=touch x',
      '../../etc/passwd',
      'a\nb\u001b[2J',
      '…',
      '-',
      'x'.repeat(5000),
      'CON',
      '.lock',
    ]) {
      const run = await openRun(repository, { name })
      expect(run.branch).toMatch(/^steadplan\/[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}$/)
      expect(relative(repository.directory, run.path)).toBe(run.id)
      expect(run.id.length).toBeLessThan(60)
    }
  })

  it('runs no hook of the repository', async () => {
    const repository = makeRepository()
    put(repository.root, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch '${repository.root}/.git/ran'\n` })
    git(repository.root, 'config', 'core.hooksPath', join(repository.root, '.git/hooks'))
    chmodSync(join(repository.root, '.git/hooks/post-checkout'), 0o755)
    await openRun(repository)
    expect(existsSync(join(repository.root, '.git/ran'))).toBe(false)
  })
})

describe('is refused', () => {
  const refusals: readonly { name: string; code: string; says: string; make: () => TestRepository }[] = [
    { name: 'where no repository is', code: 'E_NO_REPOSITORY', says: 'no repository', make: plainFolder },
    { name: 'in a bare repository', code: 'E_NO_REPOSITORY', says: 'bare', make: bare },
    { name: 'before the first commit', code: 'E_NO_REPOSITORY', says: 'no commit yet', make: withoutCommit },
    {
      name: 'when a file was changed',
      code: 'E_UNCOMMITTED',
      says: 'a.txt',
      make: () => changed({ 'a.txt': 'two\n' }),
    },
    {
      name: 'when a file is new',
      code: 'E_UNCOMMITTED',
      says: 'new/b.txt',
      make: () => changed({ 'new/b.txt': 'two\n' }),
    },
    {
      name: 'with worktrees inside of the checkout',
      code: 'E_WORKTREE',
      says: 'inside of the repository',
      make: () => inside('trees'),
    },
    {
      name: 'with worktrees inside of .git',
      code: 'E_WORKTREE',
      says: 'inside of the repository',
      make: () => inside('.git/trees'),
    },
    {
      name: 'when the project is in no commit',
      code: 'E_WORKTREE',
      says: 'not in the commit',
      make: uncommittedFolder,
    },
    { name: 'when the name is taken', code: 'E_WORKTREE', says: 'steadplan', make: taken },
  ]

  it.each(refusals)('$name, and nothing is left behind', async ({ code, says, make }) => {
    const repository = make()
    const fault = await openRun(repository).catch((error) => error)
    expect(fault).toMatchObject({ name: 'Fault', code })
    expect(fault.message).toContain(says)
    expect(await findWorktrees(realMachine, repository.root)).toEqual([])
    if (code !== 'E_NO_REPOSITORY') {
      expect(git(repository.root, 'worktree', 'list').split('\n')).toHaveLength(1)
      expect(branches(repository.root).filter((name) => name.startsWith('steadplan/'))).toEqual([])
    }
  })

  it('but not when it is allowed, or the change is one of the plan, or of our own state', async () => {
    const repository = makeRepository({ 'api/plans/a.md': 'one\n' })
    put(repository.root, { 'api/plans/a.md': 'two\n', 'api/.steadplan/log.jsonl': '' })
    const root = join(repository.root, 'api')
    await expect(openRun({ ...repository, root })).rejects.toMatchObject({ code: 'E_UNCOMMITTED' })
    await expect(openRun({ ...repository, root }, { besides: ['plan'] })).rejects.toThrow('api/plans/a.md')
    await openRun({ ...repository, root }, { besides: ['plans'] })
    await openRun({ ...repository, root }, { allowDirty: true })
  })
})

function plainFolder(): TestRepository {
  const root = temporaryDirectory()
  return { root, directory: join(root, 'trees') }
}

function bare(): TestRepository {
  const repository = plainFolder()
  git(repository.root, 'init', '--quiet', '--bare')
  return repository
}

function withoutCommit(): TestRepository {
  const repository = plainFolder()
  git(repository.root, 'init', '--quiet')
  return repository
}

function changed(files: Readonly<Record<string, string>>): TestRepository {
  const repository = makeRepository()
  put(repository.root, files)
  return repository
}

function inside(directory: string): TestRepository {
  const repository = makeRepository({ '.gitignore': 'trees\n' })
  return { ...repository, directory: join(repository.root, directory) }
}

function uncommittedFolder(): TestRepository {
  const repository = makeRepository()
  const root = join(repository.root, 'empty')
  mkdirSync(root)
  return { ...repository, root }
}

function taken(): TestRepository {
  const repository = makeRepository()
  git(repository.root, 'branch', 'steadplan')
  return repository
}
