import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTeddy } from '../../../../../src/dialects/teddy/read.ts'
import { readTeddyPlan } from '../../../../../src/dialects/teddy/read-plan.ts'
import type { StepMoved } from '../../../../../src/plan/records.ts'
import type { StepStatus } from '../../../../../src/plan/step-status.ts'
import { applyTurn } from '../../../../../src/run/teddy/apply-turn.ts'
import { realMachine } from '../../../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../../../src/store/plan-log.ts'
import { openPlaceOf } from '../../../../../src/store/plans/found-plan.ts'
import { teddyPlan } from '../../../../../src/store/plans/teddy-plan.ts'
import { planOf, readPlan, User } from './user.ts'

describe('start', () => {
  it('makes a session and says what comes next', async () => {
    const user = new User()
    user.file('docs/a.md', 'x')
    const { code, out } = await user.start(undefined, { message: 'Add a login page', context: ['docs/a.md'] })
    expect(code).toBe(0)
    expect(out).toBe(`add-a-login-page, turn 01: waits for a plan
  .teddy/sessions/add-a-login-page/01

Next:
  teddy plan                 ask for a plan
  teddy plan --from plan.md  take one that was written elsewhere
`)
    expect(user.text('.teddy/sessions/add-a-login-page/01/turn.context')).toBe('docs/a.md\n')
  })

  it('takes the message from a file or from a pipe, and paths from where it is called', async () => {
    const user = new User()
    user.file('docs/brief.md', 'Search.\n')
    user.cwd = join(user.root, 'docs')
    const started = JSON.parse((await user.start('one', { file: 'brief.md', context: ['brief.md'], json: true })).out)
    expect(started).toMatchObject({
      session: 'one',
      isCurrent: true,
      turn: '01',
      state: 'without plan',
      context: { resources: [{ target: 'docs/brief.md', bytes: 8 }], bytes: 8 },
      next: ['teddy plan', 'teddy plan --from plan.md'],
    })
    expect(user.text('.teddy/sessions/one/01/input.md')).toBe('Search.\n')
    user.stdin = '  from a pipe\n'
    await user.start('two')
    expect(user.text('.teddy/sessions/two/01/input.md')).toBe('from a pipe\n')
  })

  it('names every file that cannot be in a context, and makes nothing', async () => {
    const user = new User()
    mkdirSync(join(user.root, 'docs'))
    const start = user.start('one', { message: 'x', context: ['gone.md', 'docs', '../shop2/a.md', 'https://x.org'] })
    await expect(start).rejects.toMatchObject({
      diagnostics: [{ code: 'E_NOT_A_FILE' }, { code: 'E_NOT_A_FILE' }, { code: 'E_OUTSIDE' }],
    })
    await expect(user.status()).resolves.toMatchObject({ out: expect.stringContaining('no session yet') })
  })

  it('asks what is wanted when nobody says', async () => {
    expect(await new User().start(undefined)).toMatchObject({ code: 2, out: '' })
  })
})

describe('plan', () => {
  it('tells the planner everything, saves what it answers, and says what comes next', async () => {
    const user = new User()
    user.file('a.md', 'the text of a')
    user.file('.teddy/memos.yaml', '- Tabs, not blanks.\n')
    await user.start('greet', { message: 'Greet me', agent: 'Scout', context: ['a.md'] })
    user.file('.teddy/sessions/greet/01/turn.context', 'a.md\ngone.md\n')
    user.answers(`Sure:\n\n${planOf(createPlan)}`)
    const { code, out, err } = await user.plan({ message: 'By name.' })
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Asking .*, who sees 1 file \(13 B\) …\n$/) })
    expect(out).toContain('greet, turn 01 (Scout): plan of 1 action waits to be carried out\n  Greet\n')
    expect(user.text('.teddy/sessions/greet/01/input.md')).toBe('Greet me\n\nBy name.\n')
    expect(user.text('.teddy/sessions/greet/01/plan.md')).toBe(planOf(createPlan))
    expect(user.text('.teddy/sessions/greet/01/meta.yaml')).toMatch(/^plan: \{from: .*, attempts: 1, hash: /m)
    const [asked] = user.asked
    for (const part of [
      '"Scout"',
      'Greet me\n\nBy name.',
      'the text of a',
      'gone.md is not there',
      'Tabs, not blanks.',
    ]) {
      expect(asked).toContain(part)
    }
    expect(user.asked).toHaveLength(1)
  })

  it('asks again with all faults, of the text and of the project, and saves only what is sound', async () => {
    const user = new User()
    await user.start('greet', { message: 'Greet me' })
    user.answers('Hello!', planOf(editPlan), planOf(createPlan))
    const { code, err } = await user.plan()
    expect(code).toBe(0)
    expect(err).toMatch(/for the second time of 3 …\n.*\n.*for the third time of 3/)
    expect(user.asked[1]).toContain('E_TEDDY_STRUCTURE')
    expect(user.asked[2]).toContain('E_TEDDY_MISSING')
    expect(user.text('.teddy/sessions/greet/01/meta.yaml')).toContain('attempts: 3')
  })

  it('keeps the last draft when none is sound', async () => {
    const user = new User()
    await user.start('greet', { message: 'Greet me' })
    user.answers('One', 'Two', planOf(editPlan))
    const { code, out, err } = await user.plan()
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('E_TEDDY_MISSING')
    expect(err).toContain('The last draft is kept: .teddy/sessions/greet/01/draft.md')
    expect(user.text('.teddy/sessions/greet/01/draft.md')).toBe(planOf(editPlan))
    expect(JSON.parse((await user.status({ json: true })).out).sessions[0]).toMatchObject({ state: 'without plan' })
  })

  it('takes a plan from elsewhere, with safe fences, and refuses one with faults', async () => {
    const user = new User()
    await user.start('greet', { message: 'Greet me' })
    user.file('bad.md', planOf(editPlan))
    const bad = await user.plan({ from: 'bad.md' })
    expect(bad).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/bad\.md:\d+.*E_TEDDY_MISSING[\s\S]*Nothing was saved/),
    })
    const refused = JSON.parse((await user.plan({ from: 'bad.md', json: true })).out)
    expect(refused.diagnostics).toMatchObject([{ code: 'E_TEDDY_MISSING', file: 'bad.md' }])
    user.stdin = planOf(createPlan.replace('````md\n', '```md\n```sh\nls\n```\n').replace('````', '```'))
    const { code, out } = await user.plan({ from: '-', json: true })
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 0,
      state: 'planned',
      title: 'Greet',
      actions: 1,
      plan: { from: 'stdin' },
      next: ['teddy execute', 'teddy plan --again -m "…"'],
    })
    expect(user.text('.teddy/sessions/greet/01/plan.md')).toContain('````md\n```sh\nls\n```\n')
    expect(user.asked).toEqual([])
  })

  it('does not replace a plan unasked, and keeps the one that it replaces', async () => {
    const user = new User()
    await user.start('greet', { message: 'Greet me' })
    user.answers(planOf(createPlan), planOf(createPlan, { title: 'Another' }))
    await user.plan()
    await expect(user.plan()).rejects.toMatchObject({ code: 'E_TEDDY_TURN' })
    await user.plan({ again: true, message: 'Otherwise.' })
    expect(user.text('.teddy/sessions/greet/01/plan.md')).toContain('# Another')
    expect(user.text('.teddy/sessions/greet/01/plan.1.md')).toContain('# Greet')
  })

  it('says how to configure a planner when there is none, and keeps what was said', async () => {
    const user = new User()
    Object.defineProperty(user, 'settings', { value: {} })
    await user.start('greet', { message: 'Greet me' })
    await expect(user.plan({ message: 'Now.' })).rejects.toMatchObject({ code: 'E_NO_PLANNER' })
    expect(user.text('.teddy/sessions/greet/01/input.md')).toBe('Greet me\n\nNow.\n')
  })
})

describe('turn after turn', () => {
  it('an agent is told its own turns: the task, what was answered, what it thought, what came of it', async () => {
    const user = new User()
    user.file('a.md', 'the text of a')
    await user.start('greet', { message: 'Greet me' })
    user.answers(readPlan, planOf(invokePlan), planOf(concludePlan), readPlan)
    await user.plan()
    await ended(user, 'greet', 1, '# Report of turn 1')
    await user.plan({ message: 'And me.' })
    await ended(user, 'greet', 2, '# Report of turn 2')
    const status = await user.status()
    expect(status.out).toContain('* greet  03  waits for a plan  0 resources  Architect, called by Pathfinder\n')
    await user.plan()
    await ended(user, 'greet', 3, '# Report of turn 3')
    await user.plan()

    const [first, second, architect, back] = user.asked
    expect(first).toContain('This is the first plan.')
    expect(second).toContain('# Turn 01\n\nGreet me\n\n# Turn 02\n\nAnd me.')
    expect(second).toContain('Some state dashboard of "Greet".')
    expect(second).toContain('# Report of turn 1')
    expect(second).toContain('the text of a')
    expect(architect).toContain('## Handed over by Pathfinder in turn 2\n\nBuild it.')
    for (const part of ['Greet me', '# Report', 'the text of a']) expect(architect).not.toContain(part)
    expect(back).toContain('## Concluded by Architect in turn 3\n\nIt is built.')
    for (const part of ['Greet me', '# Report of turn 2', 'the text of a']) expect(back).toContain(part)
    expect(back).not.toContain('# Report of turn 3')
  })

  it('a session that is concluded is over', async () => {
    const user = new User()
    await user.start('greet', { message: 'Greet me' })
    user.answers(planOf(concludePlan))
    await user.plan()
    await ended(user, 'greet', 1, '')
    await expect(user.plan()).rejects.toMatchObject({
      code: 'E_TEDDY_TURN',
      message: expect.stringContaining('concluded'),
    })
    expect((await user.resume()).out).toContain('greet, turn 01: concluded')
    expect((await user.status()).out).toContain('teddy start')
  })
})

describe('status', () => {
  it('says of each session where it stands, by what the log of its plan says', async () => {
    const user = new User()
    user.file('a.md', '')
    const two = planOf(`${createPlan}\n### \`READ\`\n- **Resource:** [a.md](/a.md)\n- **Description:** See.`)
    for (const name of ['broken', 'done', 'failed', 'fresh', 'lost', 'none', 'part']) {
      await user.start(name, { message: 'x' })
      user.file('plan.md', two)
      if (name !== 'none') await user.plan({ from: 'plan.md', session: name })
    }
    await logged(user, 'broken', [['failed']], 'failed')
    await logged(user, 'done', [['complete'], ['complete']])
    await logged(user, 'failed', [['complete'], ['failed']])
    await logged(user, 'lost', [['complete'], []])
    await logged(user, 'part', [['complete']])
    const { out } = await user.status()
    expect(out).toBe(`  broken  01  executed: 0 of 2 done, 1 failed            0 resources
  done    01  executed: 2 of 2 done                      0 resources
  failed  01  executed: 1 of 2 done, 1 failed            0 resources
  fresh   01  plan of 2 actions waits to be carried out  0 resources
  lost    01  interrupted: 1 of 2 done, 1 interrupted    0 resources
  none    01  waits for a plan                           0 resources
* part    01  stopped: 1 of 2 done                       0 resources

Next:
  teddy resume  go on
`)
    await expect(user.plan({ session: 'lost' })).rejects.toMatchObject({ code: 'E_TEDDY_TURN' })
    expect(JSON.parse((await user.status({ session: 'lost', json: true })).out).sessions).toMatchObject([
      { session: 'lost', isCurrent: false, state: 'interrupted', actions: 2, counts: { complete: 1, interrupted: 1 } },
    ])
  })

  it('a session that cannot be read hides no other', async () => {
    const user = new User()
    await user.start('one', { message: 'x' })
    await user.start('two', { message: 'x' })
    user.file('.teddy/sessions/two/01/meta.yaml', 'nothing')
    const { code, out, err } = await user.status()
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('one') })
    expect(err).toContain('E_TEDDY_META')
  })

  it('a plan that somebody spoiled waits to be mended', async () => {
    const user = new User()
    for (const text of ['', '# Nothing', '\u0000', 'x'.repeat(3 << 20)]) {
      await user.start(`s${text.length}`, { message: 'x' })
      user.file(`.teddy/sessions/s${text.length}/01/plan.md`, text)
      const { code, out } = await user.status()
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringContaining(`teddy check .teddy/sessions/s${text.length}/01/`),
      })
    }
  })

  it('H90: nothing in a session can act on a terminal', async () => {
    const user = new User()
    await user.start('one', { message: 'x', agent: 'a\u001b[2Jb' })
    user.file('.teddy/sessions/one/01/turn.context', 'c\u001b[2J.md\n')
    user.file('.teddy/sessions/one/01/plan.md', planOf(createPlan, { title: 't\u001b]0;x\u0007' }))
    const { out } = await user.status({ session: 'one' })
    const shown = out + (await user.context()).out + (await user.resume()).out
    expect(shown).toContain('a^[[2Jb')
    expect(shown).not.toContain('\u001b')
  })
})

describe('context', () => {
  it('shows what there is with sizes, what is missing with why, and is changed by paths from where one is', async () => {
    const user = new User()
    user.file('docs/a.md', 'x'.repeat(1234))
    user.file('b.md', 'b')
    await user.start('one', { message: 'x' })
    user.cwd = join(user.root, 'docs')
    await user.add(['a.md', 'https://example.com/x'])
    const { out } = await user.add(['../b.md'], { always: true })
    expect(out).toBe(`one, turn 01: 3 resources, 1.2 kB, 1 of them cannot be shown
  b.md                   always  1 B
  docs/a.md                      1.2 kB
  https://example.com/x          was not read by a plan yet
`)
    rmSync(join(user.root, 'b.md'))
    expect(JSON.parse((await user.remove(['a.md', 'https://example.com/x'], { json: true })).out)).toEqual({
      session: 'one',
      turn: '01',
      resources: [{ target: 'b.md', isAlways: true, bytes: 0, why: 'is not there' }],
      bytes: 0,
    })
    await expect(user.remove(['a.md', 'nowhere'])).rejects.toMatchObject({
      diagnostics: [{ code: 'E_TEDDY_NOT_IN_CONTEXT' }, { code: 'E_TEDDY_NOT_IN_CONTEXT' }],
    })
    expect((await user.remove(['b.md'])).out).toBe('one, turn 01: 0 resources, 0 B\n')
  })
})

describe('resume', () => {
  it('asks for the plan that is missing, in the session that is named, which is the current one then', async () => {
    const user = new User()
    await user.start('one', { message: 'x' })
    await user.start('two', { message: 'x' })
    user.answers(planOf(createPlan))
    const { code, out, err } = await user.resume({ session: 'one' })
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^one, turn 01: waits for a plan\n/) })
    expect(out).toMatch(/^one, turn 01: plan of 1 action waits/)
    expect(user.text('.teddy/current')).toBe('one\n')
  })

  it('TEDDY_SESSION is meant more than the current one, and a flag more than it', async () => {
    const user = new User()
    for (const name of ['one', 'two', 'three']) await user.start(name, { message: 'x' })
    user.env = { TEDDY_SESSION: 'two' }
    expect((await user.context()).out).toContain('two')
    expect((await user.context({ session: 'one' })).out).toContain('one')
    expect((await user.status()).out).toContain('* two')
    user.env = { TEDDY_SESSION: '../x' }
    await expect(user.context()).rejects.toMatchObject({ code: 'E_BAD_ID' })
  })
})

const createPlan = '### `CREATE`\n- **File Path:** [new.md](/new.md)\n- **Description:** New.\n````md\nx\n````\n'
const editPlan =
  '### `EDIT`\n- **File Path:** [gone.md](/gone.md)\n- **Description:** Old.\n\n`FIND:`\n````\na\n````\n`REPLACE:`\n````\nb\n````\n'
const invokePlan = '### `INVOKE`\n- **Agent:** Architect\n\nBuild it.\n'
const concludePlan = '### `CONCLUDE`\n\nIt is built.\n'

/** Ends a turn as if every action of its plan had succeeded. */
async function ended(user: User, session: string, turn: number, report: string): Promise<void> {
  const plan = readTeddy('plan.md', Buffer.from(user.text(`.teddy/sessions/${session}/0${turn}/plan.md`))).plan!
  const outcomes = plan.actions.map(({ position }) => ({ position, status: 'succeeded' as const }))
  await applyTurn(realMachine, user.place, { session, turn, plan, outcomes, report }, { waitMs: 5000, command: 'test' })
}

/** What the log says of each action: how it ended, or that it was begun and nobody is there any more. */
async function logged(
  user: User,
  session: string,
  ends: readonly (readonly StepStatus[])[],
  status?: 'failed',
): Promise<void> {
  const found = teddyPlan(user.place.workspace, `.teddy/sessions/${session}/01/plan.md`, 1 << 20)
  const place = await openPlaceOf(realMachine, found)
  const { plan } = readTeddyPlan(
    new Map([['plan.md', Buffer.from(user.text(`.teddy/sessions/${session}/01/plan.md`))]]),
    {
      key: found.files.key,
      prefix: '',
    },
  )
  const log = await openPlanLog(realMachine, place, { lockWaitMs: 5000, command: 'test' })
  for (const [at, [end]] of ends.entries()) {
    const step = plan.steps[at]!.id
    const moved = (from: StepStatus, to: StepStatus): StepMoved => ({ type: 'step.moved', step, from, to, by: 'test' })
    await log.decide(() => ({
      records: [moved('pending', 'in_progress'), ...(end ? [moved('in_progress', end)] : [])],
      answer: undefined,
    }))
  }
  if (status === undefined) return
  const failed = { type: 'plan.moved', from: 'executing', event: 'fail', to: status, by: 'test' } as const
  await log.decide(() => ({ records: [failed], answer: undefined }))
}
