import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSession } from '../../../src/run/planloop/start.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { chooseSession } from '../../../src/store/planloop/choose-session.ts'
import { currentPath, projectOf } from '../../../src/store/planloop/current-path.ts'
import { currentSession } from '../../../src/store/planloop/current-session.ts'
import { listSessions } from '../../../src/store/planloop/list-sessions.ts'
import { planloopHome } from '../../../src/store/planloop/planloop-home.ts'
import { readSession } from '../../../src/store/planloop/session-fold.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const lock = { waitMs: 20_000, command: 'test' }

function home() {
  const root = temporaryDirectory()
  return { root, home: planloopHome({}, root) }
}

async function start(place: ReturnType<typeof home>, goal: string, project = '/p', second?: number): Promise<string> {
  const now = () => ({ ...realMachine.now(), ...(second !== undefined && { wallMs: second * 1000 + 5 }) })
  const machine = { ...realMachine, now }
  return (await startSession(machine, place.home, { goal, project, approval: false, by: 'test' }, lock)).plan
}

describe('the id of a session', () => {
  it.each([
    ['Implement user authentication', 'implement-user-authentication-1678886400'],
    ["Don't `rm -rf /`; $(x)", 'dont-rm-rf-x-1678886400'],
    ['../../etc/passwd', 'etc-passwd-1678886400'],
    ['日本語', 'untitled-1678886400'],
    ['x'.repeat(300), `${'x'.repeat(40)}-1678886400`],
  ])('of %j is %s', async (goal, id) => {
    expect(await start(home(), goal, '/p', 1678886400)).toBe(id)
  })

  it('is nobody else’s, in the same second either', async () => {
    const place = home()
    const ids = await Promise.all(Array.from({ length: 8 }, () => start(place, 'The same goal', '/p', 1678886400)))
    expect(new Set(ids).size).toBe(8)
    expect([...ids].sort()).toEqual(Array.from({ length: 8 }, (_, n) => `the-same-goal-${1678886400 + n}`))
  })

  it.each(['', ' \n', 'x'.repeat(8001)])('a goal of %j characters is refused, and nothing is made', async (goal) => {
    const place = home()
    await expect(start(place, goal)).rejects.toMatchObject({ code: 'E_GOAL' })
    expect(readdirSync(place.root)).toEqual([])
  })
})

describe('the session that is meant', () => {
  it('is the one that is named, else that of the variable, else the current one of the project', async () => {
    const place = home()
    const [first, second] = [await start(place, 'First', '/p', 1), await start(place, 'Second', '/p', 2)]
    const other = await start(place, 'Other', '/q', 3)
    const chosen = async (named?: string, env: NodeJS.ProcessEnv = {}, project = '/p') =>
      (await chooseSession(realMachine, place.home, named, env, project)).plan
    expect(await chosen()).toBe(second)
    expect(await chosen(undefined, {}, '/q')).toBe(other)
    expect(await chosen(undefined, { PLANLOOP_SESSION: first })).toBe(first)
    expect(await chosen(other, { PLANLOOP_SESSION: first })).toBe(other)
    await expect(chosen(undefined, {}, '/none')).rejects.toMatchObject({ code: 'E_NO_LOOP_SESSION' })
  })

  it.each(['../../etc', 'a/b', '/etc', 'a\0b', '.', '..', '', 'C:x', 'nul', 'x'.repeat(129)])(
    'F71: %j is no id, and no path is made of it',
    async (id) => {
      const place = home()
      const choose = chooseSession(realMachine, place.home, id, {}, '/p')
      await expect(choose).rejects.toMatchObject({ code: 'E_BAD_ID' })
    },
  )

  it('one that is not there is named', async () => {
    const place = home()
    const log = await chooseSession(realMachine, place.home, 'nobody-1', {}, '/p')
    await expect(readSession(realMachine, log)).rejects.toMatchObject({ code: 'E_UNKNOWN_SESSION' })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"session":7}',
    '{"project":"/p","session":"../x"}',
    '{"project":"/q","session":"a"}',
  ])('a record of the current one that says %j is a fault, not nothing', async (text) => {
    const place = home()
    await start(place, 'First')
    writeFileSync(currentPath(place.home, '/p'), text)
    await expect(currentSession(realMachine, place.home, '/p')).rejects.toMatchObject({ code: 'E_SESSION_RECORD' })
  })

  it('a worktree shares the session of its main checkout', () => {
    expect(projectOf({ root: '/work/login', state: '/work/shop/.steadplan' })).toBe('/work/shop')
  })
})

it('sessions are listed, the last one first; what is none is left out', async () => {
  const place = home()
  const [first, second] = [await start(place, 'B first', '/p', 1), await start(place, 'A second', '/q', 2)]
  const folder = join(place.home.root, 'sessions')
  mkdirSync(join(folder, 'cut-off-5'))
  symlinkSync(join(folder, first), join(folder, 'linked-7'))
  writeFileSync(join(folder, 'file-8'), '')
  const { sessions, diagnostics } = await listSessions(realMachine, place.home)
  expect(diagnostics).toEqual([])
  expect(sessions.map(({ id, session }) => [id, session.goal, session.project])).toEqual([
    [second, 'A second', '/q'],
    [first, 'B first', '/p'],
  ])
  writeFileSync(join(folder, first, 'log.jsonl'), 'garbage\n{"type":"log"}\n')
  expect((await listSessions(realMachine, place.home)).sessions.map(({ id }) => id)).toEqual([second])
})
