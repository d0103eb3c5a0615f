import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { quickStatus, quickUpdate } from '../../../../src/faces/cli/planloop/quick-command.ts'
import { BuiltLoop } from './built.ts'

describe('quickStatus', () => {
  it.each<[string, object]>([
    ['status --json', {}],
    ['status --compact --json', { compact: true }],
    ['status --json --agent codex-1 --budget 900 --session a-1', { agent: 'codex-1', budget: 900, session: 'a-1' }],
  ])('takes %s', (line, command) => expect(quickStatus(line.split(' '))).toEqual(command))

  it.each([
    'status',
    'status --compact',
    'status --json --json',
    'status --json --agent',
    'status --json --agent --compact',
    'status --json --agent=bob',
    'status --json --budget 0',
    'status --json --allow-overlap',
    'status --json --session ../x',
    'status --json x',
    '--json status',
    'update --json',
    '',
  ])('leaves to the parser: %s', (line) => expect(quickStatus(line.split(' '))).toBeUndefined())
})

describe('quickUpdate', () => {
  it('takes the payload behind --json', () => {
    expect(quickUpdate(['update', '--json', '{}'])).toEqual({ payload: '{}' })
    expect(
      quickUpdate(['update', '--agent', 'bob', '--token', '7', '--json', ' {"a": 1}', '--session', 'a-1']),
    ).toEqual({
      agent: 'bob',
      token: 7,
      session: 'a-1',
      payload: ' {"a": 1}',
    })
  })

  it.each([
    ['update', '{}'],
    ['update', '--json'],
    ['update', '--json', '@file'],
    ['update', '--json', '-'],
    ['update', '--json', '{}', '{}'],
    ['update', '--json', '{}', '--strict'],
    ['update', '--json', '{}', '--json', '{}'],
    ['update', '--json={}'],
    ['update', '--agent', 'bob', '{}'],
    ['status', '--json', '{}'],
  ])('leaves to the parser: %s %s %s %s', (...args) => expect(quickUpdate(args)).toBeUndefined())
})

it('an update by the short way and one by the long way answer the same and leave the same', () => {
  const [short, long] = [new BuiltLoop({ 'spec.md': '' }), new BuiltLoop({ 'spec.md': '' })]
  const report = (id: number, more = {}) => ({ update_tasks: [{ id, status: 'DONE', ...more }] })
  const task = (title: string, more = {}) => ({
    title,
    type: 'feature',
    context_hints: ['Read `spec.md`.'],
    relevant_file_paths: ['spec.md'],
    ...more,
  })
  const payloads: readonly (object | string)[] = [
    '{"update_tasks": [}',
    { add_tasks: [{ title: 'x', colour: 1 }] },
    { add_tasks: [task('Add the form', { ref: 'form', verify: ['test -e made'] })], ...report(1) },
    { add_tasks: [task('Improve it \u{1f600}', { dependencies: ['form'] })] },
    report(2),
    report(99),
    { ...report(2), last_seen_version: 1 },
    { final_summary: 'Too early.' },
    { ...report(3), agent: 'bob' },
    { update_tasks: [{ id: 2, status: 'CANCELLED' }] },
    report(3, { result: 'Better.' }),
    { final_summary: 'It is over.' },
  ]
  const same = (text: string) => text.replaceAll(/add-login-\d+/g, 'ID')
  for (const loop of [short, long]) {
    loop.run('start', '--goal', 'Add login')
    loop.run('sync')
  }
  for (const payload of payloads) {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    long.write('payload.json', text)
    const answer = short.run('update', '--json', text)
    const other = long.run('update', '--json', '--file', 'payload.json')
    expect({ ...other, out: other.out.replaceAll(/"(?:line|column)": \d+/g, '') }, text).toEqual({
      ...answer,
      out: answer.out.replaceAll(/"(?:line|column)": \d+/g, ''),
    })
    expect(same(long.run('plan', '--json').out)).toBe(
      same(short.run('plan', '--json').out).replaceAll(short.home, long.home),
    )
  }
  expect(short.run('update', '--json', '{}', '--session', 'nowhere-1')).toMatchObject({
    code: 1,
    out: expect.stringContaining('unknown_session'),
  })
})

it('the short way and the long way say the same, at every turn', () => {
  const loop = new BuiltLoop({ 'spec.md': '# Spec \u{1f600}\n' })
  const both = () => {
    for (const flags of [[], ['--compact'], ['--budget', '500'], ['--agent', 'bob'], ['--agent', 'bob', '--compact']]) {
      const short = loop.run('status', '--json', ...flags)
      // That flag is for the parser of options, and no two tasks touch the same files here.
      const long = loop.run('status', '--json', ...flags, '--allow-overlap')
      expect(long, flags.join(' ')).toEqual(short)
    }
  }
  both()
  loop.run('start', '--goal', 'Add login \u{1f600}\u202e')
  both()
  loop.run('sync')
  both()
  const add_tasks = [
    { title: 'Add the form', type: 'feature', context_hints: ['Read `spec.md`.'], relevant_file_paths: ['spec.md'] },
    {
      title: 'Add the \u{1f600} page',
      type: 'feature',
      context_hints: ['Read `spec.md`.'],
      relevant_file_paths: ['spec.md'],
    },
  ]
  loop.write('plan.json', JSON.stringify({ add_tasks, update_tasks: [{ id: 1, status: 'DONE' }] }))
  expect(loop.run('update', '--agent', 'bob', '--file', 'plan.json')).toMatchObject({ code: 0 })
  both()
  loop.run('alert', '--id', 'lint', '--message', 'It does not lint.')
  both()
  loop.run('alert', '--id', 'lint', '--clear')
  both()
  for (const id of [2, 3])
    loop.run('update', '--agent', 'bob', `{"update_tasks": [{"id": ${id}, "status": "CANCELLED"}]}`)
  both()
  loop.run('update', '{"final_summary": "Nothing was needed."}')
  both()
  loop.write('steadplan.json', '{"lease": {"ttl": "never"}}')
  both()
})

it('B18 a signal ends an update, and with it the command that was to prove a task', async () => {
  const loop = new BuiltLoop({ 'spec.md': '' })
  loop.run('start', '--goal', 'Add login')
  loop.run('sync')
  const verify = [`sh -c 'echo $$ > pid; exec sleep 60'`]
  const task = {
    title: 'Add the form',
    type: 'feature',
    context_hints: ['Read `spec.md`.'],
    relevant_file_paths: ['spec.md'],
  }
  const payload = { add_tasks: [{ ...task, verify }], update_tasks: [{ id: 1, status: 'DONE' }] }
  expect(loop.run('update', '--json', JSON.stringify(payload))).toMatchObject({ code: 0 })
  const child = loop.begin('update', '--json', '{"update_tasks": [{"id": 2, "status": "DONE"}]}')
  const ended = once(child, 'close')
  const file = join(loop.project, 'pid')
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await setTimeout(20)
  const pid = Number(readFileSync(file, 'utf8'))
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  for (let tries = 0; tries < 100 && isRunning(pid); tries++) await setTimeout(20)
  expect(isRunning(pid)).toBe(false)
  expect(JSON.parse(loop.run('status', '--json').out).now.current_task).toMatchObject({ id: 2, status: 'TODO' })
})

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
