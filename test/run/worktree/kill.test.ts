import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { closeWorktree } from '../../../src/run/worktree/close.ts'
import { findWorktrees } from '../../../src/run/worktree/find.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { startChild } from '../../support/children.ts'
import { rounds } from '../../support/long.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { branches, git, makeRepository, put, type TestRepository } from './repository.ts'

const choose = randomFrom(seed)

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
const cases = Array.from({ length: rounds(8, 200) }, (_, round) => ({
  round,
  atCall: 1 + choose(105),
  fate: choose(2) === 0 ? 'exit 1' : `exec '${realGit}' "$@"`,
}))

describe.runIf(existsSync('/proc'))(`B16 C36 C40 a run that is killed (seed ${seed})`, () => {
  it.each(cases)(
    'round $round: at call $atCall of git, which then does `$fate`, it loses no commit and harms nothing',
    async ({ atCall, fate }) => {
      const repository = makeRepository()
      const { root } = repository
      const child = startKilled(repository, atCall, fate)
      const { lines, errors } = await child.ended
      expect(errors).toBe('')
      await untilNobodyWorksIn(dirname(root))

      expect(git(root, 'status', '--porcelain')).toBe('')
      expect(git(root, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
      expect(git(root, 'fsck', '--no-dangling')).toBe('')
      for (const line of lines.filter((one) => one.startsWith('commit '))) {
        expect(git(root, 'branch', '--all', '--contains', line.slice('commit '.length))).not.toBe('')
      }

      const left = await findWorktrees(realMachine, root)
      expect(left.filter(({ fate }) => fate !== 'dead')).toEqual([])
      // Those of steps first: they were to be merged into the one of the run.
      for (const { worktree } of left.sort((a, b) => b.worktree.id.length - a.worktree.id.length)) {
        const { directory, why } = await closeWorktree(realMachine, worktree)
        if (directory !== undefined) expect(why).toContain('not committed: step-')
      }
      const kept = await findWorktrees(realMachine, root)
      expect(git(root, 'worktree', 'list').split('\n')).toHaveLength(1 + kept.length)
      for (const line of lines.filter((one) => one.startsWith('commit '))) {
        expect(git(root, 'branch', '--all', '--contains', line.slice('commit '.length))).not.toBe('')
      }
      if (lines.includes('brought')) expect(branches(root)).toEqual(['main'])
    },
  )
})

/** Starts the child with a git before the real one that kills who called it for the k-th time. */
function startKilled(repository: TestRepository, atCall: number, fate: string) {
  const bin = join(dirname(repository.root), 'bin')
  const lines = [
    '#!/bin/sh',
    `echo >> '${bin}/calls'`,
    `if [ "$(wc -l < '${bin}/calls')" -eq ${atCall} ]; then kill -9 $PPID; ${fate}; fi`,
    `exec '${realGit}' "$@"`,
  ]
  put(bin, { git: `${lines.join('\n')}\n` })
  chmodSync(join(bin, 'git'), 0o755)
  const { PATH } = process.env
  process.env.PATH = `${bin}:${PATH}`
  try {
    return startChild('worktree-run', { ...repository, steps: 3 })
  } finally {
    process.env.PATH = PATH
  }
}

/** What was killed had started git, which comes to its own end. */
async function untilNobodyWorksIn(top: string): Promise<void> {
  while (readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && cwdOf(pid).startsWith(top))) await pause(5)
}

function cwdOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
