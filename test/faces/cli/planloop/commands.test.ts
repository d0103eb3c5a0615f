import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { json, Loop, task } from './loop.ts'

const done = (id: number) => ({ update_tasks: [{ id, status: 'DONE' }] })

describe('update', () => {
  const payload = JSON.stringify(done(1))

  it.each<[string, string | undefined, object]>([
    ['behind --json', undefined, { json: payload }],
    ['alone', payload, { json: true }],
    ['@file', '@payload.json', {}],
    ['@file behind --json', undefined, { json: '@payload.json' }],
    ['--file', undefined, { file: 'payload.json' }],
    ['- for standard input', '-', {}],
    ['- behind --json', undefined, { json: '-' }],
    ['a pipe', undefined, {}],
  ])('takes its payload: %s', async (_title, word, options) => {
    const loop = new Loop({ 'payload.json': payload })
    await loop.begin()
    loop.input = payload
    expect(json(await loop.update(word, options))).toMatchObject({ status: 'success' })
    expect(json(await loop.status()).now.reason).toBe('plan_completed')
  })

  it.each<[string, string | undefined, object, string]>([
    ['none', undefined, {}, 'No payload is given.'],
    ['two', payload, { file: 'payload.json' }, 'The payload is given more than once.'],
    ['a file that is not there', '@nowhere.json', {}, 'There is no file nowhere.json.'],
    ['no JSON', 'DONE', {}, 'Line 1, column 1: This is no JSON value.'],
    ['nothing', ' ', {}, 'The payload is empty.'],
  ])('says so in JSON: %s', async (_title, word, options, sentence) => {
    const loop = new Loop()
    await loop.begin()
    const said = await loop.update(word, options)
    expect(said).toMatchObject({ code: 1, err: '' })
    expect(json(said)).toMatchObject({ status: 'error', next_command: 'planloop status --json' })
    expect(json(said).details[0].startsWith(sentence)).toBe(true)
  })

  it('names what could not be read and what the gates refuse together, task by task, each once', async () => {
    const loop = new Loop()
    await loop.begin()
    const said = await loop.update({
      add_tasks: [
        task('Add the form', { context_hints: 'Read it.', relevant_file_paths: ['nowhere.py'] }),
        task('Implement login and create the tables', { colour: 'red', dependencies: ['nobody'] }),
      ],
      update_tasks: [{ id: 9, status: 'DONE' }],
      last_seen_version: 1,
    })
    const { error_type, faults } = json(said)
    expect(error_type).toBe('invalid_payload')
    expect(faults.map((one: { code: string; path: string }) => `${one.code} ${one.path}`)).toEqual([
      'E_FIELD_KIND add_tasks[0].context_hints',
      'E_TASK_PATH add_tasks[0].relevant_file_paths[0]',
      'E_FIELD_UNKNOWN add_tasks[1].colour',
      'E_DANGLING add_tasks[1].dependencies[0]',
      'E_TASK_MANY add_tasks[1].title',
      'E_STALE_VERSION last_seen_version',
      'E_UNKNOWN_TASK update_tasks[0].id',
    ])
  })

  it('refuses the abridged payload of the onboarding, as the gates say', async () => {
    const loop = new Loop()
    await loop.begin()
    const said = await loop.update({
      add_tasks: [
        { title: 'Set up database schema', context_hints: ["Read the 'Database Schema' section in `spec.md`."] },
      ],
      update_tasks: [{ id: 1, status: 'DONE' }],
    })
    expect(said.code).toBe(1)
    const { error_type, details } = json(said)
    expect(error_type).toBe('plan_validation_failed')
    expect(details).toHaveLength(2)
    expect(json(await loop.status()).now.current_task).toMatchObject({ id: 1, status: 'TODO' })
  })

  it('tells warnings, which --strict makes errors', async () => {
    const loop = new Loop()
    await loop.begin()
    const vague = { add_tasks: [task('Improve the API performance.')] }
    const strict = await loop.update(vague, { strict: true })
    expect(json(strict)).toMatchObject({ error_type: 'plan_validation_failed', faults: [{ code: 'E_TITLE_VAGUE' }] })
    const lax = json(await loop.update(vague))
    expect(lax).toMatchObject({
      status: 'success',
      warnings: [expect.stringContaining('does not say when it is done')],
    })
  })

  it('guards later changes as well', async () => {
    const loop = new Loop()
    await loop.beginWith([
      task('Add the parser', { ref: 'parser', creates: ['src/parser.py'] }),
      task('Add the printer', { dependencies: ['parser'], relevant_file_paths: ['src/parser.py'] }),
    ])
    const codes = async (change: object) =>
      json(await loop.update({ update_tasks: [change] })).faults?.map((one: { code: string }) => one.code)
    expect(await codes({ id: 2, dependencies: [3] })).toEqual(['E_CYCLE'])
    expect(await codes({ id: 2, creates: ['src/other.py'] })).toEqual(['E_TASK_PATH'])
    expect(await codes({ id: 3, dependencies: [] })).toEqual(['E_TASK_PATH'])
    expect(await codes({ id: 3, context_hints: ['Read `src/nowhere.py`.'] })).toEqual(['E_HINT_PATH'])
    expect(await codes({ id: 3, relevant_file_paths: [] })).toEqual(['E_TASK_INCOMPLETE'])
    expect(await codes({ id: 3, notes: 'Mind the gap.' })).toBeUndefined()
  })

  it('runs the commands that prove a task', async () => {
    const loop = new Loop()
    await loop.beginWith([task('Add the flag', { verify: [`test -e made`] })])
    const early = await loop.update(done(2))
    expect(json(early)).toMatchObject({ error_type: 'not_proven', faults: [{ path: 'update_tasks[0].status' }] })
    loop.write({ made: '' })
    expect(json(await loop.update(done(2)))).toMatchObject({ status: 'success' })
  })

  it('answers people in text', async () => {
    const loop = new Loop()
    await loop.begin()
    const said = await loop.update(
      { add_tasks: [{ ...task('Add the \u001b[2Jform'), type: '\u001b[2J' }] },
      { json: false },
    )
    expect(said).toMatchObject({ code: 1, out: '' })
    expect(said.err).toContain('invalid_payload')
    expect(said.err).not.toContain('\u001b')
    const good = await loop.update({ add_tasks: [task('Add the form')] }, { json: false })
    expect(good).toEqual({
      code: 0,
      err: '',
      out: 'The update was taken.\n  2  Add the form\nNext: planloop status --json\n',
    })
  })
})

describe('status', () => {
  it('asks for the instructions until they are there, and says what others wrote', async () => {
    const loop = new Loop({ 'docs/agents.md': '# Ours\n', 'spec.md': '' })
    await loop.start('Add login')
    const first = json(await loop.status())
    expect(first.now.reason).toBe('sync_instructions')
    expect(json(await loop.status())).toEqual(first)
    loop.write({ 'docs/agents.md': first.now.instructions_content })
    expect(json(await loop.status()).now.reason).toBe('ready_for_task')
    expect(readFileSync(join(loop.project, 'docs/agents.md'), 'utf8').startsWith('# Ours\n')).toBe(true)
    writeFileSync(join(loop.project, 'docs/agents.md'), '# Ours again\n')
    expect(json(await loop.status()).now.reason).toBe('sync_instructions')
    expect(json(await loop.sync())).toMatchObject({ changed: true })
    expect(json(await loop.sync())).toMatchObject({ changed: false })
  })

  it.each<[string, (project: string) => void, string]>([
    ['a directory', (project) => mkdirSync(join(project, 'docs/agents.md'), { recursive: true }), 'not_a_file'],
    [
      'a link that leads out',
      (project) => {
        mkdirSync(join(project, 'docs'))
        symlinkSync('/etc/passwd', join(project, 'docs/agents.md'))
      },
      'outside',
    ],
    [
      'no text',
      (project) => {
        mkdirSync(join(project, 'docs'))
        writeFileSync(join(project, 'docs/agents.md'), Buffer.from([0xff, 0xfe, 0x00]))
      },
      'encoding',
    ],
  ])('F73 says what is wrong with docs/agents.md: %s', async (_title, make, type) => {
    const loop = new Loop()
    await loop.start('Add login')
    make(loop.project)
    for (const said of [await loop.status(), await loop.sync()]) {
      expect(said).toMatchObject({ code: 1, err: '' })
      expect(json(said).status).toBe('error')
      expect(json(said).error_type).toBe(type)
    }
  })

  it('gives each agent a task of its own, and its name stands in every command', async () => {
    const loop = new Loop()
    const id = await loop.beginWith([task('Add the form'), task('Add the page')])
    const first = json(await loop.status({ agent: 'bob' }))
    expect(first).toMatchObject({ now: { current_task: { id: 2 } }, claim: { agent: 'bob' } })
    expect(first.next_command).toContain('planloop update --agent bob --json ')
    expect(json(await loop.status({ agent: 'ann', session: id }))).toMatchObject({ now: { current_task: { id: 3 } } })
    const blocked = json(await loop.status({ agent: 'eve', session: id }))
    expect(blocked).toMatchObject({ now: { reason: 'blocked' }, blocked_count: 2 })
    expect(blocked.next_command).toBe(`planloop status --json --session ${id} --agent eve`)
    expect(json(await loop.update(done(2), { agent: 'ann' }))).toMatchObject({ error_type: 'claimed' })
    expect(json(await loop.update({ ...done(2), agent: 'bob' }))).toMatchObject({
      status: 'success',
      next_command: 'planloop status --json --agent bob',
    })
  })

  it('refuses names that a shell would take apart', async () => {
    const loop = new Loop()
    await loop.begin()
    expect(json(await loop.status({ agent: 'bob; rm -rf /' }))).toMatchObject({ status: 'error', error_type: 'bad_id' })
    expect(json(await loop.status({ session: '../../etc' }))).toMatchObject({ status: 'error', error_type: 'bad_id' })
  })

  it('answers people in text', async () => {
    const loop = new Loop()
    const id = await loop.beginWith([task('Add the form', { verify: ['true'], notes: 'Mind\u001b[31m it.' })])
    const { version } = json(await loop.status()).session
    expect((await loop.status({ json: false })).out).toBe(
      [
        `Session ${id}, version ${version}`,
        'Task 2, feature, TODO: Add the form',
        '  hint: Read the section "Users" in `spec.md`.',
        '  file: spec.md',
        '  verify: true',
        '  notes: Mind^[[31m it.',
        `Next: planloop update --json '{"update_tasks": [{"id": 2, "status": "DONE", "result": "..."}]}'`,
        '',
      ].join('\n'),
    )
  })

  it('never leaves anybody with silence: no session, no such session, a damaged log', async () => {
    const loop = new Loop()
    expect(json(await loop.status())).toMatchObject({
      error_type: 'no_session',
      next_command: 'planloop start --goal "..."',
    })
    expect(json(await loop.status({ session: 'nowhere-1' }))).toMatchObject({
      error_type: 'unknown_session',
      next_command: 'planloop sessions list --json',
    })
    const id = await loop.beginWith([task('Add the form')])
    const log = join(loop.home, '.planloop/sessions', id, 'log.jsonl')
    writeFileSync(log, readFileSync(log, 'utf8').replace('authentication', 'Authentication'))
    rmSync(join(loop.home, '.planloop/sessions', id, 'snapshot-session.json'), { force: true })
    const said = await loop.status()
    expect(said).toMatchObject({ code: 1, err: '' })
    expect(json(said)).toMatchObject({ status: 'error', error_type: 'journal_corrupt', details: [expect.any(String)] })
  })

  it('makes an answer of a defect of ours', async () => {
    const loop = new Loop()
    await loop.begin()
    loop.machine = {
      ...loop.machine,
      files: {
        ...loop.machine.files,
        realpath: async () => {
          throw new TypeError('x is not a function')
        },
      },
    }
    const said = await loop.status()
    expect(said.code).toBe(70)
    expect(json(said)).toMatchObject({ error_type: 'internal_error', details: ['x is not a function'] })
  })
})

describe('alert', () => {
  it('blocks, is cleared, and may be raised again', async () => {
    const loop = new Loop()
    await loop.begin()
    const reason = async () => json(await loop.status()).now.reason
    await loop.alert({ message: 'It fails.' })
    expect(await reason()).toBe('waiting_on_signal')
    await loop.alert({ clear: true })
    expect(await reason()).toBe('ready_for_task')
    await loop.alert({ message: 'It fails again.', level: 'warning' })
    expect(json(await loop.status()).signals).toEqual([
      { id: 'test_failure', level: 'warning', message: 'It fails again.' },
    ])
  })

  it('raises and clears by a command', async () => {
    const loop = new Loop()
    await loop.begin()
    expect(json(await loop.alert({ check: 'test -e made' }))).toMatchObject({ is_open: true })
    expect(json(await loop.status()).now.reason).toBe('waiting_on_signal')
    loop.write({ made: '' })
    expect(json(await loop.alert({ check: 'test -e made' }))).toMatchObject({ is_open: false })
    expect(json(await loop.status()).now.reason).toBe('ready_for_task')
  })

  it.each<[object, string]>([
    [{ message: '' }, 'signal'],
    [{ message: 'x', level: 'blocked' }, 'signal'],
    [{ message: 'x', task: 99 }, 'unknown_task'],
    [{ clear: true }, 'unknown_signal'],
    [{ id: '$(id)', message: 'x' }, 'signal'],
    [{ clear: true, check: 'true' }, 'signal'],
  ])('refuses %j', async (options, type) => {
    const loop = new Loop()
    await loop.begin()
    expect(json(await loop.alert(options))).toMatchObject({ status: 'error', error_type: type })
  })
})

describe('sessions', () => {
  it('lists them, changes between them, shows one', async () => {
    const loop = new Loop()
    const first = await loop.beginWith([task('Add the form')])
    const second = json(await loop.start('Add a search')).session_id
    const { sessions } = json(await loop.sessions())
    expect(sessions.map((one: { id: string; is_current: boolean }) => [one.id, one.is_current])).toEqual(
      expect.arrayContaining([
        [second, true],
        [first, false],
      ]),
    )
    expect(sessions.find((one: { id: string }) => one.id === first)).toMatchObject({
      tasks: 2,
      finished: 1,
      blockers: 0,
    })
    expect(json(await loop.use(first))).toMatchObject({ session_id: first })
    expect(json(await loop.status()).session.id).toBe(first)
    expect(json(await loop.status({ session: second })).session.id).toBe(second)
    loop.env.PLANLOOP_SESSION = second
    expect(json(await loop.status()).session.id).toBe(second)
    expect(json(await loop.plan({ session: first })).plan.tasks).toHaveLength(2)
    expect(json(await loop.use('nowhere-1'))).toMatchObject({ error_type: 'unknown_session' })
  })

  it('answers people in text', async () => {
    const loop = new Loop()
    expect((await loop.sessions({ json: false })).out).toBe(
      'There is no session yet.\nNext: planloop start --goal "..."\n',
    )
    const id = await loop.beginWith([
      task('Add the form', { ref: 'form' }),
      task('Add the page', { dependencies: ['form'] }),
    ])
    expect((await loop.sessions({ json: false })).out).toContain(`* ${id}  1 of 3  Implement user authentication\n`)
    expect((await loop.plan({ json: false })).out).toContain('  3  TODO  after 2  Add the page\n')
  })
})

describe('start', () => {
  it('answers in JSON, but in text to who sits at a terminal', async () => {
    const loop = new Loop()
    const without = { json: undefined } as unknown as { json: boolean }
    expect(json(await loop.start('Add login', without)).status).toBe('session_created')
    loop.isInteractive = true
    expect((await loop.start('Add login', without)).out).toMatch(
      /^The session is created\..*\n {2}session add-login-\d+\nNext: /,
    )
  })

  it.each(['', '   '])('refuses a goal that is none', async (goal) => {
    expect(json(await new Loop().start(goal))).toMatchObject({ status: 'error', error_type: 'goal' })
  })
})
