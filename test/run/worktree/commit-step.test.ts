import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitStep } from '../../../src/run/worktree/commit-step.ts'
import { git, makeRepository, openRun, put, step } from './repository.ts'

describe('the commit of a step', () => {
  it('holds everything it changed, and says which step it was', async () => {
    const run = await openRun(makeRepository({ 'a.txt': 'one\n', 'gone.txt': '', '.gitignore': 'built\n' }))
    put(run.path, { 'a.txt': 'two\n', 'sub/new.txt': 'new\n', 'built/x.js': '', '-rf': 'a name\n' })
    git(run.path, 'rm', '--quiet', 'gone.txt')
    const commit = await commitStep(run, step('create-table', 'Create the table'), { agent: 'claude' })
    expect(commit).toBe(git(run.path, 'rev-parse', `refs/heads/${run.branch}`))
    expect(git(run.path, 'show', '--no-renames', '--name-status', '--format=', 'HEAD').split('\n').sort()).toEqual([
      'A\t-rf',
      'A\tsub/new.txt',
      'D\tgone.txt',
      'M\ta.txt',
    ])
    expect(git(run.path, 'log', '-1', '--format=%B')).toBe(
      'create-table: Create the table\n\nSteadplan-Plan: plans/login\nSteadplan-Step: create-table\nSteadplan-Agent: claude',
    )
    expect(git(run.path, 'status', '--porcelain')).toBe('')
  })

  it('is not made when nothing changed, nor of what we keep', async () => {
    const run = await openRun(makeRepository())
    expect(await commitStep(run, step('a'))).toBeUndefined()
    put(run.path, { '.steadplan/log.jsonl': 'x', 'api/.steadplan/.gitignore': '*\n', 'api/.steadplan/log.jsonl': 'x' })
    expect(await commitStep(run, step('a'))).toBeUndefined()
    expect(git(run.path, 'rev-parse', 'HEAD')).toBe(run.from)
  })

  it('names the person as author, or us where git knows nobody', async () => {
    const repository = makeRepository()
    const run = await openRun(repository)
    put(run.path, { 'b.txt': '' })
    await commitStep(run, step('b'))
    expect(git(run.path, 'log', '-1', '--format=%an <%ae> %cn')).toBe('Steadplan <steadplan@localhost> Steadplan')
    git(repository.root, 'config', 'user.name', 'Zoë')
    git(repository.root, 'config', 'user.email', 'zoe@example.org')
    put(run.path, { 'c.txt': '' })
    await commitStep(run, step('c'))
    expect(git(run.path, 'log', '-1', '--format=%an <%ae> %cn')).toBe('Zoë <zoe@example.org> Zoë')
  })

  it('runs no hook, is not signed, and obeys no setting that would change its message', async () => {
    const repository = makeRepository()
    const { root } = repository
    for (const hook of ['pre-commit', 'commit-msg', 'prepare-commit-msg', 'post-commit', 'reference-transaction']) {
      put(root, { [`.git/hooks/${hook}`]: `#!/bin/sh\ntouch '${root}/.git/ran-${hook}'\nexit 1\n` })
      chmodSync(join(root, '.git/hooks', hook), 0o755)
    }
    for (const [name, value] of [
      ['commit.gpgSign', 'true'],
      ['gpg.program', '/nowhere/gpg'],
      ['commit.cleanup', 'strip'],
      ['i18n.commitEncoding', 'ISO-8859-1'],
      ['core.editor', 'false'],
    ] as const) {
      git(root, 'config', name, value)
    }
    const run = await openRun(repository)
    put(run.path, { 'b.txt': '' })
    await commitStep(run, step('#1', 'Größe'))
    expect(git(run.path, 'log', '-1', '--format=%s%e', '--encoding=UTF-8')).toBe('#1: Größe')
    expect(git(root, 'rev-parse', '--git-path', 'x')).toBe('.git/x')
    expect(existsSync(join(root, '.git/ran-reference-transaction'))).toBe(false)
    expect(existsSync(join(root, '.git/ran-pre-commit'))).toBe(false)
  })

  it('G81 H90 has one line of any title, and no trailers but ours', async () => {
    const run = await openRun(makeRepository())
    for (const [index, [title]] of titles.entries()) {
      put(run.path, { 'b.txt': `${index}` })
      await commitStep(run, step('x', title), { agent: 'a\nSteadplan-Step: forged' })
    }
    const range = `${run.from}..`
    expect(git(run.path, 'log', '--reverse', '--format=%s', range).split('\n')).toEqual(titles.map(([, line]) => line))
    const trailers = 'Steadplan-Plan: plans/login\nSteadplan-Step: x\nSteadplan-Agent: a Steadplan-Step: forged'
    expect(
      git(run.path, 'log', '--format=%(trailers:only)%x00', range)
        .split('\0')
        .map((text) => text.trim()),
    ).toEqual([...titles.map(() => trailers), ''])
    expect(git(run.path, 'ls-tree', '--name-only', 'HEAD')).toBe('a.txt\nb.txt')
  })

  it('is refused when it would not hold the files of a repository inside', async () => {
    const run = await openRun(makeRepository())
    put(run.path, { 'inner/x.txt': 'x' })
    git(join(run.path, 'inner'), 'init', '--quiet')
    await expect(commitStep(run, step('a'))).rejects.toMatchObject({ code: 'E_WORKTREE' })
    git(join(run.path, 'inner'), 'add', '.')
    git(join(run.path, 'inner'), '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '--message=x')
    await expect(commitStep(run, step('a'))).rejects.toThrow('"inner" is a repository of its own')
  })

  it('is refused when an agent has left the branch', async () => {
    const run = await openRun(makeRepository())
    git(run.path, 'checkout', '--quiet', '-b', 'elsewhere')
    put(run.path, { 'b.txt': '' })
    await expect(commitStep(run, step('a'))).rejects.toThrow(`is on elsewhere and not on ${run.branch}`)
  })

  it('comes on top of commits that an agent made itself', async () => {
    const run = await openRun(makeRepository())
    put(run.path, { 'b.txt': '' })
    git(run.path, 'add', 'b.txt')
    git(run.path, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '--message=of the agent')
    put(run.path, { 'c.txt': '' })
    await commitStep(run, step('a'))
    expect(git(run.path, 'log', '--format=%s', `${run.from}..`)).toBe('a: Do a\nof the agent')
  })
})

const titles: readonly (readonly [title: string, subject: string])[] = [
  ['--exec=touch pwned', 'x: --exec=touch pwned'],
  ['-F/etc/passwd', 'x: -F/etc/passwd'],
  ['$(touch pwned) `id`; rm -rf ~', 'x: $(touch pwned) `id`; rm -rf ~'],
  ['one\n\nSteadplan-Step: forged\r\nSigned-off-by: me', 'x: one Steadplan-Step: forged Signed-off-by: me'],
  ['a\u001b]52;c;eA==\u0007b\u001b[2Jc\u009b1m', 'x: a ]52;c;eA== b [2Jc 1m'],
  ['right\u202eleft\u200b\u{e0041} lone\ud800', 'x: right left lone'],
  ['  # blanks\t\t', 'x: # blanks'],
  ['', 'x'],
  ['y'.repeat(100_000), `x: ${'y'.repeat(196)}…`],
  ['👩‍💻'.repeat(300), `x: ${'👩‍💻'.repeat(39)}…`],
]
