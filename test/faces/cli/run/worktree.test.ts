import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resumePlan } from '../../../../src/faces/cli/steadplan/run/resume.ts'
import { runCommandOf } from '../../../../src/faces/cli/steadplan/run/run.ts'
import type { ResumeOptions, RunCommandOptions } from '../../../../src/faces/cli/steadplan/run.ts'
import { openIsolation } from '../../../../src/run/isolation.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import type { PlanPerson } from '../plan-person.ts'
import { branchesOf, git, personWithRepository } from './repository.ts'
import { eventsOf, personWithScript, task, until } from './scripted.ts'

const run = (person: PlanPerson, options: RunCommandOptions = {}) => {
  person.isInteractive = false
  return runCommandOf(person.hush().terminal, person.context, 'login', options)
}
const resume = (person: PlanPerson, options: ResumeOptions = {}) => {
  person.isInteractive = false
  return resumePlan(person.hush().terminal, person.context, 'login', options)
}
const writes = (path: string, text: string) => ({ write: path, lines: [text] })
const has = (person: PlanPerson, path: string): boolean => fs.existsSync(join(person.root, path))

/** The records in the log of the plan. */
function logOf({ root }: PlanPerson): { type?: string; step?: string; commit?: string }[] {
  const plans = join(root, '.steadplan/plans')
  const text = fs.readFileSync(join(plans, fs.readdirSync(plans)[0]!, 'log.jsonl'), 'utf8')
  return [...text.matchAll(/\{.*\}/g)].map(([line]) => JSON.parse(line))
}

const sideBySide = {
  'tasks/01-a.md': task('id: a\nverify:\n  - grep -q one a.txt'),
  'tasks/02-b.md': task('id: b\nverify:\n  - grep -q two b.txt'),
  'tasks/03-c.md': task('id: c\ndepends_on: [a, b]\nverify:\n  - grep -q one a.txt\n  - grep -q two b.txt'),
}

const onePlan = { 'tasks/01-a.md': task('id: a') }

describe('steadplan run --worktree', () => {
  test.each([
    { is: 'one after the other', options: { worktree: 'run', jobs: 1 } },
    { is: 'beside each other', options: { worktree: 'run', jobs: 2 } },
    { is: 'each apart', options: { worktree: 'step', jobs: 1 } },
  ] as const)('steps $is: a commit for each, verified where it worked, all brought back', async ({ options }) => {
    const person = await personWithRepository(sideBySide, {
      a: [[writes('a.txt', 'one')]],
      b: [[writes('b.txt', 'two')]],
    })
    expect(await run(person, options)).toBe(0)
    expect(person.err).toMatch(
      /^The steps work in \S+\/\.local\/state\/steadplan\/worktrees\/plans-login-\w+, on the branch /,
    )
    const head = git(person, 'rev-parse', 'main')
    expect(person.out).toContain(`Brought back into your checkout: commit ${head.slice(0, 12)}\n`)
    expect([person.read('a.txt'), person.read('b.txt')]).toEqual(['one\n', 'two\n'])
    expect(git(person, 'log', '--format=%s', '--no-merges').split('\n').sort()).toEqual([
      'a: Do it.',
      'b: Do it.',
      'first',
    ])
    expect(branchesOf(person)).toEqual(['main'])
    expect(git(person, 'worktree', 'list').split('\n')).toHaveLength(1)
    const commits = logOf(person).filter(({ type }) => type === 'step.result')
    expect(
      commits.map(({ step, commit }) => [step, commit && git(person, 'log', '-1', '--format=%s', commit)]),
    ).toEqual(
      expect.arrayContaining([
        ['a', 'a: Do it.'],
        ['b', 'b: Do it.'],
        ['c', undefined],
      ]),
    )
    // The words in its own files are told to the checkout, whose files they are.
    expect(person.read('plans/login/tasks/01-a.md')).toContain('status: complete\n')
  })

  test('programs are told the branch and the commit', async () => {
    const person = await personWithRepository(onePlan, { a: [[writes('a.txt', 'one')]] })
    expect(await run(person, { worktree: 'run', json: true })).toBe(0)
    const brought = git(person, 'rev-parse', 'main')
    const branch = expect.stringMatching(/^steadplan\/plans-login-/)
    expect(eventsOf(person.out).at(-1)).toMatchObject({ type: 'outcome', worktree: { branch, brought } })
  })

  test('the setting does the same', async () => {
    const person = await personWithRepository(onePlan, { a: [[writes('a.txt', 'one')]] })
    person.flags = new Map([['run.worktree', 'step']])
    expect(await run(person)).toBe(0)
    expect(person.out).toContain('Brought back')
  })

  test('two steps that change the same place: one fails with the files and its branch, and is done again', async () => {
    const person = await personWithRepository(
      { 'tasks/01-a.md': task('id: a'), 'tasks/02-b.md': task('id: b') },
      { a: [[writes('same.txt', 'one')]], b: [[{ wait: 1500 }, writes('same.txt', 'two')]] },
    )
    expect(await run(person, { worktree: 'step', jobs: 2, json: true })).toBe(1)
    const events = eventsOf(person.out)
    const failed = events.find(({ type, status }) => type === 'ended' && status === 'failed')
    expect(failed).toMatchObject({ why: expect.stringContaining('both sides changed the same places: same.txt') })
    const [, kept] = /on the branch (\S+)$/.exec(failed?.why as string)!
    expect(git(person, 'show', `${kept}:same.txt`)).toMatch(/one|two/)
    const { worktree } = events.at(-1) as { worktree: { branch: string; directory: string } }
    expect(fs.existsSync(join(worktree.directory, 'same.txt'))).toBe(true)
    expect(has(person, 'same.txt')).toBe(false)

    expect(await resume(person, { retryFailed: true })).toBe(0)
    expect(person.err).toContain(`Going on in ${worktree.directory}, on the branch ${worktree.branch}`)
    expect(has(person, 'same.txt')).toBe(true)
    expect(branchesOf(person)).toEqual(['main', kept])
  })

  test('a run that failed names where its work is, and the next one goes on there', async () => {
    const person = await personWithRepository(
      { ...sideBySide, 'tasks/03-c.md': task('id: c\ndepends_on: [a, b]\nverify:\n  - grep -q three c.txt') },
      {
        a: [[writes('a.txt', 'one')]],
        b: [[writes('b.txt', 'two')]],
        c: [[writes('c.txt', 'wrong')]],
      },
    )
    expect(await run(person, { worktree: 'run', retries: 0 })).toBe(1)
    const [, branch, directory] = /^The work so far is on the branch (\S+), in (\S+)$/m.exec(person.out)!
    expect([fs.existsSync(join(directory!, 'a.txt')), has(person, 'a.txt')]).toEqual([true, false])
    expect(git(person, 'show', `${branch}:b.txt`)).toBe('two')
    const [, kept] = /^Not finished, and kept: (\S+)$/m.exec(person.out)!
    expect(git(person, 'show', `${kept}:c.txt`)).toBe('wrong')

    person.write('../script.json', JSON.stringify({ c: [[writes('c.txt', 'three')]] }))
    expect(await run(person, { dryRun: true })).toBe(0)
    expect(person.out).toContain(`Would go on in ${directory}, on the branch ${branch}`)
    expect(await resume(person, { retryFailed: true })).toBe(0)
    expect(['a', 'b', 'c'].map((id) => person.read(`${id}.txt`))).toEqual(['one\n', 'two\n', 'three\n'])
  })

  test('what cannot be brought back is said with the reason and the command', async () => {
    const person = await personWithRepository(onePlan, {
      a: [[{ say: 'here' }, { wait: 1500 }, writes('a.txt', 'one')]],
    })
    const running = run(person, { worktree: 'run', json: true })
    await until(() => person.out.includes('here'))
    person.write('mine.txt', 'mine')
    expect(await running).toBe(0)
    const { worktree } = eventsOf(person.out).at(-1) as { worktree: { branch: string; command: string } }
    expect(worktree).toEqual({
      branch: worktree.branch,
      why: 'the checkout has changes that are not committed: mine.txt',
      command: `git merge ${worktree.branch}`,
    })
    git(person, ...worktree.command.split(' ').slice(1))
    expect(person.read('a.txt')).toBe('one\n')
  })

  test('changes that are not committed are refused, unless they are allowed', async () => {
    const person = await personWithRepository(onePlan, { a: [[writes('a.txt', 'one')]] })
    person.write('mine.txt', 'mine')
    expect(await run(person, { worktree: 'run' })).toBe(1)
    expect(person.err).toContain('E_UNCOMMITTED')
    expect(person.err).toContain('mine.txt')
    expect(branchesOf(person)).toEqual(['main'])
    expect(await run(person, { worktree: 'run', allowDirty: true })).toBe(0)
    expect(person.out).toContain('Not brought back: the checkout has changes that are not committed: mine.txt\n')
    expect(person.out).toMatch(/^To bring it back: git merge steadplan\/plans-login-\w+$/m)
  })

  test('without a repository, and with an agent that is missing, nothing is made', async () => {
    const bare = await personWithScript(onePlan)
    expect(await run(bare, { worktree: 'run' })).toBe(1)
    expect(bare.err).toContain('E_NO_REPOSITORY')
    const person = await personWithRepository(onePlan)
    expect(await run(person, { worktree: 'run', agent: 'nobody' })).toBe(1)
    expect(person.err).toContain('E_NO_AGENT')
    expect(branchesOf(person)).toEqual(['main'])
  })

  test('a dry run says what would be made and what is missing, and makes nothing', async () => {
    const person = await personWithRepository(onePlan)
    person.write('mine.txt', 'mine')
    expect(await run(person, { worktree: 'run', jobs: 1, dryRun: true })).toBe(0)
    const from = git(person, 'rev-parse', '--short=12', 'HEAD')
    const directory = join(person.home, '.local/state/steadplan/worktrees')
    expect(person.out).toContain(`Would make a worktree in ${directory}, on a new branch from ${from}\n`)
    expect(person.out).toContain('  brought back into main when the plan is completed\n')
    expect(person.out).toContain('Missing: Changes are not committed, and steps would not see them: mine.txt.\n')
    expect(await run(person, { worktree: 'step', dryRun: true, json: true })).toBe(0)
    expect(person.json).toMatchObject({ worktree: { perStep: true, directory, into: 'main' } })
    expect(branchesOf(person)).toEqual(['main'])
    expect(fs.existsSync(directory)).toBe(false)
    const bare = await personWithScript(onePlan)
    expect(await run(bare, { worktree: 'run', dryRun: true })).toBe(0)
    expect(bare.out).toContain('Missing: there is no repository of git')
  })

  test('A13: whoever runs a plan that somebody carries out in a worktree is told who does', async () => {
    const person = await personWithRepository(onePlan, { a: [[{ say: 'here' }, { wait: 2000 }]] })
    const first = run(person, { worktree: 'run' })
    await until(() => person.out.includes('a: here'))
    let told = ''
    const err = (text: string) => {
      told += text
    }
    expect(await runCommandOf({ ...person.terminal, err }, person.context, 'login', { worktree: 'run' })).toBe(3)
    expect(told).toMatch(/the plan is carried out by ann \(pid \d+ on /)
    expect(await first).toBe(0)
  })

  test('C36: what a run did that was killed after its last step is brought back by the next', async () => {
    const person = await personWithRepository(onePlan)
    await run(person)
    const left = await openIsolation({
      machine: realMachine,
      root: person.root,
      directory: join(person.home, '.local/state/steadplan/worktrees'),
      name: 'plans/login',
      left: { steps: [], broken: [] },
      isPerStep: true,
      proven: new Set(),
      besides: ['plans/login'],
    })
    await left.around({ id: 'a', title: 'A', text: '', dependsOn: [] }, 'work', async (cwd) => {
      fs.writeFileSync(join(cwd, 'a.txt'), 'one')
      return { status: 'complete' }
    })
    expect(await run(person, { json: true })).toBe(0)
    const brought = git(person, 'rev-parse', 'main')
    expect(person.json).toMatchObject({ status: 'completed', worktree: { branch: left.worktree.branch, brought } })
    expect(person.read('a.txt')).toBe('one')
    expect(await run(person)).toBe(0)
    expect(person.out).toBe('login is completed already; nothing is left to do\n')
  })

  test('off works in the project although something was left', async () => {
    const person = await personWithRepository(onePlan, { a: [[{ exit: 1 }], [writes('a.txt', 'one')]] })
    expect(await run(person, { worktree: 'run' })).toBe(1)
    person.write('../script.json', JSON.stringify({ a: [[writes('a.txt', 'one')]] }))
    expect(await resume(person, { retryFailed: true, worktree: 'off' })).toBe(0)
    expect(person.out).not.toContain('Brought back')
    expect(git(person, 'status', '--porcelain', 'a.txt')).toBe('?? a.txt')
  })
})
