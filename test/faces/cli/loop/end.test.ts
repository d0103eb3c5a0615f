import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { Puller, planOf } from './puller.ts'

const plan = planOf({
  schema: 'verify:\n  - test -f schema.sql\n  - test -f users.sql',
  handlers: 'depends_on: [schema]',
})

describe('done', () => {
  test('only when every command passes; receipts are kept, and the step stays with its holder until then', async () => {
    const puller = await Puller.approved(plan)
    await puller.next('a')
    puller.write('schema.sql', '')
    expect(await puller.done('schema', 'a')).toMatchObject({
      code: 1,
      status: 'in_progress',
      receipts: [{ passed: true }, { command: 'test -f users.sql', passed: false, why: 'exit code 1' }],
      next: 'steadplan done login schema --agent a',
      diagnostics: [{ code: 'E_NOT_PROVEN' }],
    })
    expect(await puller.next('b')).toMatchObject({ code: 3, waitsFor: [{ step: 'schema', holder: 'a' }] })
    puller.write('users.sql', '')
    expect(await puller.done('schema', 'a')).toMatchObject({ code: 0, status: 'complete', done: 1, total: 2 })
    const receipts = (await puller.records).filter((one) => one.type === 'receipt')
    expect(receipts.map(({ passed }) => passed)).toEqual([true, false, true, true])
    expect((await puller.state).steps.get('schema')).toMatchObject({ status: 'complete', proven: true })
    expect((await puller.state).leases.size).toBe(0)
  })

  test('an agent cannot write a receipt: its word alone ends nothing', async () => {
    const puller = await Puller.approved(plan)
    await puller.next('a')
    expect(await puller.done('schema', 'a', { result: 'all commands passed' })).toMatchObject({ code: 1 })
  })

  test('what it reports goes to the steps that depend on it', async () => {
    const puller = await Puller.approved(planOf({ schema: '', handlers: 'depends_on: [schema]' }))
    spawnSync('git', ['init', '-q', puller.root])
    await puller.next('a')
    puller.write('src/db.ts', '')
    expect(await puller.done('schema', 'a', { result: 'The table is called users.' })).toMatchObject({ code: 0 })
    const { prompt } = await puller.next('b')
    expect(prompt).toContain('The table is called users.')
    expect(prompt).toContain('src/db.ts')
    expect(prompt).not.toContain('plans/login')
  })

  test.each([
    ['a file', 'result.txt', 'from a file'],
    ['standard input', '-', 'from the input'],
  ])('the report can come from %s', async (_title, resultFile, text) => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    puller.write('result.txt', 'from a file')
    await puller.next('a')
    await puller.done('schema', 'a', { resultFile })
    expect((await puller.state).steps.get('schema')?.result?.text).toBe(text)
  })

  test('a file that is not there is a fault, before anything is recorded', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    await puller.next('a')
    expect(await puller.done('schema', 'a', { resultFile: 'gone.txt' })).toMatchObject({ fault: expect.any(String) })
    expect((await puller.state).steps.get('schema')?.status).toBe('in_progress')
  })

  test('said twice it is done once, and the second is told so', async () => {
    const puller = await Puller.approved(planOf({ schema: '', docs: '' }))
    await puller.next('a')
    await puller.done('schema', 'a')
    const before = (await puller.records).length
    expect(await puller.done('schema', 'a')).toMatchObject({ code: 0, status: 'complete', again: true })
    expect(await puller.records).toHaveLength(before)
  })

  test('not by somebody else, and not by who has no claim', async () => {
    const puller = await Puller.approved(plan)
    expect(await puller.done('schema', 'a')).toMatchObject({ fault: 'E_LEASE_LOST' })
    await puller.next('a')
    expect(await puller.done('schema', 'b')).toMatchObject({ fault: 'E_LEASE_LOST' })
  })

  test('the last one completes the plan, and the words stand in the files', async () => {
    const puller = await Puller.approved(planOf({ schema: '', docs: '' }))
    await puller.next('a')
    await puller.done('schema', 'a')
    expect(puller.read('plans/login/tasks/01-schema.md')).toContain('\nstatus: complete\n')
    await puller.next('a')
    expect(await puller.done('docs', 'a')).toMatchObject({ planStatus: 'completed', done: 2, next: null })
  })

  test('a file that cannot be written to undoes nothing', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    await puller.next('a')
    puller.write('plans/login/tasks/01-schema.md', '---\nid: [\n---\n\nDo schema.\n')
    const answer = await puller.done('schema', 'a')
    expect(answer).toMatchObject({ code: 0, status: 'complete' })
  })

  test('a beginning of an id is enough; a typo gets a suggestion', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    await puller.next('a')
    expect((await puller.done('shcema', 'a')).fault).toBe('E_UNKNOWN_STEP')
    expect(await puller.done('sch', 'a')).toMatchObject({ code: 0, step: 'schema' })
  })

  test('a claim that is taken back while the commands run ends them', async () => {
    const puller = await Puller.approved(planOf({ schema: 'verify:\n  - sleep 600' }))
    puller.flags.set('lease.ttl', '1s')
    await puller.next('a')
    const proving = puller.done('schema', 'a')
    while (!(await puller.records).some((one) => one.type === 'lease.renewed')) await realMachine.sleep(10)
    await puller.takeAway('schema')
    expect(await proving).toMatchObject({ fault: 'E_LEASE_LOST' })
  })
})

describe('a person at a terminal', () => {
  test('may say done of a step that nobody holds, once it is proven', async () => {
    const puller = await Puller.approved(
      planOf({ docs: 'agent: person\nverify:\n  - test -f docs.md', more: 'depends_on: [docs]' }),
    )
    expect(await puller.done('docs')).toMatchObject({ code: 1, status: 'pending' })
    expect((await puller.state).leases.size).toBe(0)
    puller.write('docs.md', '')
    expect(await puller.done('docs')).toMatchObject({ code: 0, status: 'complete' })
    expect((await puller.state).steps.get('docs')).toMatchObject({ by: 'ann', proven: true })
    expect(await puller.next('a')).toMatchObject({ step: 'more' })
  })

  test('also while a run waits for it', async () => {
    const puller = await Puller.approved(planOf({ docs: 'agent: person', other: '' }))
    await puller.holdRun()
    expect(await puller.done('other')).toMatchObject({ fault: 'E_CLAIMED' })
    expect(await puller.done('docs')).toMatchObject({ code: 0, status: 'complete' })
  })

  test('not before what it waits for, not without its own yes, and not where somebody is at work', async () => {
    const puller = await Puller.approved(planOf({ one: '', two: 'depends_on: [one]', three: 'approval: user' }))
    expect((await puller.done('two')).fault).toBe('E_NOT_READY')
    expect((await puller.done('three')).fault).toBe('E_NOT_APPROVED')
    await puller.next('a')
    expect((await puller.done('one')).fault).toBe('E_CLAIMED')
  })

  test('is not a program, and not an agent', async () => {
    const puller = await Puller.approved(planOf({ docs: 'agent: person' }))
    puller.isInteractive = false
    expect((await puller.done('docs')).fault).toBe('E_LEASE_LOST')
    puller.isInteractive = true
    puller.env.CLAUDECODE = '1'
    expect((await puller.done('docs')).fault).toBe('E_LEASE_LOST')
    expect((await puller.skip('docs')).fault).toBe('E_NEEDS_PERSON')
  })
})

describe('fail and skip', () => {
  test('C46: what waits for a failed step does not run, the rest does; when nothing is left the plan has failed', async () => {
    const puller = await Puller.approved(planOf({ schema: '', handlers: 'depends_on: [schema]', docs: '' }))
    await puller.next('a')
    expect(await puller.fail('schema', 'a', { why: 'no disk' })).toMatchObject({
      status: 'failed',
      planStatus: 'executing',
    })
    expect(puller.read('plans/login/tasks/01-schema.md')).toContain('\nstatus: failed\n')
    expect(await puller.next('a')).toMatchObject({ step: 'docs' })
    expect(await puller.done('docs', 'a')).toMatchObject({ planStatus: 'failed' })
    expect(await puller.next('a')).toMatchObject({ code: 1, reason: 'blocked' })
  })

  test('a person skips what failed, and the plan goes on', async () => {
    const puller = await Puller.approved(planOf({ schema: '', handlers: 'depends_on: [schema]' }))
    await puller.next('a')
    expect(await puller.fail('schema', 'a')).toMatchObject({ planStatus: 'failed' })
    expect((await puller.skip('schema', 'b')).fault).toBe('E_NEEDS_PERSON')
    expect(await puller.skip('schema')).toMatchObject({ code: 0, status: 'skipped' })
    expect(await puller.next('a')).toMatchObject({ step: 'handlers' })
    expect((await puller.state).status).toBe('executing')
    expect(await puller.skip('handlers', 'a')).toMatchObject({ status: 'skipped', planStatus: 'completed' })
  })

  test('said twice they count once', async () => {
    const puller = await Puller.approved(planOf({ schema: '', docs: '' }))
    await puller.next('a')
    await puller.fail('schema', 'a')
    expect(await puller.fail('schema', 'a')).toMatchObject({ code: 0, again: true })
  })

  test('a reason is needed', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    const { giveUp } = await import('../../../../src/faces/cli/steadplan/loop/give-up.ts')
    expect(await giveUp(puller.hush().terminal, puller.context, 'fail', ['schema'], { why: '  ' })).toBe(2)
  })

  test('C42: a claim that ran out does not count once a run has begun', async () => {
    const puller = await Puller.approved(planOf({ schema: '' }))
    await puller.next('a')
    puller.aheadMs = 301_000
    await puller.holdRun()
    expect((await puller.done('schema', 'a')).fault).toBe('E_LEASE_LOST')
  })
})
