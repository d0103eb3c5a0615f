import { describe, expect, test } from 'vitest'
import { Puller, planOf } from './puller.ts'

describe('add', () => {
  test('writes a task file behind the last one; the step waits for its yes', async () => {
    const puller = await Puller.approved(planOf({ schema: '', docs: '' }))
    const added = await puller.add('Test the upload!', {
      after: ['sch', 'docs'],
      verify: ['npm test'],
      files: ['test/a.ts'],
    })
    expect(added).toMatchObject({ code: 0, dependsOn: ['schema', 'docs'], next: 'steadplan review login' })
    expect(added.step).toMatch(/^test-the-upload-[a-z0-9]{4}$/)
    expect(added.file).toBe(`plans/login/tasks/03-${added.step}.md`)
    expect(puller.read(added.file)).toBe(
      `---\nid: ${added.step}\ndepends_on: [schema, docs]\nverify:\n  - npm test\nfiles:\n  - test/a.ts\n---\n\nTest the upload!\n`,
    )
    const given = []
    for (const agent of ['a', 'b', 'c']) given.push((await puller.next(agent)).step)
    expect(given).toEqual(['schema', 'docs', null])
    await puller.done('schema', 'a')
    await puller.done('docs', 'b')
    expect((await puller.next('a')).reason).toBe('finished')
    await puller.approve()
    expect(await puller.next('a')).toMatchObject({ step: added.step })
    expect((await puller.state).status).toBe('executing')
  })

  test('two clones that add the same do not meet', async () => {
    const [one, other] = [new Puller(planOf({ schema: '' })), new Puller(planOf({ schema: '' }))]
    expect((await one.add('More')).file).not.toBe((await other.add('More')).file)
  })

  test('D43: refused with every reason at once, and nothing is written', async () => {
    const puller = new Puller(planOf({ schema: '', docs: '' }))
    const refused = await puller.add('Schema', { id: 'schema', after: ['shcema', 'gone'], files: ['../outside'] })
    expect(new Set(refused.faults)).toEqual(new Set(['E_DUPLICATE_ID', 'E_DANGLING', expect.stringMatching(/^E_/)]))
    expect(refused.message).toContain('"gone"')
    expect((await puller.add('Loop', { id: 'loop', after: ['loop'] })).fault).toBe('E_SELF_DEPENDENCY')
  })

  test('a circle that the new step would close is refused', async () => {
    const puller = new Puller(planOf({ schema: 'depends_on: [later]' }))
    expect((await puller.add('Later', { id: 'later', after: ['schema'] })).faults).toContain('E_CYCLE')
  })

  test('faults that were there before do not keep it from being added', async () => {
    const puller = new Puller(planOf({ schema: 'depends_on: [gone]' }))
    expect(await puller.add('More')).toMatchObject({ code: 0 })
  })

  test('the id of a step that was worked on and then removed is not used again', async () => {
    const puller = await Puller.approved(planOf({ schema: '', docs: '' }))
    await puller.next('a')
    const { rmSync } = await import('node:fs')
    rmSync(`${puller.root}/plans/login/tasks/01-schema.md`)
    expect((await puller.add('Schema', { id: 'schema' })).faults).toContain('E_ID_USED')
  })

  test('one more than a hundred is refused', async () => {
    const steps = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`step-${n}`, '']))
    const puller = new Puller({ ...planOf(steps), 'tasks/00-first.md': '---\nid: first\n---\n\nFirst.\n' })
    expect((await puller.add('Too many')).faults).toEqual(['E_TOO_MANY_TASKS'])
  })
})
