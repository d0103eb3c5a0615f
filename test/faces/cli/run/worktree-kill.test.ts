import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { findWorktrees } from '../../../../src/run/worktree/find.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { rounds } from '../../../support/long.ts'
import { randomFrom, seed } from '../../../support/random.ts'
import type { PlanPerson } from '../plan-person.ts'
import { git, personWithRepository } from './repository.ts'
import { task } from './scripted.ts'

const choose = randomFrom(seed)
const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
const ids = ['a', 'b', 'c', 'd'] as const

const modes = [
  { worktree: 'run', jobs: 1 },
  { worktree: 'run', jobs: 2 },
  { worktree: 'step', jobs: 1 },
] as const

const cases = Array.from({ length: rounds(6, 120) }, (_, round) => {
  const first = 1 + choose(130)
  return {
    round,
    mode: modes[round % modes.length]!,
    // The second one hits whoever goes on after the first.
    kills: [first, first + 1 + choose(60)],
    fate: choose(2) === 0 ? 'exit 1' : `exec '${realGit}' "$@"`,
    interrupted: choose(2) === 0 ? 'redo' : 'keep',
  }
})

describe.runIf(fs.existsSync('/proc'))(`C36 C40 a run in a worktree that is killed (seed ${seed})`, () => {
  test.each(cases)(
    'round $round, $mode: at calls $kills of git, then `$interrupted` until it is through',
    async ({ mode, kills, fate, interrupted }) => {
      const person = await personWithRepository(
        {
          'tasks/01-a.md': step('a'),
          'tasks/02-b.md': step('b'),
          'tasks/03-c.md': step('c', 'depends_on: [a]\n'),
          'tasks/04-d.md': step('d', 'depends_on: [b, c]\n'),
        },
        Object.fromEntries(ids.map((id) => [id, [[{ write: `${id}.txt`, lines: [id] }]]])),
      )
      const path = killingGit(person, kills, fate)
      const options = ['--worktree', mode.worktree, '--jobs', String(mode.jobs)]
      const goOn = ['resume', 'login', '--interrupted', interrupted, '--retry-failed', ...options]
      let ended = await start(person, path, 'run', 'login', ...options)
      for (let tries = 0; ended.code !== 0 && tries < 6; tries++) {
        isUntouchedOrWhole(person)
        ended = await start(person, path, ...goOn)
      }
      expect(ended).toEqual({ code: 0, text: expect.stringContaining('login is completed') })

      expect(ids.map((id) => person.read(`${id}.txt`))).toEqual(ids.map((id) => `${id}\n`))
      for (const id of ids) expect(git(person, 'log', '--format=%s', '--', `${id}.txt`).split('\n')).toHaveLength(1)
      expect(git(person, 'status', '--porcelain', '--', ...ids.map((id) => `${id}.txt`))).toBe('')
      expect(git(person, 'fsck', '--no-dangling')).toBe('')
      expect(await findWorktrees(realMachine, person.root)).toEqual([])
      expect(git(person, 'worktree', 'list').split('\n')).toHaveLength(1)
      expect(git(person, 'for-each-ref', 'refs/steadplan-begun')).toBe('')
    },
  )
})

function step(id: string, more = ''): string {
  return task(`id: ${id}\n${more}verify:\n  - grep -q ${id} ${id}.txt`)
}

/** A git before the real one that kills who calls it, at each of these calls. Answers the path to find it. */
function killingGit({ home }: PlanPerson, kills: readonly number[], fate: string): string {
  const bin = join(home, 'bin')
  const lines = [
    '#!/bin/sh',
    `echo >> '${bin}/calls'`,
    `case "$(wc -l < '${bin}/calls' | tr -d ' ')" in ${kills.join('|')}) kill -9 $PPID; ${fate};; esac`,
    `exec '${realGit}' "$@"`,
  ]
  fs.mkdirSync(bin)
  fs.writeFileSync(join(bin, 'git'), `${lines.join('\n')}\n`, { mode: 0o755 })
  return `${bin}:${process.env.PATH}`
}

/** The built command in a process of its own, to its end, and to the end of all that it started. */
async function start({ root: cwd, home, env }: PlanPerson, path: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [resolve('dist/bin/steadplan.cjs'), ...args], {
    cwd,
    env: { ...env, PATH: path },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const [code] = await once(child, 'close')
  await untilNobodyWorksIn(home)
  return { code: code as number | null, text }
}

/** However a run ends, the person's checkout never has a part of its work. */
function isUntouchedOrWhole(person: PlanPerson): void {
  const there = ids.filter((id) => fs.existsSync(join(person.root, `${id}.txt`)))
  expect([[], ids]).toContainEqual(there)
  expect(git(person, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
}

/** What was killed had started programs, which come to their own end. */
async function untilNobodyWorksIn(top: string): Promise<void> {
  while (fs.readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && cwdOf(pid).startsWith(top))) await pause(10)
}

function cwdOf(pid: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
