import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitPrefix } from '../../src/run/git-prefix.ts'
import { realFiles } from '../../src/store/files/real.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

function git(cwd: string, ...args: string[]): string | undefined {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b']
  const { status, stdout } = spawnSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

test('says what git says, wherever one stands', async () => {
  const root = temporaryDirectory()
  const repository = join(root, 'shop')
  mkdirSync(join(repository, 'a b/c/.git'), { recursive: true })
  mkdirSync(join(repository, 'strange'))
  writeFileSync(join(repository, 'strange/.git'), 'no line of git')
  git(root, 'init', '-q', repository)
  git(repository, 'commit', '-q', '--allow-empty', '-m', 'first')
  git(repository, 'worktree', 'add', '-q', join(root, 'linked'))
  mkdirSync(join(root, 'linked/sub'))
  symlinkSync(join(repository, 'a b'), join(root, 'link'))
  for (const path of ['shop', 'shop/a b', 'shop/a b/c', 'linked', 'linked/sub', 'link', 'link/c', '.']) {
    const cwd = join(root, path)
    expect([path, await gitPrefix(realFiles, cwd)]).toEqual([path, git(cwd, 'rev-parse', '--show-prefix')])
  }
  expect(await gitPrefix(realFiles, join(repository, 'strange'))).toBe('strange/')
  expect(await gitPrefix(realFiles, join(root, 'gone'))).toBeUndefined()
})
