import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesChangedSince } from '../../../src/run/left-behind.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

describe('files that changed since a step was begun', () => {
  test('those that were written since or are gone, without the plan itself', async () => {
    const root = temporaryDirectory()
    const write = (path: string, minutesAgo: number) => {
      fs.mkdirSync(join(root, path, '..'), { recursive: true })
      fs.writeFileSync(join(root, path), String(minutesAgo))
      const at = new Date(Date.now() - minutesAgo * 60_000)
      fs.utimesSync(join(root, path), at, at)
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root })
    git('init', '--quiet')
    write('gone.txt', 60)
    write('same.txt', 60)
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    fs.unlinkSync(join(root, 'gone.txt'))
    write('before.txt', 30)
    write('after.txt', 1)
    write('plans/login/tasks/01-a.md', 1)
    const since = new Date(Date.now() - 10 * 60_000).toISOString()
    expect(await filesChangedSince(realMachine, root, since, 'plans/login/')).toEqual(['gone.txt', 'after.txt'])
  })

  test('without a repository nobody knows', async () => {
    const now = new Date().toISOString()
    expect(await filesChangedSince(realMachine, temporaryDirectory(), now, 'plans/')).toBeUndefined()
  })
})
