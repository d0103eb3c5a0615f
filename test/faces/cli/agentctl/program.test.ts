import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePlan } from '../../../store/sessions/session.ts'
import { BuiltAgent } from './built.ts'

/** As a person would write it down in a shell. */
const writeOne = `
write_plan() {
  mkdir -p "$1/tasks"
  printf -- '---\\ntitle: "%s"\\n---\\n\\nWhy and how.\\n' "$2" > "$1/plan.md"
  printf -- '---\\nid: set-up\\ndepends_on: []\\n---\\n\\nSet it up.\\n' > "$1/tasks/01-set-up.md"
  printf -- '---\\nid: build\\ndepends_on: [set-up]\\nagent: claude-code\\nsubtasks:\\n  - One\\n  - Two\\n---\\n\\nBuild it.\\n' > "$1/tasks/02-build.md"
}
field() { node -p "JSON.parse(process.argv[1]).$1" "$2"; }
`

describe('the workflows of the format', () => {
  it('one thread', () => {
    const agent = new BuiltAgent()
    const { code, out, err } = agent.script(`${writeOne}
      CURRENT_PLAN_DIR="$(agentctl plan dir)"
      write_plan "$CURRENT_PLAN_DIR" "Sign in"
      agentctl plan commit`)
    expect({ code, out, err }).toEqual({
      code: 0,
      err: '',
      out: 'commit 1\n  s1  Sign in  2 tasks  proposed  first\na person approves it: steadplan review s1\n',
    })
  })

  it('several threads, one of them removed, the current one cleared', () => {
    const agent = new BuiltAgent({ AGENTCTL_AGENT: 'codex' })
    const { code, out, err } = agent.script(`${writeOne}
      agentctl set-topic "Sign in"
      CURRENT_PLAN_DIR="$(agentctl plan dir)"
      REQ="$(agentctl plan request-thread-dir)"
      THREAD_ID="$(field thread_id "$REQ")"
      EXTRA_DIR="$(field plan_dir "$REQ")"
      write_plan "$CURRENT_PLAN_DIR" "Sign in"
      write_plan "$EXTRA_DIR" "Sign out"
      agentctl plan commit | sed "s/$THREAD_ID/THREAD/"
      agentctl plan remove-thread --thread-id "$THREAD_ID" | sed "s/$THREAD_ID/THREAD/"
      agentctl plan commit | sed "s/$THREAD_ID/THREAD/"
      agentctl plan clear-current
      agentctl plan commit
      test ! -e "$EXTRA_DIR"
      test -d "$CURRENT_PLAN_DIR"`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      `topic: Sign in
commit 1
  s1  Sign in  2 tasks  proposed  first
  THREAD  Sign out  2 tasks  proposed  first
a person approves it: steadplan review s1
a person approves it: steadplan review THREAD
removed thread THREAD
what its plan said is kept as version 1
commit 2
  s1  Sign in  2 tasks  proposed  unchanged
  THREAD  removed
a person approves it: steadplan review s1
cleared the plan of the current thread: ${agent.plans}/s1
what it said is kept as version 1
commit 3
  s1  no plan for this thread
`,
    )
    expect(readdirSync(join(agent.plans, '.agentctl', 's1'))).toHaveLength(3)
    expect(JSON.parse(readFileSync(join(agent.plans, '.agentctl', 's1', 'commit-000002.json'), 'utf8'))).toMatchObject({
      by: 'codex',
      plans: [
        {
          thread_id: 's1',
          tasks: [
            { filename: '01-set-up.md', id: 'set-up', description: 'Set it up.' },
            {
              filename: '02-build.md',
              id: 'build',
              depends_on: ['set-up'],
              agent: 'claude-code',
              subtasks: ['One', 'Two'],
              description: 'Build it.',
            },
          ],
        },
      ],
    })
  })
})

describe('answers', () => {
  it('request-thread-dir: one line of JSON with two keys, in this order', () => {
    const { out } = new BuiltAgent().run('plan', 'request-thread-dir')
    expect(out).toMatch(/^\{"thread_id":"[0-9a-f-]{36}","plan_dir":"\/[^"]+"\}\n$/)
  })

  it('the record names the project that the session was started in', () => {
    const agent = new BuiltAgent()
    agent.run('plan', 'dir')
    expect(JSON.parse(readFileSync(join(agent.plans, '.agentctl', 's1.json'), 'utf8'))).toEqual({
      current: { thread_id: 's1', plan_dir: join(agent.plans, 's1') },
      additional: [],
      project: agent.project,
    })
  })

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['without a session', { AGENTCTL_SESSION_ID: '' }, 'E_NO_SESSION'],
    ['with a control plane', { AGENTCTL_WORKER_URL: 'http://user:secret@localhost:1' }, 'E_NO_TRANSPORT'],
    ['F71 with a session that climbs', { AGENTCTL_SESSION_ID: '../../x' }, 'E_BAD_ID'],
    ['F71 with a session of 300 characters', { AGENTCTL_SESSION_ID: 'x'.repeat(300) }, 'E_BAD_ID'],
    ['F71 with a session that is a device', { AGENTCTL_SESSION_ID: 'NUL' }, 'E_BAD_ID'],
  ])('%s nothing is done', (_what, env, code) => {
    const agent = new BuiltAgent(env)
    const commands = [
      ['set-topic', 'x'],
      ...['dir', 'request-thread-dir', 'clear-current', 'commit', 'context'].map((one) => ['plan', one]),
    ]
    for (const command of [...commands, ['plan', 'remove-thread', '--thread-id', 'x']]) {
      const said = agent.run(...command)
      expect({ code: said.code, out: said.out }, command.join(' ')).toEqual({ code: 1, out: '' })
      expect(said.err).toContain(code)
      expect(said.err).not.toContain('secret')
    }
    expect(existsSync(join(agent.home, '.agentflow'))).toBe(false)
    expect(JSON.parse(agent.run('plan', 'dir', '--json').out)).toMatchObject({ diagnostics: [{ code }] })
  })

  it('a damaged record is named and left as it is', () => {
    const agent = new BuiltAgent()
    agent.run('plan', 'dir')
    const record = join(agent.plans, '.agentctl', 's1.json')
    writeFileSync(record, '{"current"')
    for (const command of ['dir', 'request-thread-dir', 'clear-current', 'commit', 'context']) {
      const { code, err } = agent.run('plan', command)
      expect(code).toBe(1)
      expect(err).toContain('E_SESSION_RECORD')
      expect(err).toContain('s1.json')
    }
    expect(readFileSync(record, 'utf8')).toBe('{"current"')
  })

  it.each([
    [],
    ['set-topic'],
    ['plan', 'dir'],
    ['plan', 'request-thread-dir'],
    ['plan', 'remove-thread'],
    ['plan', 'clear-current'],
    ['plan', 'commit'],
    ['plan', 'context'],
  ])('agentctl %s %s --help has examples or the exit codes', (...words) => {
    const { code, out, err } = new BuiltAgent().run(...words, '--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/Examples:|Exit codes:/)
  })

  it.each([
    [['plan', 'remove-thread']],
    [['plan', 'dri']],
    [['plan']],
    [['set-topic']],
    [['set-topic', 'two', 'words']],
    [['plan', 'dir', '--jsno']],
  ])('%j is a wrong command line', (words) => {
    const { code, out, err } = new BuiltAgent().run(...words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  })
})

describe('the short way and the long way', () => {
  /** An option after `--` means the same and is not taken by the short way. */
  it.each([[[]], [['--json']]])('say the same of a directory %j', (flags) => {
    const agent = new BuiltAgent()
    const first = agent.run('plan', 'dir', ...flags)
    const short = agent.run('plan', 'dir', ...flags)
    const long = agent.run('plan', 'dir', ...flags, '--')
    expect(short).toEqual(first)
    expect(long).toEqual(first)
    expect(short.code).toBe(0)
  })

  it.each(['plain words', 'Grüße an 世界 👩‍💻', '{\n}', 'a\u001b[2Jb', ' trimmed ', 'x'.repeat(101), '', '\u202e'])(
    'say the same of the topic %j',
    (topic) => {
      const agent = new BuiltAgent()
      agent.run('plan', 'dir')
      expect(agent.run('set-topic', topic)).toEqual(agent.run('set-topic', '--', topic))
      const without = ({ code, out, err }: ReturnType<BuiltAgent['run']>) => ({
        code,
        out: out.replace(/"at".*/, ''),
        err,
      })
      expect(without(agent.run('set-topic', topic, '--json'))).toEqual(
        without(agent.run('set-topic', '--json', '--', topic)),
      )
    },
  )

  it('a directory that is gone is made again', () => {
    const agent = new BuiltAgent()
    const { out } = agent.run('plan', 'dir')
    agent.script(`rmdir ${out.trim()}`)
    expect(agent.run('plan', 'dir').out).toBe(out)
    expect(existsSync(out.trim())).toBe(true)
  })

  it('a home with unusual characters is shown safely', () => {
    const agent = new BuiltAgent()
    agent.env.AGENTFLOW_HOME = join(agent.home, 'é\u001b[2J')
    mkdirSync(agent.env.AGENTFLOW_HOME)
    agent.run('plan', 'dir')
    expect(agent.run('plan', 'dir').out).toBe(`${agent.home}/é^[[2J/plans/s1\n`)
    expect(JSON.parse(agent.run('plan', 'dir', '--json').out).plan_dir).toBe(`${agent.env.AGENTFLOW_HOME}/plans/s1`)
  })
})

describe('A1: 24 processes at once', () => {
  it('request-thread-dir gives each a thread of its own, and keeps all of them', async () => {
    const agent = new BuiltAgent()
    const answers = await agent.atOnce(24, 'plan', 'request-thread-dir')
    expect(answers.filter(({ code, err }) => code !== 0 || err !== '')).toEqual([])
    const threads = answers.map(({ out }) => JSON.parse(out))
    expect(new Set(threads.map((one) => one.thread_id)).size).toBe(24)
    expect(new Set(threads.map((one) => one.plan_dir)).size).toBe(24)
    const { additional } = JSON.parse(readFileSync(join(agent.plans, '.agentctl', 's1.json'), 'utf8'))
    const ids = (list: { thread_id: string }[]) => list.map((one) => one.thread_id).sort()
    expect(ids(additional)).toEqual(ids(threads))
  })

  it('plan dir gives all the same', async () => {
    const agent = new BuiltAgent()
    const answers = await agent.atOnce(24, 'plan', 'dir')
    expect(answers.filter(({ out }) => out !== `${agent.plans}/s1\n`)).toEqual([])
  })

  it('plan commit makes one commit', async () => {
    const agent = new BuiltAgent()
    writePlan(agent.run('plan', 'dir').out.trim())
    const answers = await agent.atOnce(24, 'plan', 'commit')
    expect(answers.filter(({ code, err }) => code !== 0 || err !== '')).toEqual([])
    expect(answers.filter(({ out }) => out.startsWith('commit 1\n'))).toHaveLength(1)
    expect(readdirSync(join(agent.plans, '.agentctl', 's1'))).toEqual(['commit-000001.json'])
  })

  it('set-topic leaves one of them whole', async () => {
    const agent = new BuiltAgent()
    agent.run('plan', 'dir')
    await agent.atOnce(24, 'set-topic', 'the same')
    expect(JSON.parse(readFileSync(join(agent.plans, '.agentctl', 's1.topic.json'), 'utf8')).topic).toBe('the same')
    expect(readdirSync(join(agent.plans, '.agentctl')).sort()).toEqual(['s1.json', 's1.topic.json'])
  })
})
