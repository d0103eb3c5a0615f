import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitStep } from '../../../src/run/worktree/commit-step.ts'
import { findWorktrees, reopenWorktree } from '../../../src/run/worktree/find.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { testMachine } from '../../support/machine.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { git, makeRepository, openRun, put, read, step } from './repository.ts'

const nonce = () => realMachine.nonce()
const dead = testMachine(realFiles, { pid: 1, nonce })
const survivor = testMachine(realFiles, { pid: 2, dead: (pid) => pid === 1, nonce })

describe('C36 worktrees that were left', () => {
  it('are found, with what became of who worked in them', async () => {
    const repository = makeRepository()
    expect(await findWorktrees(survivor, repository.root)).toEqual([])
    const left = await openRun(repository, { machine: dead, name: 'a' })
    const live = await openRun(repository, { machine: survivor, name: 'b' })
    expect(await findWorktrees(survivor, repository.root)).toEqual([
      { worktree: left, fate: 'dead', isThere: true },
      { worktree: live, fate: 'alive', isThere: true },
    ])
    expect(await findWorktrees(survivor, left.root)).toHaveLength(2)
    expect(await findWorktrees(survivor, temporaryDirectory())).toEqual([])
  })

  it('are taken up with their commits and with what was not committed', async () => {
    const repository = makeRepository()
    const left = await openRun(repository, { machine: dead })
    put(left.path, { 'b.txt': '' })
    const commit = await commitStep(left, step('b'))
    put(left.path, { 'half.txt': 'half' })
    const taken = await reopenWorktree(survivor, left)
    expect(taken).toEqual(left)
    expect(git(taken.path, 'rev-parse', 'HEAD')).toBe(commit)
    expect(read(taken.path, 'half.txt')).toBe('half')
    expect(await findWorktrees(survivor, repository.root)).toMatchObject([{ fate: 'alive' }])
    expect(await reopenWorktree(survivor, taken)).toEqual(taken)
  })

  it('are made again from their branch when the directory was deleted', async () => {
    const repository = makeRepository()
    const left = await openRun(repository, { machine: dead })
    put(left.path, { 'b.txt': 'kept' })
    await commitStep(left, step('b'))
    rmSync(left.path, { recursive: true })
    expect(await findWorktrees(survivor, repository.root)).toMatchObject([{ isThere: false }])
    const taken = await reopenWorktree(survivor, left)
    expect(read(taken.path, 'b.txt')).toBe('kept')
    expect(git(taken.path, 'symbolic-ref', '--short', 'HEAD')).toBe(left.branch)
  })

  it('are not taken from somebody who lives, nor when they are gone or were never made', async () => {
    const repository = makeRepository()
    const live = await openRun(repository, { machine: dead })
    const other = testMachine(realFiles, { pid: 3, nonce })
    await expect(reopenWorktree(other, live)).rejects.toThrow('process 1 on here works in the worktree')
    await expect(reopenWorktree(other, { ...live, ready: false })).rejects.toMatchObject({ code: 'E_WORKTREE' })
    rmSync(join(live.common, 'steadplan-worktrees', `${live.id}.json`))
    await expect(reopenWorktree(other, live)).rejects.toMatchObject({ code: 'E_WORKTREE' })
  })

  it('records that are torn, forged or from another place are left alone', async () => {
    const repository = makeRepository()
    const { id, ...rest } = await openRun(repository, { machine: dead })
    const record = JSON.parse(read(rest.common, `steadplan-worktrees/${id}.json`))
    const forged: Record<string, unknown> = {
      'torn.json': undefined,
      'null.json': null,
      'list.json': [],
      'other-name.json': record,
      'a.json': { ...record, id: 'a', branch: 'steadplan/a', path: '/home/ann/shop' },
      'b.json': { ...record, id: 'b', branch: 'main', path: '/x/b' },
      'c.json': { ...record, id: 'c', branch: 'steadplan/c', path: '/x/c', common: '/elsewhere/.git' },
      'd.json': { ...record, id: 'd', branch: 'steadplan/d', path: '/x/d', from: '--exec' },
      'e.json': { ...record, id: 'e', branch: 'steadplan/e', path: '/x/e', owner: null },
      'f.json': { ...record, id: 'f', branch: 'steadplan/f', path: '/x/f', besides: 'all' },
      '.a.json.00000000000000000000000000000000.tmp': record,
    }
    for (const [name, value] of Object.entries(forged)) {
      put(rest.common, { [`steadplan-worktrees/${name}`]: value === undefined ? '{"id":' : JSON.stringify(value) })
    }
    const found = await findWorktrees(survivor, repository.root)
    expect(found.map(({ worktree }) => worktree.id)).toEqual([id])
    expect(read(rest.common, 'steadplan-worktrees/torn.json')).toBe('{"id":')
  })
})
