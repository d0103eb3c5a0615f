import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readUpdate } from '../../../../src/dialects/planloop/payload.ts'
import { messages } from '../../../../src/dialects/planloop/schemas/messages.ts'
import { type Json, json, Loop, type Said, task } from './loop.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

function faultsBy(name: string, value: Json): string[] {
  const schema = z.fromJSONSchema(messages.get(name)!.schema() as JsonSchema)
  const { error } = schema.safeParse(value)
  return error === undefined ? [] : [z.prettifyError(error)]
}

describe('real answers have the form that `describe` tells', () => {
  const loop = new Loop()
  const steps: readonly (readonly [string, string, () => Promise<Said>])[] = [
    ['error', 'no session', () => loop.status()],
    ['start-answer', 'started', () => loop.start('Implement user authentication')],
    ['status-answer', 'A: instructions', () => loop.status()],
    ['sync-answer', 'synced', () => loop.sync()],
    ['status-answer', 'B: the first task', () => loop.status()],
    ['error', 'a refused plan', () => loop.update({ add_tasks: [{ title: 'x', colour: 1 }] })],
    ['error', 'no JSON', () => loop.update('{')],
    [
      'update-answer',
      'tasks added',
      () =>
        loop.update({
          add_tasks: [
            task('Add the form', {
              ref: 'form',
              creates: ['src/form.py'],
              files: ['src/form.py'],
              verify: ['true'],
              notes: 'n',
            }),
            task('Improve performance', { dependencies: ['form'] }),
          ],
          update_tasks: [{ id: 1, status: 'DONE', result: 'Two tasks.' }],
        }),
    ],
    ['status-answer', 'B: a task for an agent', () => loop.status({ agent: 'bob' })],
    ['status-answer', 'blocked', () => loop.status({ agent: 'ann' })],
    ['alert-answer', 'a warning', () => loop.alert({ id: 'slow', level: 'warning', message: 'Slow.' })],
    [
      'update-answer',
      'reported',
      () => loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: 'A form.' }] }, { agent: 'bob' }),
    ],
    ['status-answer', 'B: with results and signals', () => loop.status({ budget: 2000 })],
    ['status-answer', 'B: with little room', () => loop.status({ budget: 60 })],
    ['alert-answer', 'raised', () => loop.alert({ message: 'It fails.', task: 2 })],
    ['status-answer', 'C: a signal', () => loop.status()],
    ['plan-answer', 'the plan', () => loop.plan()],
    ['alert-answer', 'cleared', () => loop.alert({ clear: true })],
    ['update-answer', 'all done', () => loop.update({ update_tasks: [{ id: 3, status: 'CANCELLED' }] })],
    ['status-answer', 'D: completed', () => loop.status()],
    ['update-answer', 'summary', () => loop.update({ final_summary: 'It works.' })],
    ['status-answer', 'D: finished', () => loop.status()],
    ['plan-answer', 'the finished plan', () => loop.plan()],
    ['sessions-answer', 'sessions', () => loop.sessions()],
    ['use-answer', 'used', async () => loop.use(json(await loop.sessions()).sessions[0].id)],
  ]

  it('each of them', async () => {
    const reasons = new Set<string>()
    for (const [name, title, answered] of steps) {
      const answer = json(await answered())
      expect(faultsBy(name, answer), `${title}: ${JSON.stringify(answer)}`).toEqual([])
      // A schema that takes anything would prove nothing.
      expect(faultsBy(name, { ...answer, more: 1 }), title).not.toEqual([])
      reasons.add(answer.now?.reason)
    }
    for (const reason of ['sync_instructions', 'ready_for_task', 'blocked', 'waiting_on_signal', 'plan_completed']) {
      expect([...reasons]).toContain(reason)
    }
  })
})

describe('the schema of a payload takes what is read, and refuses what is not', () => {
  const folder = 'test/dialects/planloop/fixtures/payload'
  // What only the gates or the bytes can tell, and of `{}` an `anyOf` that this validator leaves out.
  const beyond = new Set(['seed-onboarding', 'duplicate-keys', 'invisible', 'asks-for-nothing', 'empty-object'])

  it.each(readdirSync(folder).filter((name) => !beyond.has(name)))('%s', (name) => {
    const text = readFileSync(join(folder, name, 'payload.json'), 'utf8')
    const isRead = readUpdate(text).faults.length === 0
    let value: Json
    try {
      value = JSON.parse(text.replace('\ufeff', ''))
    } catch {
      return expect(isRead).toBe(false)
    }
    expect(faultsBy('update', value).length === 0).toBe(isRead)
  })
})

describe('describe', () => {
  it('tells every message, by name and all at once', async () => {
    const loop = new Loop()
    const all = json(await loop.describe())
    for (const [name, { schema }] of messages) {
      expect(all[name]).toEqual(schema())
      expect(all[name]).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: `planloop ${name}`,
      })
      expect(json(await loop.describe(name, { json: false }))).toEqual(schema())
    }
    expect((await loop.describe(undefined, { json: false })).out).toContain(
      'update           what `planloop update` takes\n',
    )
  })

  it('helps with a name that is none', async () => {
    expect(json(await new Loop().describe('updat'))).toMatchObject({
      status: 'error',
      faults: [{ hint: 'Did you mean `update`?' }],
    })
  })
})
