import { describe, expect, it } from 'vitest'
import { bringBack } from '../../../src/run/worktree/bring-back.ts'
import { closeWorktree } from '../../../src/run/worktree/close.ts'
import { commitStep } from '../../../src/run/worktree/commit-step.ts'
import { findWorktrees } from '../../../src/run/worktree/find.ts'
import { mergeStep } from '../../../src/run/worktree/merge-step.ts'
import { openStepWorktree } from '../../../src/run/worktree/open.ts'
import type { RunWorktree } from '../../../src/run/worktree/worktree.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { branches, git, looksOf, makeRepository, openRun, put, read, step } from './repository.ts'

describe('steps beside each other', () => {
  it('eight at once: each sees only its own files, the run has all of them, and so has the person in the end', async () => {
    const repository = makeRepository()
    const before = looksOf(repository.root)
    const run = await openRun(repository)
    const ids = Array.from({ length: 8 }, (_, index) => `step-${index}`)
    await Promise.all(ids.map((id) => carriedOut(run, id, { [`${id}.txt`]: id })))
    expect(looksOf(repository.root)).toBe(before)
    expect(git(run.path, 'ls-files').split('\n')).toEqual(['a.txt', ...ids.map((id) => `${id}.txt`)])
    expect(git(run.path, 'status', '--porcelain')).toBe('')
    const subjects = git(run.path, 'log', '--no-merges', '--format=%s', `${run.from}..`).split('\n')
    expect(subjects.sort()).toEqual(ids.map((id) => `${id}: Do ${id}`))
    expect(await bringBack(run)).toMatchObject({ is: 'brought' })
    expect(await closeWorktree(realMachine, run)).toEqual({})
    expect(branches(repository.root)).toEqual(['main'])
    expect(await findWorktrees(realMachine, repository.root)).toEqual([])
  })

  it('begin from where the run has come to', async () => {
    const run = await openRun(makeRepository())
    await carriedOut(run, 'one', { 'one.txt': '1' })
    const second = await openStepWorktree(realMachine, run, step('two'))
    expect(read(second.root, 'one.txt')).toBe('1')
    expect(second).toMatchObject({ step: 'two', into: run.branch, checkout: run.path, plan: 'plans/login' })
    expect(git(run.path, 'log', '--format=%s')).toBe('one: Do one\nfirst')
  })

  it('that changed the same line: the second is refused with the file, and its commits are kept', async () => {
    const run = await openRun(makeRepository({ 'a.txt': 'one\n', 'ö b.txt': 'one\n' }))
    const first = await openStepWorktree(realMachine, run, step('first'))
    const second = await openStepWorktree(realMachine, run, step('second'))
    put(first.path, { 'a.txt': 'first\n', 'ö b.txt': 'first\n' })
    put(second.path, { 'a.txt': 'second\n', 'ö b.txt': 'second\n' })
    await commitStep(first, step('first'))
    const commit = await commitStep(second, step('second'))
    await mergeStep(run, first)
    const before = looksOf(run.path)
    const fault = await mergeStep(run, second).catch((error) => error)
    expect(fault).toMatchObject({ name: 'Fault', code: 'E_MERGE_CONFLICT' })
    expect(fault.message).toContain('"second" cannot be merged: both sides changed the same places: a.txt, ö b.txt')
    expect(fault.diagnostics[0].related.map(({ file }: { file: string }) => file)).toEqual(['a.txt', 'ö b.txt'])
    expect(looksOf(run.path)).toBe(before)
    expect(await closeWorktree(realMachine, second)).toEqual({ branch: second.branch })
    expect(git(run.path, 'rev-parse', second.branch)).toBe(commit)
  })

  it('are not merged before everything is committed', async () => {
    const run = await openRun(makeRepository())
    const worktree = await openStepWorktree(realMachine, run, step('half'))
    put(worktree.path, { 'half.txt': '' })
    await expect(mergeStep(run, worktree)).rejects.toMatchObject({ code: 'E_WORKTREE' })
    expect(await closeWorktree(realMachine, worktree)).toMatchObject({ directory: worktree.path })
    expect(read(worktree.path, 'half.txt')).toBe('')
  })

  it('that changed nothing merge to where the run is', async () => {
    const run = await openRun(makeRepository())
    const worktree = await openStepWorktree(realMachine, run, step('idle'))
    expect(await commitStep(worktree, step('idle'))).toBeUndefined()
    expect(await mergeStep(run, worktree)).toBe(run.from)
    expect(await closeWorktree(realMachine, worktree)).toEqual({})
  })

  it('F71 G81 any step id becomes a plain name, and stays as it is in the record', async () => {
    const run = await openRun(makeRepository())
    const ids = ['--force', '../../x', 'a\u001b[2J\nb', '.lock', 'x'.repeat(3000), '名前']
    for (const id of ids) {
      const worktree = await openStepWorktree(realMachine, run, step(id))
      expect(worktree.branch.slice(run.branch.length)).toMatch(/^\.[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}$/)
    }
    const [ofRun, ...ofSteps] = await findWorktrees(realMachine, run.checkout)
    expect(ofRun?.worktree).toEqual(run)
    expect(new Set(ofSteps.map(({ worktree }) => worktree.step))).toEqual(new Set(ids))
  })
})

async function carriedOut(run: RunWorktree, id: string, files: Record<string, string>): Promise<void> {
  const worktree = await openStepWorktree(realMachine, run, step(id))
  put(worktree.root, files)
  await commitStep(worktree, step(id))
  await mergeStep(run, worktree)
  expect(await closeWorktree(realMachine, worktree)).toEqual({})
}
