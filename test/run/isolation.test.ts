import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PlanRecord } from '../../src/plan/records.ts'
import type { StepId } from '../../src/plan/types.ts'
import type { StepEnd } from '../../src/run/engine.ts'
import { findLeft, type IsolationOptions, openIsolation, provenCommits } from '../../src/run/isolation.ts'
import { closeWorktree } from '../../src/run/worktree/close.ts'
import { findWorktrees } from '../../src/run/worktree/find.ts'
import { realMachine as machine } from '../../src/store/machine/real.ts'
import { stepOf } from './run-kit.ts'
import { branches, commitAll, git, makeRepository, put, read, type TestRepository } from './worktree/repository.ts'

const name = 'plans/login'

async function open(repository: TestRepository, options: Partial<IsolationOptions> = {}) {
  const { root, directory } = repository
  const left = await findLeft(machine, root, name)
  return openIsolation({ machine, root, directory, name, left, isPerStep: false, proven: new Set(), ...options })
}

const report = (step: StepId): PlanRecord => ({ type: 'step.result', step, agent: 'fake', text: '', files: [] })
const end = (step: StepId, status: StepEnd['status'] = 'complete', why?: string): StepEnd => ({
  status,
  records: [report(step)],
  ...(why === undefined ? {} : { why }),
})
/** Work that writes files into wherever it is told to work. */
const writing =
  (step: StepId, files: Readonly<Record<string, string>>, status?: StepEnd['status'], why?: string) =>
  async (cwd: string) => {
    put(cwd, files)
    return end(step, status, why)
  }
const commitOf = ({ records = [] }: StepEnd): string | undefined => {
  for (const record of records) if (record.type === 'step.result') return record.commit
  return undefined
}
const allDone = () => 'complete' as const
const branchIn = (why: string | undefined): string => /on the branch (\S+)$/.exec(why ?? '')?.[1] ?? 'none'

describe.each([
  { is: 'one after the other in one worktree', isPerStep: false },
  { is: 'each in a worktree of its own', isPerStep: true },
])('steps $is', ({ isPerStep }) => {
  test('make one commit each, told in their report, and all of it is brought back at the end', async () => {
    const repository = makeRepository()
    const { root } = repository
    const isolation = await open(repository, { isPerStep })
    const a = await isolation.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
    const b = await isolation.around(stepOf('b'), 'work', async (cwd) => {
      expect(read(cwd, 'a.txt')).toBe('a\n')
      put(cwd, { 'b.txt': 'b\n' })
      return end('b')
    })
    expect(read(root, 'a.txt')).toBe('one\n')
    expect(git(root, 'log', '--format=%H %s', 'main..HEAD', isolation.worktree.branch).split('\n')).toEqual([
      `${commitOf(b)} b: Step b`,
      `${commitOf(a)} a: Step a`,
    ])
    const outcome = await isolation.conclude('completed', allDone)
    expect(outcome).toEqual({ branch: isolation.worktree.branch, brought: git(root, 'rev-parse', 'main') })
    expect([read(root, 'a.txt'), read(root, 'b.txt')]).toEqual(['a\n', 'b\n'])
    expect(branches(root)).toEqual(['main'])
    expect(git(root, 'for-each-ref', 'refs/steadplan-begun')).toBe('')
    expect(await findWorktrees(machine, root)).toEqual([])
  })

  test('a step that changes nothing makes no commit', async () => {
    const repository = makeRepository()
    const isolation = await open(repository, { isPerStep })
    expect(commitOf(await isolation.around(stepOf('a'), 'work', async () => end('a')))).toBeUndefined()
    expect(await isolation.conclude('completed', allDone)).toMatchObject({
      brought: git(repository.root, 'rev-parse', 'main'),
    })
  })

  test('what an agent commits itself is the commit of the step', async () => {
    const repository = makeRepository()
    const isolation = await open(repository, { isPerStep })
    const a = await isolation.around(stepOf('a'), 'work', async (cwd) => {
      put(cwd, { 'a.txt': 'a\n' })
      commitAll(cwd, 'by the agent')
      return end('a')
    })
    await isolation.conclude('completed', allDone)
    expect(git(repository.root, 'log', '--format=%H %s', '-1')).toBe(`${commitOf(a)} by the agent`)
  })

  test('what a failed step did, committed or not, is kept on a branch that is named, and the next one does not see it', async () => {
    const repository = makeRepository()
    const { root } = repository
    const isolation = await open(repository, { isPerStep })
    const failed = await isolation.around(stepOf('a'), 'work', async (cwd) => {
      put(cwd, { 'committed.txt': 'x\n' })
      commitAll(cwd, 'too early')
      put(cwd, { 'a.txt': 'half\n', 'new/file.txt': 'x\n' })
      return end('a', 'failed', 'it did not pass')
    })
    expect(failed.why).toMatch(/^it did not pass; what it did is on the branch steadplan\//)
    const kept = branchIn(failed.why)
    expect(git(root, 'ls-tree', '-r', '--name-only', kept).split('\n')).toEqual([
      'a.txt',
      'committed.txt',
      'new/file.txt',
    ])
    expect(git(root, 'show', `${kept}:a.txt`)).toBe('half')

    await isolation.around(stepOf('b'), 'work', async (cwd) => {
      expect(read(cwd, 'a.txt')).toBe('one\n')
      expect(existsSync(join(cwd, 'committed.txt')) || existsSync(join(cwd, 'new'))).toBe(false)
      put(cwd, { 'b.txt': 'b\n' })
      return end('b')
    })
    const { branch, path } = isolation.worktree
    expect(await isolation.conclude('failed', (id) => (id === 'a' ? 'failed' : 'complete'))).toEqual({
      branch,
      directory: path,
      kept: [kept],
    })
    expect(git(root, 'ls-tree', '-r', '--name-only', branch).split('\n')).toEqual(['a.txt', 'b.txt'])
    expect((await findWorktrees(machine, root)).map(({ worktree }) => worktree.branch)).toEqual([branch])
  })

  test('the next run goes on where the one before ended', async () => {
    const repository = makeRepository()
    const { root } = repository
    const first = await open(repository, { isPerStep })
    const a = await first.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
    await first.conclude('stalled', allDone)
    const second = await open(repository, { isPerStep, proven: new Set([commitOf(a)!]) })
    expect(second.isNew).toBe(false)
    expect(second.worktree).toEqual(first.worktree)
    await second.around(stepOf('b'), 'work', async (cwd) => {
      expect(read(cwd, 'a.txt')).toBe('a\n')
      put(cwd, { 'b.txt': 'b\n' })
      return end('b')
    })
    await second.conclude('completed', allDone)
    expect([read(root, 'a.txt'), read(root, 'b.txt')]).toEqual(['a\n', 'b\n'])
  })

  test('what was interrupted can be kept: it is verified where it was left, then committed', async () => {
    const repository = makeRepository()
    const { root } = repository
    const first = await open(repository, { isPerStep })
    let place = ''
    await first.around(stepOf('a'), 'work', async (cwd) => {
      place = cwd
      put(cwd, { 'a.txt': 'a\n' })
      return end('a', 'interrupted')
    })
    await first.conclude('stalled', () => 'interrupted')
    const second = await open(repository, { isPerStep })
    const kept = await second.around(stepOf('a'), 'keep', async (cwd) => {
      expect(cwd).toBe(place)
      expect(read(cwd, 'a.txt')).toBe('a\n')
      return { status: 'complete', why: 'kept as it was', records: [] }
    })
    expect(commitOf(kept)).toBe(git(root, 'rev-parse', second.worktree.branch))
    expect(await second.conclude('completed', allDone)).toMatchObject({ brought: commitOf(kept) })
    expect(read(root, 'a.txt')).toBe('a\n')
    expect(branches(root)).toEqual(['main'])
  })

  test.each(['redo', 'skip'])(
    'what was interrupted and is not kept (%s) comes back with nothing, and is on a branch',
    async (what) => {
      const repository = makeRepository()
      const { root } = repository
      const first = await open(repository, { isPerStep })
      await first.around(stepOf('a'), 'work', async (cwd) => {
        put(cwd, { 'early.txt': 'x\n' })
        commitAll(cwd, 'too early')
        put(cwd, { 'half.txt': 'half\n' })
        return end('a', 'interrupted')
      })
      await first.conclude('stalled', () => 'interrupted')
      const second = await open(repository, { isPerStep })
      if (what === 'redo') {
        await second.around(stepOf('a'), 'work', async (cwd) => {
          expect(existsSync(join(cwd, 'half.txt')) || existsSync(join(cwd, 'early.txt'))).toBe(false)
          put(cwd, { 'whole.txt': 'whole\n' })
          return end('a')
        })
      }
      const outcome = await second.conclude('completed', allDone)
      expect(existsSync(join(root, 'whole.txt'))).toBe(what === 'redo')
      expect(existsSync(join(root, 'half.txt')) || existsSync(join(root, 'early.txt'))).toBe(false)
      const [kept, ...more] = branches(root).filter((one) => one !== 'main')
      expect(more).toEqual([])
      expect(outcome.kept).toEqual([kept])
      expect(git(root, 'show', `${kept}:half.txt`)).toBe('half')
      expect(await findWorktrees(machine, root)).toEqual([])
    },
  )

  test('an agent that leaves the branch fails its step and loses nothing', async () => {
    const repository = makeRepository()
    const isolation = await open(repository, { isPerStep })
    const work = isolation.around(stepOf('a'), 'work', async (cwd) => {
      git(cwd, 'checkout', '--quiet', '-b', 'elsewhere')
      put(cwd, { 'a.txt': 'a\n' })
      return end('a')
    })
    const failed = await work.catch((error: Error) => ({ status: 'failed', why: error.message }))
    expect(failed).toMatchObject({ status: 'failed' })
    expect(failed.why).toContain('any more')
    const outcome = await isolation.conclude('failed', () => 'failed')
    expect(outcome.directory).toBe(isolation.worktree.path)
    expect((await findWorktrees(machine, repository.root)).some(({ worktree }) => existsSync(worktree.path))).toBe(true)
  })
})

describe('steps beside each other', () => {
  test('are merged when they change different files', async () => {
    const repository = makeRepository()
    const isolation = await open(repository, { isPerStep: true })
    const ids = ['a', 'b', 'c', 'd']
    const ends = await Promise.all(
      ids.map((id) => isolation.around(stepOf(id), 'work', writing(id, { [`${id}.txt`]: id }))),
    )
    expect(new Set(ends.map(commitOf)).size).toBe(4)
    expect(await isolation.conclude('completed', allDone)).toHaveProperty('brought')
    expect(ids.map((id) => read(repository.root, `${id}.txt`))).toEqual(ids)
    expect(branches(repository.root)).toEqual(['main'])
  })

  test('one that changes the same place as another fails with the files and its branch, and can be done again', async () => {
    const repository = makeRepository()
    const { root } = repository
    const isolation = await open(repository, { isPerStep: true })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = isolation.around(stepOf('slow'), 'work', async (cwd) => {
      put(cwd, { 'a.txt': 'slow\n' })
      await held
      return end('slow')
    })
    await isolation.around(stepOf('fast'), 'work', writing('fast', { 'a.txt': 'fast\n' }))
    release()
    const failed = await slow
    expect(failed.status).toBe('failed')
    expect(failed.why).toContain('"slow" cannot be merged: both sides changed the same places: a.txt')
    const kept = branchIn(failed.why)
    expect(git(root, 'show', `${kept}:a.txt`)).toBe('slow')
    expect(failed.records).toEqual([report('slow')])

    await isolation.around(stepOf('slow'), 'work', writing('slow', { 'a.txt': 'fast and slow\n' }))
    await isolation.conclude('completed', allDone)
    expect(read(root, 'a.txt')).toBe('fast and slow\n')
    expect(branches(root)).toEqual(['main', kept])
  })
})

describe('the end of a run', () => {
  test('what cannot be brought back stays on its branch, with the command that does it', async () => {
    const repository = makeRepository()
    const { root } = repository
    const isolation = await open(repository)
    await isolation.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
    put(root, { 'a.txt': 'mine\n' })
    const { branch } = isolation.worktree
    const outcome = await isolation.conclude('completed', allDone)
    expect(outcome).toEqual({
      branch,
      why: 'the checkout has changes that are not committed: a.txt',
      command: `git merge ${branch}`,
    })
    expect(read(root, 'a.txt')).toBe('mine\n')
    git(root, 'checkout', '--quiet', '--', 'a.txt')
    git(root, ...outcome.command!.split(' ').slice(1))
    expect(read(root, 'a.txt')).toBe('a\n')
  })

  test('a run that did not begin leaves nothing', async () => {
    const repository = makeRepository()
    const isolation = await open(repository)
    await isolation.abandon()
    expect(branches(repository.root)).toEqual(['main'])
    expect(await findWorktrees(machine, repository.root)).toEqual([])
  })

  test('one that began is not taken away because it broke', async () => {
    const repository = makeRepository()
    const isolation = await open(repository)
    await isolation.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
    await isolation.abandon()
    expect((await findLeft(machine, repository.root, name)).run).toEqual(isolation.worktree)
  })
})

describe('what was left', () => {
  test('a commit that the log does not know as proven is not brought back, one that it knows is', async () => {
    for (const isKnown of [false, true]) {
      const repository = makeRepository()
      const first = await open(repository)
      const a = await first.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
      // Here the process dies: before the end of the step is in the log, or after.
      const second = await open(repository, isKnown ? { proven: new Set([commitOf(a)!]) } : {})
      await second.around(stepOf('b'), 'work', writing('b', { 'b.txt': 'b\n' }))
      await second.conclude('completed', allDone)
      expect(read(repository.root, 'a.txt')).toBe(isKnown ? 'a\n' : 'one\n')
      expect(branches(repository.root)).toHaveLength(isKnown ? 1 : 2)
    }
  })

  test('changes of a step that was killed after another was proven are its own', async () => {
    const repository = makeRepository()
    const first = await open(repository)
    const a = await first.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
    await first.around(stepOf('b'), 'work', writing('b', { 'b.txt': 'half\n' }, 'interrupted'))
    const second = await open(repository, { proven: new Set([commitOf(a)!]) })
    await second.around(stepOf('b'), 'work', writing('b', { 'b.txt': 'b\n' }))
    await second.conclude('completed', allDone)
    expect([read(repository.root, 'a.txt'), read(repository.root, 'b.txt')]).toEqual(['a\n', 'b\n'])
  })

  test('C40 what was merged and half taken away when the run was killed is taken away to its end', async () => {
    const repository = makeRepository()
    const { root } = repository
    const first = await open(repository, { isPerStep: true })
    await first.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }, 'interrupted'))
    const [left] = (await findLeft(machine, root, name)).steps
    commitAll(left!.path, 'a')
    git(first.worktree.path, 'merge', '--quiet', left!.branch)
    git(root, 'worktree', 'remove', left!.path)
    git(root, 'branch', '--quiet', '-D', left!.branch)
    const second = await open(repository, { isPerStep: true })
    const kept = await second.around(stepOf('a'), 'keep', async (cwd) => {
      expect(read(cwd, 'a.txt')).toBe('a\n')
      return end('a')
    })
    expect(kept.status).toBe('complete')
    await second.conclude('completed', allDone)
    expect(read(root, 'a.txt')).toBe('a\n')
    expect(await findWorktrees(machine, root)).toEqual([])
  })

  test('commits that a person made in the worktree between two runs stay', async () => {
    const repository = makeRepository()
    const first = await open(repository)
    await first.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'bad\n' }, 'failed'))
    await first.conclude('failed', () => 'failed')
    put(first.worktree.path, { 'helped.txt': 'x\n' })
    await expect(open(repository)).rejects.toMatchObject({ code: 'E_UNCOMMITTED' })
    commitAll(first.worktree.path, 'by hand')
    const second = await open(repository)
    await second.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'good\n' }))
    await second.conclude('completed', allDone)
    expect([read(repository.root, 'helped.txt'), read(repository.root, 'a.txt')]).toEqual(['x\n', 'good\n'])
  })

  test('one worktree left, steps beside each other now', async () => {
    const repository = makeRepository()
    const first = await open(repository)
    await first.around(stepOf('a'), 'work', writing('a', { 'half.txt': 'x\n' }, 'interrupted'))
    const second = await open(repository, { isPerStep: true })
    const work = (id: string) => second.around(stepOf(id), 'work', writing(id, { [`${id}.txt`]: id }))
    expect((await Promise.all([work('a'), work('b')])).map(({ status }) => status)).toEqual(['complete', 'complete'])
    await second.conclude('completed', allDone)
    expect(existsSync(join(repository.root, 'half.txt'))).toBe(false)
    expect([read(repository.root, 'a.txt'), read(repository.root, 'b.txt')]).toEqual(['a', 'b'])
  })

  test('a directory that somebody deleted is made again; without its branch it is forgotten', async () => {
    const repository = makeRepository()
    const { root } = repository
    const first = await open(repository)
    await first.around(stepOf('a'), 'work', writing('a', { 'a.txt': 'a\n' }))
    await first.conclude('stalled', allDone)
    rmSync(first.worktree.path, { recursive: true })
    const second = await open(repository, { proven: new Set([git(root, 'rev-parse', first.worktree.branch)]) })
    expect(read(second.worktree.root, 'a.txt')).toBe('a\n')

    git(root, 'worktree', 'remove', '--force', second.worktree.path)
    git(root, 'branch', '-D', second.worktree.branch)
    const { run, broken } = await findLeft(machine, root, name)
    expect(run).toBeUndefined()
    expect(broken).toHaveLength(1)
    for (const { worktree } of broken) await closeWorktree(machine, worktree)
    expect(await findLeft(machine, root, name)).toEqual({ steps: [], broken: [] })
  })

  test('another plan, and another checkout, leave nothing for this one', async () => {
    const repository = makeRepository()
    await open(repository)
    expect((await findLeft(machine, repository.root, 'plans/other')).run).toBeUndefined()
    const other = join(repository.root, '..', 'other')
    git(repository.root, 'worktree', 'add', '--quiet', other)
    expect((await findLeft(machine, other, name)).run).toBeUndefined()
  })

  test('only commits of complete steps count as proven', () => {
    const at = '2026-01-01T00:00:00.000Z'
    const moved = (step: string, to: 'in_progress' | 'complete' | 'failed', from: 'pending' | 'in_progress') =>
      ({ type: 'step.moved', step, from, to, by: 'x', at, seq: 1 }) as const
    const told = (step: string, commit: string) => ({ ...report(step), commit, at, seq: 1 }) as const
    const records = [
      moved('a', 'in_progress', 'pending'),
      told('a', 'one'),
      moved('a', 'complete', 'in_progress'),
      moved('b', 'in_progress', 'pending'),
      told('b', 'two'),
      moved('b', 'failed', 'in_progress'),
    ] as Parameters<typeof provenCommits>[0]
    expect(provenCommits(records)).toEqual(new Set(['one']))
  })
})
