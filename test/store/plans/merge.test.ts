import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setField } from '../../../src/dialects/agentflow/patch.ts'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { findHomePlans } from '../../../src/store/plans/home-plans.ts'
import { newName } from '../../../src/store/plans/new-name.ts'
import { openPlan } from '../../../src/store/plans/open-plan.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { create } from './create.ts'

/** A repository of real git, with the plan `login` of five steps committed. */
class Repository {
  readonly root: string

  constructor(root = fs.realpathSync(temporaryDirectory())) {
    this.root = root
  }

  git(...args: string[]): string {
    const identity = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false']
    const env = { PATH: process.env.PATH!, HOME: this.root, GIT_CONFIG_NOSYSTEM: '1' }
    return execFileSync('git', [...identity, ...args], { cwd: this.root, env, encoding: 'utf8', stdio: 'pipe' })
  }

  async start(): Promise<this> {
    this.git('init', '-q', '-b', 'main')
    const files = new Map([['plan.md', Buffer.from('---\ntitle: T\n---\n\nWhy.\n')]])
    for (const [at, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const text = `---\nid: ${id}\nagent: codex\npriority: high\ntimeout: 5m\ntags: [x]\n---\n\nDo ${id}.\n\nThen look at it.\n\nThen end.\n`
      files.set(`tasks/0${at + 1}-${id}.md`, Buffer.from(text))
    }
    await create(realMachine, this.root, 'login', files)
    return this.commit('start')
  }

  commit(message: string): this {
    this.git('add', '-A')
    this.git('commit', '-q', '-m', message)
    return this
  }

  branch(name: string, change: () => void): void {
    this.git('checkout', '-q', '-b', name, 'main')
    change()
    this.commit(name)
    this.git('checkout', '-q', 'main')
  }

  edit(task: string, change: (text: string) => string): void {
    const path = join(this.root, 'plans/login/tasks', task)
    fs.writeFileSync(path, change(fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : ''))
  }

  async open() {
    const { plans, diagnostics } = await findHomePlans(realMachine, this.workspace, defaultLimits.markdown)
    const options = { limits: defaultLimits, facts: {} }
    return { diagnostics, plans: await Promise.all(plans.map((plan) => openPlan(realMachine, plan, options))) }
  }

  get workspace() {
    return { root: this.root, state: join(this.root, '.steadplan') }
  }
}

const isDone = (text: string) => setField(text, 'status', 'complete')

describe('branches that plain git merges clean', () => {
  test.each<[string, (one: Repository) => void, (other: Repository) => void, string[]]>([
    ['finish adjacent steps', (one) => one.edit('01-a.md', isDone), (other) => other.edit('02-b.md', isDone), []],
    [
      'add a step each, with the same number',
      (one) => one.edit('06-f.md', () => '---\nid: f\ndepends_on: [e]\n---\n\nDo f.\n'),
      (other) => other.edit('06-g.md', () => '---\nid: g\ndepends_on: [e]\n---\n\nDo g.\n'),
      ['E_TASK_INDEX'],
    ],
    [
      'change different fields of one task',
      (one) => one.edit('03-c.md', (text) => setField(text, 'agent', 'claude-code')),
      (other) => other.edit('03-c.md', (text) => setField(text, 'tags', ['x', 'y'])),
      [],
    ],
    [
      'finish a step and change its text',
      (one) => one.edit('03-c.md', isDone),
      (other) => other.edit('03-c.md', (text) => text.replace('Then end.', 'Then go home.')),
      [],
    ],
  ])('%s', async (_, one, other, codes) => {
    const repository = await new Repository().start()
    repository.branch('one', () => one(repository))
    repository.branch('other', () => other(repository))
    repository.git('merge', '-q', '--no-edit', 'one')
    repository.git('merge', '-q', '--no-edit', 'other')
    const { plans, diagnostics } = await repository.open()
    expect(diagnostics).toEqual([])
    expect(plans).toHaveLength(1)
    expect(plans[0]!.isSound).toBe(true)
    expect(plans[0]!.diagnostics.map(({ code }) => code)).toEqual(codes)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test('what two branches finished is done after the merge', async () => {
    const repository = await new Repository().start()
    repository.branch('one', () => repository.edit('01-a.md', isDone))
    repository.branch('other', () => repository.edit('02-b.md', isDone))
    repository.git('merge', '-q', '--no-edit', 'one')
    repository.git('merge', '-q', '--no-edit', 'other')
    const { plans } = await repository.open()
    expect([...plans[0]!.reading.words].map(([id, { word }]) => [id, word])).toEqual([
      ['a', 'complete'],
      ['b', 'complete'],
    ])
  })

  test('make a plan of the same title in two clones', async () => {
    const main = await new Repository().start()
    const clones = ['one', 'other'].map((name) => {
      const root = join(fs.realpathSync(temporaryDirectory()), name)
      main.git('clone', '-q', main.root, root)
      return new Repository(root)
    })
    for (const clone of clones) {
      await create(realMachine, clone.root, newName('Add a login page', realMachine.nonce()))
      clone.commit('a plan')
      main.git('pull', '-q', '--no-edit', '--no-rebase', clone.root, 'main')
    }
    const { plans } = await main.open()
    expect(plans).toHaveLength(3)
    expect(plans.every(({ isSound }) => isSound)).toBe(true)
    expect(main.git('ls-files')).not.toContain('.steadplan')
  })
})
