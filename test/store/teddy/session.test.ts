import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { chooseSession } from '../../../src/store/teddy/choose-session.ts'
import { changeContext, readContext } from '../../../src/store/teddy/context.ts'
import { createSession, makeCurrent } from '../../../src/store/teddy/create-session.ts'
import { readMemos } from '../../../src/store/teddy/memos.ts'
import { whilePlanning } from '../../../src/store/teddy/planning.ts'
import { readResources } from '../../../src/store/teddy/resources.ts'
import { savePlan } from '../../../src/store/teddy/save-plan.ts'
import { say } from '../../../src/store/teddy/say.ts'
import { readSession, sessionNames } from '../../../src/store/teddy/session.ts'
import { nameOfMessage } from '../../../src/store/teddy/session-name.ts'
import type { TeddyPlace } from '../../../src/store/teddy/teddy-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { lock, projectWith, treeOf } from './teddy.ts'

const machine = realMachine
const start = (place: TeddyPlace, name = 'login', more: { agent?: string; context?: readonly string[] } = {}) =>
  createSession(machine, place, { name, input: 'Add a login page.\n', context: [], ...more }, lock)

describe('a new session', () => {
  it('has a first turn, and is the current one', async () => {
    const place = projectWith()
    const session = await start(place, 'login', { agent: 'Pathfinder', context: ['docs/a.md'] })
    expect(session).toMatchObject({ name: 'login', turns: [1], last: { number: 1, meta: { agent: 'Pathfinder' } } })
    const { '01/meta.yaml': meta, ...files } = treeOf(session.directory)
    expect(meta).toMatch(/^agent: Pathfinder\ncreated: \S+Z\ncallers: \[\]\n$/)
    expect(files).toEqual({
      '01/input.md': 'Add a login page.\n',
      '01/turn.context': 'docs/a.md\n',
      'session.context': '# What every turn of this session sees: one path or address on each line.\n',
    })
    expect(readFileSync(place.current, 'utf8')).toBe('login\n')
  })

  it('is refused when the name is taken, whatever its case', async () => {
    const place = projectWith()
    await start(place)
    const before = treeOf(place.directory)
    for (const name of ['login', 'LOGIN']) {
      await expect(start(place, name)).rejects.toMatchObject({ code: 'E_TEDDY_SESSION_EXISTS' })
    }
    expect(treeOf(place.directory)).toEqual(before)
  })

  it('keeps a session.context that a person put there before', async () => {
    const place = projectWith({ '.teddy/sessions/login/session.context': 'README.md # mine\n' })
    const session = await start(place)
    expect((await readContext(machine, session)).always).toEqual(['README.md'])
  })

  it.each([
    '../../etc/passwd',
    'a/../../b',
    '..\\..\\x',
    '/etc/passwd',
    'C:\\x',
    '%2e%2e/',
    'a\0b',
    '',
    '.',
    '..',
    'x'.repeat(300),
    'con',
    '.hidden',
    'a b',
    'a\u202eb',
  ])('F71: %j is no name, and no path is made of it', async (name) => {
    const place = projectWith()
    await expect(start(place, name)).rejects.toMatchObject({ code: 'E_BAD_ID' })
    await expect(chooseSession(machine, place, name)).rejects.toMatchObject({ code: 'E_BAD_ID' })
    expect(await readSession(machine, place, name)).toBeUndefined()
    expect(treeOf(place.workspace.root)).toEqual({})
  })

  it.each([
    ['Add a login page', 'add-a-login-page'],
    ['  Élan   vital!\nand more', 'elan-vital'],
    ['Make the very long wish of somebody who cannot stop come true', 'make-the-very-long-wish-of-somebody-who'],
    ['x'.repeat(100), 'x'.repeat(40)],
  ])('is named by its message: %j', (message, name) => {
    expect(nameOfMessage(message)).toBe(name)
  })

  it.each(['ログイン', '!!!', 'con'])('asks for a name when none can be made of the message: %j', (message) => {
    expect(() => nameOfMessage(message)).toThrow(expect.objectContaining({ code: 'E_TEDDY_NO_SESSION' }))
  })
})

describe('the session that is meant', () => {
  it('is the one that is named, else the current one, else the only one', async () => {
    const place = projectWith()
    await expect(chooseSession(machine, place, undefined)).rejects.toMatchObject({ code: 'E_TEDDY_NO_SESSION' })
    await start(place, 'one')
    rmSync(place.current)
    expect((await chooseSession(machine, place, undefined)).name).toBe('one')
    await start(place, 'two')
    expect((await chooseSession(machine, place, undefined)).name).toBe('two')
    expect((await chooseSession(machine, place, 'one')).name).toBe('one')
    await makeCurrent(machine, place, 'one', lock)
    expect((await chooseSession(machine, place, undefined)).name).toBe('one')
    for (const current of ['gone\n', '../..', '']) {
      writeFileSync(place.current, current)
      await expect(chooseSession(machine, place, undefined)).rejects.toThrow('several sessions')
    }
    await expect(chooseSession(machine, place, 'onee')).rejects.toMatchObject({
      diagnostics: [{ code: 'E_TEDDY_NO_SESSION', hint: 'Did you mean "one"?', expected: 'one, two' }],
    })
  })

  it('turn 100 comes after turn 99', async () => {
    const place = projectWith({
      '.teddy/sessions/long/99/meta.yaml': 'created: x\n',
      '.teddy/sessions/long/100/meta.yaml': 'created: y\n',
    })
    expect(await readSession(machine, place, 'long')).toMatchObject({
      turns: [99, 100],
      last: { meta: { created: 'y' } },
    })
  })

  it('F73: links are not followed, and what is no turn is none', async () => {
    const place = projectWith()
    const session = await start(place)
    const elsewhere = temporaryDirectory()
    mkdirSync(join(elsewhere, '01'))
    writeFileSync(join(elsewhere, '01/meta.yaml'), 'created: x\n')
    symlinkSync(elsewhere, join(place.sessions, 'outside'))
    symlinkSync(join(elsewhere, '01'), join(session.directory, '02'))
    for (const name of ['3', '003', '00', '04', 'x5']) mkdirSync(join(session.directory, name))
    expect(await sessionNames(machine, place)).toEqual(['login'])
    expect((await readSession(machine, place, 'login'))?.turns).toEqual([1])
    rmSync(place.directory, { recursive: true })
    symlinkSync(elsewhere, place.directory)
    await expect(start(place)).rejects.toMatchObject({ code: 'E_NO_WORKSPACE' })
    expect(await sessionNames(machine, place)).toEqual([])
  })
})

describe('a plan', () => {
  const origin = { from: 'file x.md' }

  it('goes into its turn once; the one it replaces is kept', async () => {
    const place = projectWith()
    const { directory } = await start(place)
    const save = (text: string, before: string | undefined, turn = 1) =>
      savePlan(machine, place, { session: 'login', turn, text, origin, before }, lock)
    await save('one', undefined)
    await expect(save('two', undefined)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(save('two', 'by hand')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(save('two', undefined, 2)).rejects.toMatchObject({ code: 'CONFLICT' })
    await save('two', 'one')
    await save('three', 'two')
    const files = treeOf(directory)
    expect(files).toMatchObject({ '01/plan.md': 'three', '01/plan.1.md': 'one', '01/plan.2.md': 'two' })
    expect(files['01/meta.yaml']).toMatch(
      /^created: .*\ncallers: \[\]\nplan: \{from: file x\.md, hash: "?[0-9a-f]{64}"?, at: ".*Z"\}\n$/,
    )
  })

  it('A13: is asked for by one process at a time; one that died does not count', async () => {
    const place = projectWith()
    await start(place)
    const path = join(place.state, 'login.planning')
    await whilePlanning(machine, place, 'login', lock, async () => {
      await expect(whilePlanning(machine, place, 'login', lock, async () => {})).rejects.toMatchObject({
        code: 'E_LOCKED',
      })
      await whilePlanning(machine, place, 'other', lock, async () => {})
    })
    expect(() => readFileSync(path)).toThrow('ENOENT')
    const dead = { ...machine.self(), start: '1', nonce: 'f'.repeat(32), since: 'then', command: 'teddy plan' }
    writeFileSync(path, JSON.stringify(dead))
    expect(await whilePlanning(machine, place, 'login', lock, async () => 'done')).toBe('done')
  })
})

describe('what is said', () => {
  it('is added once', async () => {
    const place = projectWith()
    const { last } = await start(place)
    for (const message of ['And a way out.', ' And a way out.\n', '']) await say(machine, place, last, message, lock)
    expect(treeOf(last.directory)['input.md']).toBe('Add a login page.\n\nAnd a way out.\n')
  })
})

describe('the context', () => {
  it('is changed line by line, in the list that is meant', async () => {
    const place = projectWith()
    const session = await start(place)
    await changeContext(machine, place, session, { add: ['a.md'] }, lock)
    await changeContext(machine, place, session, { add: ['b.md', 'c.md'], always: true }, lock)
    expect(await readContext(machine, session)).toEqual({ always: ['b.md', 'c.md'], turn: ['a.md'] })
    await changeContext(machine, place, session, { remove: ['a.md', 'b.md'] }, lock)
    expect(await readContext(machine, session)).toEqual({ always: ['c.md'], turn: [] })
  })

  it('F71–F75: shows what can be shown, says why not of the rest, and nothing of what lies outside', async () => {
    const secret = join(temporaryDirectory(), 'id_rsa')
    writeFileSync(secret, 'secret')
    const place = projectWith({ 'a.md': 'text', 'docs/b.md': '', 'image.png': '\u0000' })
    const { root } = place.workspace
    writeFileSync(join(root, 'image.png'), Buffer.from([0xff, 0xd8, 0, 1]))
    writeFileSync(join(root, 'big.md'), 'x'.repeat(2000))
    symlinkSync(secret, join(root, 'link.md'))
    const session = await start(place, 'login', {
      context: [
        'a.md',
        'docs/b.md',
        'docs',
        'gone.md',
        'a.md/below',
        'image.png',
        'big.md',
        'link.md',
        '../x',
        secret,
        'https://x.org/',
      ],
    })
    const found = await readResources(machine, place, session, 1000)
    expect(Object.fromEntries(found.map(({ target, text, why }) => [target, text ?? `(${why})`]))).toEqual({
      'a.md': 'text',
      'docs/b.md': '',
      docs: '(is no file)',
      'gone.md': '(is not there)',
      'a.md/below': '(is not there)',
      'image.png': '(is no text)',
      'big.md': '(2000 bytes where at most 1000 are read)',
      'link.md': '(lies outside of the project)',
      '../x': '(lies outside of the project)',
      [secret.slice(1)]: '(is not there)',
      'https://x.org/': '(was not read by a plan yet)',
    })
  })
})

it('memos that are no list are a fault with the name of the file', async () => {
  const place = projectWith({ '.teddy/memos.yaml': 'a: b\n' })
  await expect(readMemos(machine, place)).rejects.toMatchObject({
    diagnostics: [{ code: 'E_TEDDY_MEMOS', file: place.memos }],
  })
  expect(await readMemos(machine, projectWith())).toEqual([])
})
