import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchFiles } from '../../src/run/changed-files.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const path = process.env.PATH ?? ''
let root: string
let calls: string

/** A git that writes down how it was called. */
beforeEach(() => {
  root = temporaryDirectory()
  const bin = temporaryDirectory()
  calls = join(bin, 'calls')
  writeFileSync(calls, '')
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> ${calls}\nexec ${git} "$@"\n`)
  chmodSync(join(bin, 'git'), 0o755)
  process.env.PATH = `${bin}${delimiter}${path}`
})

afterEach(() => {
  process.env.PATH = path
})

const asked = (what: string): number => readFileSync(calls, 'utf8').split(` ${what} `).length - 1

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'pipe' })
}

describe('in a repository', () => {
  beforeEach(() => {
    git('init', '-q')
    mkdirSync(join(root, 'sub'))
    for (const name of ['kept.txt', 'changed.txt', 'removed.txt', 'sub/deep.txt']) writeFileSync(join(root, name), name)
    git('add', '.')
    git('commit', '-qm', 'first')
    writeFileSync(join(root, 'mine.txt'), 'of a person, before anything began')
  })

  it('tells what was changed, made, removed and committed, and nothing that was so before', async () => {
    const watch = watchFiles(realMachine, root)
    const before = await watch.before(undefined)
    writeFileSync(join(root, 'changed.txt'), 'other')
    writeFileSync(join(root, 'ünew name.txt'), 'new')
    rmSync(join(root, 'removed.txt'))
    mkdirSync(join(root, '.steadplan'))
    writeFileSync(join(root, '.steadplan/log'), 'ours')
    writeFileSync(join(root, 'sub/deep.txt'), 'committed')
    git('commit', '-qm', 'second', 'sub/deep.txt')
    const expected = ['changed.txt', 'removed.txt', 'sub/deep.txt', 'ünew name.txt']
    expect(await watch.changedSince(before, undefined)).toEqual(expected)
  })

  it('from a directory inside it: what lies there, as it is called there', async () => {
    const watch = watchFiles(realMachine, join(root, 'sub'))
    const before = await watch.before(undefined)
    writeFileSync(join(root, 'sub/deep.txt'), 'other')
    writeFileSync(join(root, 'changed.txt'), 'outside')
    expect(await watch.changedSince(before, undefined)).toEqual(['deep.txt'])
    writeFileSync(join(root, 'sub/deep.txt'), 'once more, and it was changed already')
    expect(await watch.changedSince(await watchFiles(realMachine, join(root, 'sub')).before([]), [])).toEqual([])
  })

  it('git is asked once for all who ask at the same moment, and not again for who begins right after', async () => {
    const watch = watchFiles(realMachine, root)
    const marks = await Promise.all(Array.from({ length: 8 }, () => watch.before(undefined)))
    expect(asked('status')).toBe(1)
    await Promise.all(marks.map((one) => watch.changedSince(one, undefined)))
    expect(asked('status')).toBe(2)
    await watch.before(undefined)
    expect(asked('status')).toBe(2)
    expect(asked('rev-parse')).toBe(0)
  })

  it('who asks while an answer is under way gets one that began after the question', async () => {
    const watch = watchFiles(realMachine, root)
    const before = await watch.before(undefined)
    const first = watch.changedSince(before, undefined)
    while (asked('status') < 2) await realMachine.sleep(1)
    writeFileSync(join(root, 'late.txt'), 'late')
    expect(await watch.changedSince(before, undefined)).toEqual(['late.txt'])
    await first
  })
})

it('without a repository: the files that the step declares, and git is not asked', async () => {
  const watch = watchFiles(realMachine, root)
  const declared = ['out.txt', 'same.txt', '@database', 'src/*.ts']
  writeFileSync(join(root, 'same.txt'), 'same')
  const before = await watch.before(declared)
  writeFileSync(join(root, 'out.txt'), 'made')
  writeFileSync(join(root, 'undeclared.txt'), 'made')
  expect(await watch.changedSince(before, declared)).toEqual(['out.txt'])
  expect(readFileSync(calls, 'utf8')).toBe('')
})
