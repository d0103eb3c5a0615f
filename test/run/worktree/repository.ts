import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openRunWorktree, type RunWorktreeOptions } from '../../../src/run/worktree/open.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

// Whoever runs the tests has settings of git, and none of them counts here.
process.env.HOME = temporaryDirectory()
process.env.XDG_CONFIG_HOME = join(process.env.HOME, 'config')

/** A repository with one commit on `main`, and a folder beside it for worktrees. */
export interface TestRepository {
  readonly root: string
  readonly directory: string
}

export function makeRepository(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }): TestRepository {
  const top = realpathSync(temporaryDirectory())
  const root = join(top, 'shop')
  mkdirSync(root)
  git(root, 'init', '--quiet', '--initial-branch=main')
  put(root, files)
  commitAll(root, 'first')
  return { root, directory: join(top, 'state', 'worktrees') }
}

export function openRun({ root, directory }: TestRepository, options: Partial<RunWorktreeOptions> = {}) {
  return openRunWorktree({ machine: realMachine, root, directory, name: 'plans/login', ...options })
}

export function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function commitAll(root: string, message: string): void {
  git(root, 'add', '--all')
  git(root, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '--quiet', '--message', message)
}

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
}

export function branches(root: string): string[] {
  return git(root, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n')
}

/** Everything a person would notice of their checkout. */
export function looksOf(root: string): string {
  return [
    git(root, 'status', '--porcelain=v1', '--branch', '--untracked-files=all'),
    git(root, 'rev-parse', 'HEAD'),
  ].join('\n')
}

export function step(id: string, title = `Do ${id}`) {
  return { id, title, text: '', dependsOn: [] }
}
