import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { approvePlan } from '../../../../../src/faces/cli/steadplan/decide/approve.ts'
import { create, execute, planOf } from '../../action-plans/plan-text.ts'
import { codesIn, Executor, quiet } from './executor.ts'

const files = { 'plan.md': planOf(create('a.txt', 'a\n'), execute('touch ran')) }
const harmless = { 'plan.md': planOf(create('a.txt', 'a\n')) }

describe('nobody is there who could be asked', () => {
  it('without --yes it is refused, and what to do is said', async () => {
    const ann = new Executor(files)
    ann.isInteractive = false
    const said = await ann.execute('plan.md')
    expect([said.code, codesIn(said), said.out]).toEqual([1, ['E_NEEDS_PERSON'], ''])
    expect(said.err).toMatch(/Run `teddy execute plan\.md`\s+at a terminal/)
    expect(ann.has('a.txt')).toBe(false)
  })

  it.each([
    ['ask', files, 1],
    ['ask', harmless, 1],
    ['risky', files, 1],
    ['risky', harmless, 0],
    ['auto', files, 0],
  ] as const)('with --yes the policy decides: %s', async (policy, plan, code) => {
    for (const env of [{}, { CLAUDECODE: '1' }]) {
      const ann = new Executor(plan)
      ann.isInteractive = false
      ann.env = { USER: 'ann', ...env }
      ann.configure({ approval: { policy } })
      expect((await ann.execute('plan.md', { yes: true })).code).toBe(code)
      expect(ann.has('a.txt')).toBe(code === 0)
    }
  })

  it('an agent that has opened a terminal is still an agent: it is not asked, and its --yes is not enough', async () => {
    const ann = new Executor(files)
    ann.env = { CODEX_SANDBOX: 'x' }
    for (const options of [{}, { yes: true }]) {
      const said = await ann.execute('plan.md', options, ['a'])
      expect([said.code, codesIn(said), ann.questions]).toEqual([1, ['E_NEEDS_PERSON'], []])
    }
    expect(ann.has('a.txt')).toBe(false)
  })

  it('the policy is not set by a flag or a variable', async () => {
    const ann = new Executor(files)
    ann.env = { CLAUDECODE: '1', STEADPLAN_APPROVAL_POLICY: 'auto' }
    ann.flags = new Map([['approval.policy', 'auto']])
    expect((await ann.execute('plan.md', { yes: true })).code).toBe(1)
    expect(ann.has('a.txt')).toBe(false)
  })

  it('what a person has approved is carried out, without another yes', async () => {
    const ann = new Executor(files)
    await approvePlan({ ...quiet, isInteractive: true }, ann.context, 'plan.md', { yes: true })
    ann.isInteractive = false
    ann.env = { CLAUDECODE: '1' }
    expect((await ann.execute('plan.md')).code).toBe(0)
    expect(ann.has('ran')).toBe(true)
  })

  it('G85: an approval that was not given here does not count', async () => {
    const ann = new Executor(files)
    await approvePlan({ ...quiet, isInteractive: true }, ann.context, 'plan.md', { yes: true })
    const other = new Executor()
    fs.cpSync(ann.root, other.root, { recursive: true })
    other.isInteractive = false
    expect(codesIn(await other.execute('plan.md'))).toEqual(['E_NEEDS_PERSON'])
    expect(other.has('a.txt')).toBe(false)
  })
})

describe('a part of a plan', () => {
  const three = planOf(create('a.txt', 'a\n'), execute('echo b >> b.txt'), create('c.txt', 'c\n'))

  it('--only asks about it alone, and the yes covers nothing else', async () => {
    const ann = new Executor({ 'plan.md': three })
    const { code, out } = await ann.execute('plan.md', { only: [1] }, ['y'])
    expect([code, ann.questions.length]).toEqual([0, 1])
    expect(out).toContain('- Status: **stopped**: the rest of its steps was left out')
    expect(out).toContain('3 in all, 1 approved, 2 skipped, 1 succeeded')
    ann.isInteractive = false
    const said = await ann.execute('plan.md')
    expect([said.code, codesIn(said), ann.has('b.txt')]).toEqual([1, ['E_NEEDS_PERSON'], false])
    ann.isInteractive = true
    expect((await ann.execute('plan.md', {}, ['y', 'n'])).code).toBe(0)
    expect(ann.questions).toHaveLength(2)
    expect([ann.read('b.txt'), ann.has('c.txt')]).toEqual(['b\n', false])
  })

  it('what is left out is not checked', async () => {
    const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n'), create('plan.md', 'there\n')) })
    expect((await ann.execute('plan.md', { only: [1], yes: true })).code).toBe(0)
    expect((await ann.execute('plan.md', { yes: true })).code).toBe(1)
  })

  it('a part that is done is not done again', async () => {
    const ann = new Executor({ 'plan.md': three })
    for (const only of [[2], [2], [1, 2]]) expect((await ann.execute('plan.md', { only, yes: true })).code).toBe(0)
    expect(ann.read('b.txt')).toBe('b\n')
  })

  it('a number that is none of an action is refused', async () => {
    const ann = new Executor({ 'plan.md': three })
    for (const options of [{ only: [1, 4] }, { consent: [9] }]) {
      expect(codesIn(await ann.execute('plan.md', { ...options, yes: true }))).toEqual(['E_UNKNOWN_STEP'])
    }
    expect(ann.has('a.txt')).toBe(false)
  })
})
