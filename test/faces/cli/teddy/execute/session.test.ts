import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realMachine } from '../../../../../src/store/machine/real.ts'
import { createSession } from '../../../../../src/store/teddy/create-session.ts'
import { readMemos } from '../../../../../src/store/teddy/memos.ts'
import { readSession } from '../../../../../src/store/teddy/session.ts'
import { lockOptions } from '../../../../support/plan-place.ts'
import { create, execute, planOf, read } from '../../action-plans/plan-text.ts'
import { chat, codesIn, Executor, jsonLines } from './executor.ts'

const memos = '## Memos\n````\n[+] The build is slow.\n````\n\n## Action Plan'
const remembering = (...actions: readonly string[]) => planOf(...actions).replace('## Action Plan', memos)

async function inSession(plan: string | undefined, files: Readonly<Record<string, string>> = {}): Promise<Executor> {
  const ann = new Executor(files)
  const session = { name: 'login', agent: 'Pathfinder', input: 'Add a login page.\n', context: [] }
  await createSession(realMachine, ann.place, session, lockOptions)
  if (plan !== undefined) ann.write('.teddy/sessions/login/01/plan.md', plan)
  return ann
}

const remembered = (ann: Executor) => readMemos(realMachine, ann.place)
const turnsOf = async (ann: Executor) => (await readSession(realMachine, ann.place, 'login'))!.turns

describe('the plan of a session', () => {
  it('is carried out when none is named; its turn ends with the report, and the next one is there', async () => {
    const ann = await inSession(remembering(create('a.txt', 'a\n'), read('a.txt'), chat('Right?')))
    const { code, out, err } = await ann.execute(undefined, { yes: true }, ['Yes.', ''])
    expect(code).toBe(0)
    expect(err).toContain('The plan of session login, turn 01: .teddy/sessions/login/01/plan.md\n')
    expect(err).toContain('login, turn 02 (Pathfinder): waits for a plan\n')
    expect(err).toContain('\nNext:\n  teddy plan')
    expect(ann.read('.teddy/sessions/login/01/report.md')).toBe(out)
    expect(ann.read('.teddy/sessions/login/02/turn.context')).toBe('a.txt\n')
    expect(ann.read('.teddy/sessions/login/02/input.md')).toContain('Yes.')
    expect([await remembered(ann), await turnsOf(ann)]).toEqual([['The build is slow.'], [1, 2]])
  })

  it('that fails: the turn ends, and the next one is told why', async () => {
    const ann = await inSession(planOf(execute('echo no; exit 1'), create('a.txt', 'a\n')))
    expect((await ann.execute(undefined, { yes: true })).code).toBe(1)
    expect(ann.read('.teddy/sessions/login/01/report.md')).toContain('**failed**: action 1 failed')
    expect(await turnsOf(ann)).toEqual([1, 2])
  })

  it('of which only some is carried out: the turn goes on', async () => {
    const ann = await inSession(remembering(create('a.txt', 'a\n'), create('b.txt', 'b\n')))
    expect((await ann.execute(undefined, { yes: true, only: [1] })).code).toBe(0)
    expect([await turnsOf(ann), await remembered(ann)]).toEqual([[1], []])
    expect((await ann.execute(undefined, { yes: true })).code).toBe(0)
    expect([await turnsOf(ann), ann.has('b.txt')]).toEqual([[1, 2], true])
  })

  it('named by its file is the same; that of an earlier turn changes the session no more', async () => {
    const ann = await inSession(remembering(create('a.txt', 'a\n')))
    const file = '.teddy/sessions/login/01/plan.md'
    expect((await ann.execute(file, { yes: true })).code).toBe(0)
    expect(await turnsOf(ann)).toEqual([1, 2])
    fs.rmSync(join(ann.root, 'a.txt'))
    expect((await ann.execute(file, { yes: true, again: true })).code).toBe(0)
    expect([await turnsOf(ann), ann.has('a.txt')]).toEqual([[1, 2], true])
    expect(await remembered(ann)).toEqual(['The build is slow.'])
  })

  it('no to all of it: nothing is remembered', async () => {
    const ann = await inSession(remembering(create('a.txt', 'a\n')))
    expect((await ann.execute(undefined, {}, ['n'])).code).toBe(0)
    expect([await turnsOf(ann), await remembered(ann)]).toEqual([[1, 2], []])
  })

  it('that was carried out before its turn could end: the next command ends it', async () => {
    const ann = await inSession(remembering(execute('echo x >> count')))
    const inTheWay = join(ann.root, '.teddy/sessions/login/02')
    fs.writeFileSync(inTheWay, '')
    expect((await ann.execute(undefined, { yes: true })).code).toBe(1)
    expect(await turnsOf(ann)).toEqual([1])
    fs.rmSync(inTheWay)
    const { code } = await ann.execute(undefined)
    expect([code, ann.read('count'), await remembered(ann)]).toEqual([0, 'x\n', ['The build is slow.']])
    expect(await turnsOf(ann)).toEqual([1, 2])
  })

  it('--json tells where the session stands then', async () => {
    const ann = await inSession(planOf(create('a.txt', 'a\n')))
    const lines = jsonLines(await ann.execute(undefined, { yes: true, json: true }))
    expect(lines.at(-1)).toMatchObject({
      type: 'outcome',
      session: { session: 'login', turn: '02', next: expect.arrayContaining(['teddy plan']) },
    })
  })

  it('what it forgets has to be remembered', async () => {
    const ann = await inSession(remembering(create('a.txt', 'a\n')).replace('[+]', '[-]'))
    expect(codesIn(await ann.execute(undefined, { yes: true }))).toEqual(['E_TEDDY_MEMO_NONE'])
  })
})

describe('which one is meant', () => {
  it('a session without a plan: the clipboard', async () => {
    const ann = await inSession(undefined)
    ann.clipboard = planOf(execute('echo clip >> ran'))
    expect((await ann.execute(undefined, { yes: true })).code).toBe(0)
    expect([ann.read('ran'), await turnsOf(ann)]).toEqual(['clip\n', [1]])
  })

  it('a pipe counts more than the session', async () => {
    const ann = await inSession(planOf(execute('echo session >> ran')))
    ann.stdin = planOf(execute('echo pipe >> ran'))
    await ann.execute(undefined, { yes: true })
    expect(ann.read('ran')).toBe('pipe\n')
  })

  it('--session counts more than a pipe', async () => {
    const ann = await inSession(planOf(execute('echo session >> ran')))
    ann.stdin = ''
    await ann.execute(undefined, { yes: true, session: 'login' })
    expect(ann.read('ran')).toBe('session\n')
    const said = await ann.execute(undefined, { yes: true, session: 'login' })
    expect([said.code, codesIn(said)]).toEqual([1, ['E_TEDDY_TURN']])
    expect(codesIn(await ann.execute(undefined, { session: 'logout' }))).toEqual(['E_TEDDY_NO_SESSION'])
  })

  it('TEDDY_SESSION that is not there is no reason to take the clipboard', async () => {
    const ann = await inSession(undefined)
    ann.clipboard = planOf(execute('touch ran'))
    ann.env = { USER: 'ann', TEDDY_SESSION: 'logout' }
    const said = await ann.execute(undefined, { yes: true })
    expect([said.code, codesIn(said), ann.has('ran')]).toEqual([1, ['E_TEDDY_NO_SESSION'], false])
  })
})

describe('memos of a plan without a session', () => {
  it('are shown, and taken up once', async () => {
    const ann = new Executor({ 'plan.md': remembering(execute('test -e go')) })
    const { err } = await ann.execute('plan.md', {}, ['y'])
    expect(err).toContain('Remember: The build is slow.\n')
    expect(await remembered(ann)).toEqual(['The build is slow.'])
    ann.write('.teddy/memos.yaml', '')
    ann.write('go', '')
    expect((await ann.execute('plan.md')).code).toBe(0)
    expect((await ann.execute('plan.md', { again: true, yes: true })).code).toBe(0)
    expect(await remembered(ann)).toEqual([])
  })

  it('that are remembered already are told, before anybody is asked', async () => {
    const ann = new Executor({
      'plan.md': remembering(create('a.txt', 'a\n')),
      '.teddy/memos.yaml': '- The build is slow.\n',
    })
    const said = await ann.execute('plan.md', {}, ['q'])
    expect(said.err).toMatch(/E_TEDDY_MEMO_TWICE[\s\S]*Action 1 of 1/)
    expect((await ann.execute('plan.md', { yes: true })).code).toBe(0)
    expect(await remembered(ann)).toEqual(['The build is slow.'])
  })

  it('no to all of it: nothing is remembered', async () => {
    const ann = new Executor({ 'plan.md': remembering(create('a.txt', 'a\n')) })
    await ann.execute('plan.md', {}, ['n'])
    expect(await remembered(ann)).toEqual([])
  })
})
