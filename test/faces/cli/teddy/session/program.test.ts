import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { planOf, readPlan, User } from './user.ts'

describe('the commands as they are installed', () => {
  it('take a session from its first word to a plan that waits', async () => {
    const user = new User()
    user.file('a.md', 'a')
    user.answers(readPlan)
    const started = await teddy(user, ['start', '--context', 'a.md', '--agent', 'Scout'], 'Greet me\n')
    expect(started).toMatchObject({ code: 0, err: '', out: expect.stringContaining('greet-me, turn 01 (Scout)') })
    expect(await teddy(user, ['start', 'greet-me', '-m', 'x'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('teddy resume --session greet-me'),
    })
    expect(await teddy(user, ['context'])).toMatchObject({ code: 0, out: expect.stringContaining('a.md') })
    expect(await teddy(user, ['context', 'add', 'a.md', '--always', '--json'])).toMatchObject({ code: 0, err: '' })
    expect(await teddy(user, ['context', 'show', '--session', 'greet-me'])).toMatchObject({ code: 0, err: '' })
    expect(await teddy(user, ['context', 'remove', 'b.md', '--session', 'greet-me'])).toMatchObject({ code: 1 })
    expect(await teddy(user, ['plan', '-m', 'By name'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Greet'),
    })
    expect(await teddy(user, ['plan'])).toMatchObject({ code: 1, err: expect.stringContaining('E_TEDDY_TURN') })
    const { code, out } = await teddy(user, ['status', '--json'])
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 0,
      sessions: [{ session: 'greet-me', state: 'planned' }],
    })
    expect(await teddy(user, ['resume', '--sesion', 'x'])).toMatchObject({ code: 2 })
  })

  it('resume takes a session through all its turns: plan, execute, agents that call and conclude', async () => {
    const user = new User()
    mkdirSync(join(user.home, '.config/steadplan'), { recursive: true })
    writeFileSync(join(user.home, '.config/steadplan/config.json'), '{"approval": {"policy": "auto"}}')
    user.file('a.md', 'the text of a')
    user.answers(
      planOf('### `READ`\n- **Resource:** [a.md](/a.md)\n- **Description:** See.\n', { memos: '[+] Tabs.' }),
      planOf('### `INVOKE`\n- **Agent:** Architect\n\nBuild it.\n'),
      planOf(
        '### `CREATE`\n- **File Path:** [b.md](/b.md)\n- **Description:** New.\n````\nb\n````\n\n### `CONCLUDE`\n- **Handoff Resources:**\n  - [b.md](/b.md)\n\nIt is built.\n',
      ),
      planOf('### `CONCLUDE`\n\nAll done.\n'),
    )
    await teddy(user, ['start', 'greet', '-m', 'Greet me'])
    for (let step = 1; step <= 8; step++) {
      const { code, out, err } = await teddy(user, ['resume', '--yes'])
      expect({ step, code }, err + out).toEqual({ step, code: 0 })
    }
    const { sessions } = JSON.parse((await teddy(user, ['status', '--json'])).out)
    expect(sessions).toMatchObject([{ state: 'concluded', turns: ['01', '02', '03', '04'], agent: 'Pathfinder' }])
    expect(sessions[0].context.resources).toMatchObject([{ target: 'a.md' }, { target: 'b.md' }])
    expect(user.text('.teddy/memos.yaml')).toBe('- Tabs.\n')
    expect(user.text('b.md')).toBe('b\n')
    expect(user.asked[1]).toContain('the text of a')
    expect(user.asked[2]).toContain('Build it.')
    expect(user.asked[3]).toContain('It is built.')
    expect(await teddy(user, ['resume'])).toMatchObject({ code: 0, out: expect.stringContaining('concluded') })
  })

  it('A13: of two that ask for a plan at once one is told that the other does; the plan is there once', async () => {
    const user = new User()
    user.answers(planOf(chat, { title: 'One' }), planOf(chat, { title: 'Two' }))
    await teddy(user, ['start', 'greet', '-m', 'x'])
    holdPlanner(user)
    const first = begin(user, ['plan'])
    await isAsked(user, first)
    const second = await teddy(user, ['plan'])
    expect(second).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/E_LOCKED[\s\S]*pid \d+/) })
    const other = await teddy(user, ['plan', '--from', '-'], planOf(chat, { title: 'Three' }))
    expect(other.code).toBe(3)
    releasePlanner(user)
    expect(await first.ended).toMatchObject({ code: 0 })
    expect(user.text('.teddy/sessions/greet/01/plan.md')).toContain('# One')
    expect(readdirSync(user.place.state)).toEqual([])
  })

  it('A1: of several that save a plan at once one wins and the others are told; none is mixed or lost', async () => {
    const user = new User()
    await teddy(user, ['start', 'greet', '-m', 'x'])
    const plans = ['One', 'Two', 'Three', 'Four'].map((title) => planOf(chat, { title }))
    const all = await Promise.all(plans.map((plan) => teddy(user, ['plan', '--from', '-'], plan)))
    const won = all.findIndex(({ code }) => code === 0)
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(user.text('.teddy/sessions/greet/01/plan.md')).toBe(plans[won])
    for (const [at, { code, err }] of all.entries()) {
      if (at !== won)
        expect({ code, err }).toEqual({
          code: expect.toSatisfy((one) => one === 1 || one === 3),
          err: expect.stringMatching(/E_LOCKED|CONFLICT|E_TEDDY_TURN/),
        })
    }
  })

  it('A1: of several that begin a session of one name one wins', async () => {
    const user = new User()
    const all = await Promise.all([1, 2, 3, 4].map((at) => teddy(user, ['start', 'greet', '-m', `message ${at}`])))
    expect(all.map(({ code }) => String(code)).toSorted()).toEqual(['0', '1', '1', '1'])
    const won = all.findIndex(({ code }) => code === 0)
    expect(user.text('.teddy/sessions/greet/01/input.md')).toBe(`message ${won + 1}\n`)
  })

  it('B18: Ctrl-C while a plan is written ends its writer, saves nothing, and the next command works', async () => {
    const user = new User()
    user.answers(planOf(chat), planOf(chat))
    await teddy(user, ['start', 'greet', '-m', 'x'])
    holdPlanner(user)
    const first = begin(user, ['plan'])
    await isAsked(user, first)
    process.kill(first.pid, 'SIGINT')
    expect(await first.ended).toMatchObject({ code: 130, out: '' })
    expect(existsSync(join(user.root, '.teddy/sessions/greet/01/plan.md'))).toBe(false)
    expect(readdirSync(user.place.state)).toEqual([])
    expect(plannersOf(user)).toEqual([])
    releasePlanner(user)
    expect(await teddy(user, ['plan'])).toMatchObject({ code: 0 })
  })

  it('B16: kill -9 while a plan is written leaves nothing in the way of the next', async () => {
    const user = new User()
    user.answers(planOf(chat), planOf(chat))
    await teddy(user, ['start', 'greet', '-m', 'x'])
    holdPlanner(user)
    const first = begin(user, ['plan'])
    await isAsked(user, first)
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    releasePlanner(user)
    expect(await teddy(user, ['plan'])).toMatchObject({ code: 0 })
    expect(readdirSync(user.place.state)).toEqual([])
  })
})

const chat = '### `CHAT_WITH_USER`\nHello?\n'

const running = new Set<ReturnType<typeof spawn>>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

function begin(user: User, args: readonly string[], input = '') {
  const {
    FORCE_COLOR: _,
    NODE_EXTRA_CA_CERTS: __,
    XDG_CONFIG_HOME: ___,
    XDG_STATE_HOME: ____,
    ...inherited
  } = process.env
  const { settings } = user
  const env = {
    ...inherited,
    HOME: user.home,
    STEADPLAN_PLANNER_SOURCE: settings['planner.source'],
    STEADPLAN_PLANNER_COMMAND: settings['planner.command'],
  }
  const child = spawn(process.execPath, [resolve('dist/bin/teddy.cjs'), ...args], { cwd: user.root, env })
  running.add(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    said.err += String(chunk)
  })
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, ...said }
  })
  return { pid: child.pid!, ended }
}

function teddy(user: User, args: readonly string[], input = '') {
  return begin(user, args, input).ended
}

/** The program that writes plans answers no sooner than it is released. */
function holdPlanner({ planner }: User): void {
  const path = join(planner, 'planner.sh')
  const script = readFileSync(path, 'utf8')
  writeFileSync(path, script.replace('cat "answers', 'while [ ! -e released ]; do sleep 0.05; done\ncat "answers'))
}

function releasePlanner({ planner }: User): void {
  writeFileSync(join(planner, 'released'), '')
}

/** The processes of it that are still there. */
function plannersOf({ planner }: User): string[] {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
  return commands.filter((command) => command.includes(planner))
}

/** Waits until the program that writes plans was asked. */
async function isAsked(user: User, { ended }: ReturnType<typeof begin>): Promise<void> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (user.asked.length === 0 && !hasEnded) await new Promise((resolve) => setTimeout(resolve, 20))
}
