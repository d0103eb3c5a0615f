import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { create, execute, planOf } from '../../action-plans/plan-text.ts'
import { codesIn, Executor } from './executor.ts'

const hook = planOf(create('a.txt', 'a\n'), create('.git/hooks/pre-commit', 'evil\n'), create('b.txt', 'b\n'))

describe('F77: what other programs obey needs a yes of its own', () => {
  it.each(['.git/hooks/pre-commit', '.GIT/config', '.Claude/settings.json', '.cursor/mcp.json', '.vscode/tasks.json'])(
    '%s',
    async (path) => {
      const ann = new Executor({ 'plan.md': planOf(create(path, 'x\n'), create('b.txt', 'b\n')) })
      const { code, err } = await ann.execute('plan.md', { yes: true }, ['n'])
      expect([code, ann.questions]).toEqual([0, ['Carry it out all the same? [y]es, [n]o, [q]uit > ']])
      expect(err).toMatch(/needs a yes of its own: \S+ \(.+ is protected: .+\)/)
      expect([ann.has(path), ann.has('b.txt')]).toEqual([false, true])
    },
  )

  it('all the rest does not cover it', async () => {
    const ann = new Executor({ 'plan.md': hook })
    expect((await ann.execute('plan.md', {}, ['a', 'y'])).code).toBe(0)
    expect(ann.questions).toHaveLength(2)
    expect(ann.read('.git/hooks/pre-commit')).toBe('evil\n')
    const records = await ann.log('plan.md').records()
    expect(records.filter(({ type }) => type === 'step.approval')).toMatchObject([{ by: 'ann', channel: 'terminal' }])
  })

  it('`a` is no answer to it', async () => {
    const ann = new Executor({ 'plan.md': hook })
    expect((await ann.execute('plan.md', {}, ['a', 'a', 'a', 'a'])).code).toBe(1)
    expect([ann.has('a.txt'), ann.has('.git')]).toEqual([false, false])
  })

  it('behind a link as well', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('docs/config', 'x\n')) })
    fs.mkdirSync(join(ann.root, '.git'))
    fs.symlinkSync('.git', join(ann.root, 'docs'))
    const { err } = await ann.execute('plan.md', { yes: true }, ['q'])
    expect([ann.questions.length, err.includes('.git is protected')]).toEqual([1, true])
    expect((await ann.execute('plan.md', { yes: true, consent: [1] })).code).toBe(0)
    expect(ann.read('.git/config')).toBe('x\n')
  })

  it('what we keep of plans is refused, whoever says yes', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('.steadplan/owners/x', 'x\n')) })
    const said = await ann.execute('plan.md', { yes: true, consent: [1] })
    expect([said.code, codesIn(said)]).toEqual([1, ['E_PROTECTED']])
  })

  it('--consent says it on the command line, for the actions that it names', async () => {
    const plan = planOf(create('.git/one', '1\n'), create('.git/two', '2\n'))
    const ann = new Executor({ 'plan.md': plan })
    ann.isInteractive = false
    ann.configure({ approval: { policy: 'auto' } })
    const refused = await ann.execute('plan.md', { yes: true, consent: [1] })
    expect([refused.code, codesIn(refused)]).toEqual([1, ['E_NEEDS_PERSON']])
    expect(refused.err).toContain('Action 2 needs a yes of its own: .git/two')
    expect(refused.err).toContain('--consent 2')
    expect(ann.has('.git')).toBe(false)
    expect((await ann.execute('plan.md', { yes: true, consent: [1, 2] })).code).toBe(0)
    expect(ann.read('.git/two')).toBe('2\n')
  })
})

describe('G83: variables that decide what runs', () => {
  it.each(['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'GIT_SSH_COMMAND'])('%s', async (name) => {
    const ann = new Executor({ 'plan.md': planOf(execute('touch ran', `**env:**\n  - \`${name}\`: "/x"`)) })
    const { code, err } = await ann.execute('plan.md', { yes: true }, ['n'])
    expect([code, ann.has('ran')]).toEqual([0, false])
    expect(err).toContain(`sets: ${name}=/x\n`)
    expect(err).toContain(`needs a yes of its own: ${name} (`)
  })

  it('with its yes it is set; any other needs none', async () => {
    const env = '**env:**\n  - `NODE_OPTIONS`: "--no-warnings"\n  - `COLOUR`: "red"'
    const ann = new Executor({ 'plan.md': planOf(execute('echo "$NODE_OPTIONS $COLOUR" > seen', env)) })
    expect((await ann.execute('plan.md', { yes: true }, ['y'])).code).toBe(0)
    expect(ann.read('seen')).toBe('--no-warnings red\n')
  })

  it('a directory outside of the project is refused', async () => {
    const ann = new Executor({ 'plan.md': planOf(execute('touch ran', '**cwd:** ../..')) })
    const said = await ann.execute('plan.md', { yes: true })
    expect([said.code, codesIn(said)]).toEqual([1, ['E_OUTSIDE']])
  })
})
