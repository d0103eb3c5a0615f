import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { messages } from '../../../../src/dialects/planloop/schemas/messages.ts'
import { json, Loop, task } from './loop.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** A planner that gives these answers one after the other, and keeps what it was asked. */
function withPlanner(loop: Loop, answers: readonly (object | string)[]): () => string[] {
  const [program, state, asked] = ['planner.cjs', 'answers.json', 'asked.json'].map((name) => join(loop.home, name))
  writeFileSync(state!, JSON.stringify(answers.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))))
  writeFileSync(asked!, '[]')
  writeFileSync(
    program!,
    `const { readFileSync, writeFileSync } = require('fs')
const [state, asked] = ${JSON.stringify([state, asked])}
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const [answer = '{}', ...rest] = read(state)
writeFileSync(asked, JSON.stringify([...read(asked), readFileSync(0, 'utf8')]))
writeFileSync(state, JSON.stringify(rest))
process.stdout.write(answer)`,
  )
  loop.flags.set('planner.source', 'command')
  loop.flags.set('planner.command', `'${process.execPath}' '${program}'`)
  return () => JSON.parse(readFileSync(asked!, 'utf8'))
}

const good = {
  tasks: [task('Add the login form', { ref: 'form' }), task('Add the logout button', { dependencies: ['form'] })],
}
const yes = { is_approved: true, feedback: '' }

describe('start with a planner', () => {
  it('drafts, holds the draft to the gates, has it judged, and drafts again with all that was found', async () => {
    const loop = new Loop({ 'spec.md': '# Login\n\nA form, and a way out.\n', 'src/app.py': '' })
    const asked = withPlanner(loop, [
      { tasks: [task('Implement login and create the tables', { relevant_file_paths: ['src/nowhere.py'] })] },
      good,
      { is_approved: false, feedback: 'Say where the form goes.' },
      good,
      yes,
    ])
    const said = await loop.start('Implement the features described in spec.md.')
    expect(said.code).toBe(0)
    expect(json(said)).toMatchObject({ status: 'session_created', tasks: 2, next_command: 'planloop status --json' })
    const questions = asked()
    expect(questions).toHaveLength(5)
    expect(questions[0]).toContain('A form, and a way out.')
    expect(questions[0]).toContain('src/app.py')
    expect(questions[1]).toContain('src/nowhere.py')
    expect(questions[1]).toContain('asks for more than one thing')
    expect(questions[3]).toContain('Say where the form goes.')
    await loop.sync()
    expect(json(await loop.status())).toMatchObject({
      now: { reason: 'ready_for_task', current_task: { id: 1, title: 'Add the login form' } },
    })
    expect(z.fromJSONSchema(messages.get('start-answer')!.schema() as JsonSchema).safeParse(json(said)).success).toBe(
      true,
    )
  })

  it('begins no session when the attempts are used up', async () => {
    const loop = new Loop()
    loop.flags.set('planner.attempts', '2')
    const asked = withPlanner(loop, [{ tasks: [] }, 'no JSON at all'])
    const said = await loop.start('Add login')
    expect(said.code).toBe(1)
    expect(json(said)).toMatchObject({ status: 'error', error_type: 'plan_not_sound' })
    expect(asked()).toHaveLength(2)
    expect(json(await loop.sessions()).sessions).toEqual([])
    expect(json(await loop.start('Add login', { planner: false }))).toMatchObject({ status: 'session_created' })
  })

  it('says which setting is missing, and asks nobody without one', async () => {
    const loop = new Loop()
    loop.flags.set('planner.source', 'command')
    expect(json(await loop.start('Add login'))).toMatchObject({
      error_type: 'no_planner',
      details: [expect.stringContaining('planner.command')],
    })
  })

  it('refuses a specification that is not there or lies outside', async () => {
    const loop = new Loop()
    withPlanner(loop, [good, yes])
    expect(json(await loop.start('Add login', { spec: 'nowhere.md' }))).toMatchObject({ error_type: 'not_a_file' })
    expect(json(await loop.start('Add login', { spec: '/etc/passwd' }))).toMatchObject({ error_type: 'outside' })
  })
})

describe('suggest', () => {
  it('shows what no task covers, and adds nothing', async () => {
    const loop = new Loop({
      'spec.md': '# Spec\n',
      'src/app.py': 'x = 1\n# TODO handle the empty name\n',
      'README.md': '# Shop\n',
    })
    await loop.beginWith([task('Add the login form')])
    const asked = withPlanner(loop, [
      { tasks: [task('Add the login form'), task('Handle the empty name in `src/app.py`')] },
    ])
    const said = await loop.suggest()
    expect(said.code).toBe(0)
    expect(json(said)).toMatchObject({
      status: 'success',
      suggestions: [{ title: 'Handle the empty name in `src/app.py`' }],
      next_command: `planloop update --json '{"add_tasks": [ ... ]}'`,
    })
    expect(asked()[0]).toContain('src/app.py:2: # TODO handle the empty name')
    expect(asked()[0]).toContain('# Shop')
    expect(asked()[0]).toContain('2 (TODO): Add the login form')
    expect(json(await loop.plan()).plan.tasks).toHaveLength(2)
    const { suggestions } = json(said)
    expect(json(await loop.update({ add_tasks: suggestions }))).toMatchObject({ status: 'success' })
    expect(
      z.fromJSONSchema(messages.get('suggest-answer')!.schema() as JsonSchema).safeParse(json(said)).error,
    ).toBeUndefined()
  })

  it('may find nothing', async () => {
    const loop = new Loop()
    await loop.begin()
    withPlanner(loop, [{ tasks: [] }])
    expect(json(await loop.suggest())).toMatchObject({ suggestions: [], next_command: 'planloop status --json' })
  })

  it('names the setting when nobody is configured', async () => {
    const loop = new Loop()
    await loop.begin()
    expect(json(await loop.suggest())).toMatchObject({
      status: 'error',
      error_type: 'no_planner',
      details: [expect.stringContaining('planner.source')],
    })
  })
})
