import { describe, expect, test } from 'vitest'
import { Puller, planOf } from './puller.ts'

const twoSteps = planOf({ schema: 'verify:\n  - test -f schema.sql', handlers: 'depends_on: [schema]' })

describe('a step is given', () => {
  test('with all that is needed to do it, and the command to run when it is done', async () => {
    const puller = await Puller.approved(twoSteps)
    const given = await puller.next('codex-1')
    expect(given).toMatchObject({
      code: 0,
      plan: 'login',
      step: 'schema',
      title: 'Do schema.',
      again: false,
      interrupted: null,
      verify: ['test -f schema.sql'],
      leaseSeconds: 300,
      reason: null,
      next: 'steadplan done login schema --agent codex-1',
    })
    expect(given.prompt).toContain('Do schema.')
    const state = await puller.state
    expect(state.status).toBe('executing')
    expect(state.leases.get('step:schema')).toMatchObject({ token: given.token, holder: 'codex-1' })
    expect((await puller.records).findLast((one) => one.type === 'step.moved')).toMatchObject({ token: given.token })
  })

  test('asked again, the same holder gets the same step, and its time starts anew', async () => {
    const puller = await Puller.approved(twoSteps)
    const first = await puller.next('a')
    puller.aheadMs = 200_000
    expect(await puller.next('a')).toMatchObject({ code: 0, step: 'schema', token: first.token, again: true })
    puller.aheadMs = 400_000
    expect(await puller.next('b')).toMatchObject({
      code: 3,
      reason: 'waiting',
      waitsFor: [{ holder: 'a', seconds: 100 }],
    })
  })

  test('by priority, then by place', async () => {
    const puller = await Puller.approved(planOf({ one: '', two: 'priority: 5', three: 'priority: 5' }))
    const order = []
    for (const agent of ['a', 'b', 'c']) order.push((await puller.next(agent)).step)
    expect(order).toEqual(['two', 'three', 'one'])
  })

  test('but not beside one that touches the same files', async () => {
    const puller = await Puller.approved(
      planOf({ one: 'files: [src/]', two: 'files: [src/a.ts]', three: 'files: [lib/a.ts]' }),
    )
    expect(await puller.next('a')).toMatchObject({ step: 'one' })
    expect(await puller.next('b')).toMatchObject({ step: 'three' })
    expect(await puller.next('c')).toMatchObject({ code: 3, reason: 'waiting' })
    await puller.done('one', 'a')
    expect(await puller.next('c')).toMatchObject({ step: 'two' })
  })

  test.each<[string, NodeJS.ProcessEnv, string | undefined, string]>([
    ['the command line', { AGENTCTL_AGENT: 'env' }, 'flag', 'flag'],
    ['the environment', { AGENTCTL_AGENT: 'env' }, undefined, 'env'],
    ['who calls', {}, undefined, 'ann'],
    ['what a shell would take apart is quoted', {}, "it's me", "'it'\\''s me'"],
  ])('the name of its holder comes from %s', async (_title, env, agent, name) => {
    const puller = await Puller.approved(twoSteps)
    Object.assign(puller.env, env)
    expect((await puller.next(agent)).next).toBe(`steadplan done login schema --agent ${name}`)
  })

  test('a text for people, without anything that acts on the terminal', async () => {
    const puller = await Puller.approved(planOf({ schema: 'title: "red \\e[31m"' }))
    const { next } = await import('../../../../src/faces/cli/steadplan/loop/next.ts')
    expect(await next(puller.hush().terminal, puller.context, undefined, { agent: 'a' })).toBe(0)
    expect(puller.out).toMatch(
      /^login: step schema, claim \d+ for 300 s\. [\s\S]*\nNext: steadplan done login schema --agent a\n$/,
    )
    expect(puller.out).toContain('red ^[[31m')
    expect(puller.out).not.toContain('\u001b')
  })
})

describe('C36 and C42: a holder that is not heard of any more', () => {
  test('its step is interrupted, then handed out again, and the log has both', async () => {
    const puller = await Puller.approved(twoSteps)
    await puller.next('a')
    puller.aheadMs = 301_000
    const given = await puller.next('b')
    expect(given).toMatchObject({ code: 0, step: 'schema', again: false, interrupted: { by: 'a' } })
    expect(given.advice).toContain('look at what is there first')
    const moves = (await puller.records).flatMap((one) => (one.type === 'step.moved' ? [`${one.from} ${one.to}`] : []))
    expect(moves).toEqual([
      'pending in_progress',
      'in_progress interrupted',
      'interrupted pending',
      'pending in_progress',
    ])
  })

  test('when it comes back it is refused, told what happened, and nothing has changed', async () => {
    const puller = await Puller.approved(twoSteps)
    const { token } = await puller.next('a')
    puller.aheadMs = 301_000
    await puller.next('b')
    const before = (await puller.records).length
    for (const refused of [await puller.done('schema', 'a'), await puller.fail('schema', 'a', { token: token! })]) {
      expect(refused).toMatchObject({ fault: 'E_LEASE_LOST' })
      expect(refused.message).toContain('by b at')
    }
    expect(await puller.records).toHaveLength(before)
  })

  test('also when it has the same name, by its token', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    const { token } = await puller.next('a')
    puller.aheadMs = 301_000
    expect((await puller.next('a')).interrupted).toMatchObject({ by: 'a' })
    expect(await puller.done('schema', 'a', { token: token! })).toMatchObject({ fault: 'E_LEASE_LOST' })
    expect(await puller.done('schema', 'a')).toMatchObject({ code: 0 })
  })

  test('while nobody took the step, it may still finish', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    await puller.next('a')
    puller.aheadMs = 301_000
    expect(await puller.done('schema', 'a')).toMatchObject({ code: 0, status: 'complete', planStatus: 'completed' })
  })
})

describe('nothing is given', () => {
  const shape = Object.keys
  test('the answer has the same keys every time', async () => {
    const puller = new Puller(twoSteps)
    const unapproved = await puller.next('a')
    await puller.approve()
    const given = await puller.next('a')
    expect(shape(unapproved)).toEqual(shape(given))
    expect(shape(await puller.next('b'))).toEqual(shape(given))
  })

  test('unapproved: without a yes nothing is made on the disk', async () => {
    const puller = new Puller(twoSteps)
    expect(await puller.next('a')).toMatchObject({ code: 1, reason: 'unapproved', next: 'steadplan review login' })
    expect(await puller.records).toEqual([])
  })

  test('C41: what was edited after the yes is given as it was approved, and what was added is not', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    puller.write('plans/login/tasks/01-schema.md', '---\nid: schema\nverify:\n  - rm -rf /\n---\n\nSomething else.\n')
    puller.write('plans/login/tasks/02-more.md', '---\nid: more\n---\n\nMore.\n')
    const given = await puller.next('a')
    expect(given).toMatchObject({ step: 'schema', verify: [] })
    expect(given.prompt).not.toContain('Something else')
    expect(await puller.done('schema', 'a')).toMatchObject({ planStatus: 'completed', total: 1 })
  })

  test('unapproved: a step with a yes of its own', async () => {
    const puller = await Puller.approved(planOf({ schema: 'approval: user' }))
    const answer = await puller.next('a')
    expect(answer).toMatchObject({ code: 1, reason: 'unapproved', waitsFor: [{ step: 'schema', holder: null }] })
  })

  test('blocked: a step that a person does, and one that failed', async () => {
    const puller = await Puller.approved(
      planOf({ schema: '', docs: 'agent: person', handlers: 'depends_on: [schema]' }),
    )
    await puller.next('a')
    await puller.fail('schema', 'a', { why: 'no disk' })
    const answer = await puller.next('a')
    expect(answer).toMatchObject({ code: 1, reason: 'blocked', next: 'steadplan show login' })
    expect(answer.waitsFor).toEqual([
      { step: 'docs', holder: null, seconds: null, why: 'a person does it' },
      { step: 'schema', holder: 'a', seconds: null, why: 'it failed: no disk' },
    ])
  })

  test('finished', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    await puller.next('a')
    await puller.done('schema', 'a')
    expect(await puller.next('a')).toMatchObject({ code: 0, reason: 'finished', next: null })
  })

  test('held: while a run carries out the plan, naming it', async () => {
    const puller = await Puller.approved(twoSteps)
    await puller.holdRun()
    const answer = await puller.next('a')
    expect(answer).toMatchObject({ code: 3, reason: 'held', diagnostics: [{ code: 'E_CLAIMED' }] })
    expect(answer.waitsFor).toMatchObject([{ step: 'run', holder: 'a run' }])
  })

  test('at most five are named, and how many more there are', async () => {
    const steps = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`step-${n}`, '']))
    const puller = await Puller.approved(planOf({ ...steps, last: `depends_on: [${Object.keys(steps).join(', ')}]` }))
    for (let n = 0; n < 8; n++) await puller.next(`agent-${n}`)
    const answer = await puller.next('late')
    expect(answer.waitsFor).toHaveLength(5)
    expect(answer).toMatchObject({ reason: 'waiting', more: 3 })
  })
})

test('what a person wrote into a file before the loop begins counts', async () => {
  const puller = await Puller.approved(planOf({ schema: '', handlers: 'depends_on: [schema]' }))
  puller.write('plans/login/tasks/01-schema.md', '---\nid: schema\nstatus: complete\n---\n\nDo schema.\n')
  expect(await puller.next('a')).toMatchObject({ code: 0, step: 'handlers' })
  expect((await puller.state).steps.get('schema')).toMatchObject({ status: 'complete', by: 'the file' })
})
