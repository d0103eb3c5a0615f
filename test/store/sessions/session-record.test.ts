import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openAllocations, requestThread } from '../../../src/store/sessions/allocate.ts'
import { clearCurrent } from '../../../src/store/sessions/clear-current.ts'
import { readPlainRecord } from '../../../src/store/sessions/plain/plain-record.ts'
import { removeThread } from '../../../src/store/sessions/remove-thread.ts'
import type { SessionPlace } from '../../../src/store/sessions/session-place.ts'
import { readSessionRecord } from '../../../src/store/sessions/session-record.ts'
import { rounds } from '../../support/long.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { lock, placeIn, writePlan, writeRecord } from './session.ts'

const project = '/project'
const how = { by: 'test', fileCap: 1 << 20, lock }

describe('the record of a session', () => {
  it('is made with the directory of the current thread, once', async () => {
    const place = placeIn(temporaryDirectory())
    const first = await openAllocations(realMachine, place, project, lock)
    expect(first.current).toMatchObject({ thread_id: 's1', plan_dir: join(place.plans, 's1') })
    expect(await openAllocations(realMachine, place, '/another', lock)).toMatchObject({ project })
    expect(JSON.parse(readFileSync(place.record, 'utf8'))).toEqual({
      current: { thread_id: 's1', plan_dir: join(place.plans, 's1') },
      additional: [],
      project,
    })
  })

  it('is read as the format has it, without our fields', async () => {
    const place = placeIn(temporaryDirectory())
    writeRecord(place, { current: threadOf(place, 's1'), additional: [threadOf(place, 'x')] })
    const record = await readSessionRecord(realMachine, place)
    expect(record).toMatchObject({ additional: [{ thread_id: 'x' }], removed: [] })
  })

  it('may name directories below the home with ~', async () => {
    const root = temporaryDirectory()
    const place = placeIn(root)
    writeRecord(place, { current: { thread_id: 's1', plan_dir: join(place.plans, 's1') }, additional: [] })
    // As if the home directory were the parent: `~` can only be tried where the tests may write.
    const way = relative(homedir(), join(place.plans, 's1'))
    writeRecord(place, { current: { thread_id: 's1', plan_dir: `~/${way}` }, additional: [] })
    expect((await readSessionRecord(realMachine, place))?.current.plan_dir).toBe(join(place.plans, 's1'))
  })

  it('keeps the fields of others when it is changed', async () => {
    const place = placeIn(temporaryDirectory())
    writeRecord(place, { current: threadOf(place, 's1'), additional: [], team: { name: 'blue' } })
    await requestThread(realMachine, place, project, lock)
    expect(JSON.parse(readFileSync(place.record, 'utf8'))).toMatchObject({ team: { name: 'blue' } })
  })
})

const damages: readonly (readonly [what: string, record: (place: SessionPlace) => unknown])[] = [
  ['is empty', () => ''],
  ['is cut off', () => '{"current": {"thread'],
  ['is no object', () => '[]'],
  ['is null', () => 'null'],
  ['has no current thread', () => ({ additional: [] })],
  ['has no list of additional threads', (place) => ({ current: threadOf(place, 's1') })],
  ['has a number for an id', (place) => ({ current: { ...threadOf(place, 's1'), thread_id: 7 }, additional: [] })],
  ['F71 has an id that climbs', (place) => withAdditional(place, { ...threadOf(place, 'x'), thread_id: '../../x' })],
  ['F71 has an id with NUL', (place) => withAdditional(place, { ...threadOf(place, 'x'), thread_id: 'a\0b' })],
  [
    'F71 has an id of 300 characters',
    (place) => withAdditional(place, { ...threadOf(place, 'x'), thread_id: 'x'.repeat(300) }),
  ],
  ['has a relative directory', (place) => withAdditional(place, { thread_id: 'x', plan_dir: 'x' })],
  ['leads out', (place) => withAdditional(place, { thread_id: 'x', plan_dir: '/etc' })],
  ['climbs out', (place) => withAdditional(place, { thread_id: 'x', plan_dir: `${place.plans}/../x` })],
  [
    'leads to a neighbour of the same beginning',
    (place) => withAdditional(place, { thread_id: 'x', plan_dir: `${place.plans}-x` }),
  ],
  ['leads to all plans', (place) => withAdditional(place, { thread_id: 'x', plan_dir: place.plans })],
  ['leads to what we keep', (place) => withAdditional(place, { thread_id: 'x', plan_dir: `${place.plans}/.agentctl` })],
  ['has NUL in a directory', (place) => withAdditional(place, { thread_id: 'x', plan_dir: `${place.plans}/x\0` })],
  ['has a thread twice', (place) => withAdditional(place, threadOf(place, 's1'))],
  ['has a directory twice', (place) => withAdditional(place, { ...threadOf(place, 's1'), thread_id: 'x' })],
  ['has a text for a number', (place) => ({ ...withAdditional(place), submitted: '1' })],
  ['has half a number', (place) => ({ ...withAdditional(place), submitted: 1.5 })],
]

describe.each(damages)('a record that %s', (_what, record) => {
  it('is refused by every command and never written over', async () => {
    const place = placeIn(temporaryDirectory())
    writeRecord(place, record(place), ['s1', 'x'])
    const before = readFileSync(place.record)
    const commands: (() => Promise<unknown>)[] = [
      () => openAllocations(realMachine, place, project, lock),
      () => requestThread(realMachine, place, project, lock),
      () => removeThread(realMachine, place, 'x', how),
      () => clearCurrent(realMachine, place, project, how),
    ]
    for (const command of commands) expect(await codeOf(command())).toBe('E_SESSION_RECORD')
    expect(readFileSync(place.record)).toEqual(before)
  })

  it('is not answered by the short way', async () => {
    const place = placeIn(temporaryDirectory())
    writeRecord(place, record(place), ['s1', 'x'])
    expect(await readPlainRecord(realFiles, place).catch(() => undefined)).toBeUndefined()
  })
})

describe('F73: links', () => {
  it.each(['out of the home', 'to another thread'])(
    'in the place of a directory, %s, are not followed',
    async (where) => {
      const place = placeIn(temporaryDirectory())
      const target = where === 'out of the home' ? temporaryDirectory() : join(place.plans, 'other')
      writeRecord(place, { current: threadOf(place, 's1'), additional: [], project }, ['other'])
      symlinkSync(target, join(place.plans, 's1'))
      if (where !== 'out of the home') writePlan(target)
      expect(await codeOf(openAllocations(realMachine, place, project, lock))).toBe('E_SESSION_RECORD')
      expect(await codeOf(clearCurrent(realMachine, place, project, how))).toBe('E_SESSION_RECORD')
      expect(await readPlainRecord(realFiles, place)).toBeUndefined()
    },
  )

  it.each(['plans', 'plans/.agentctl', 'plans/s1'])('that wait where %s is to be made are refused', async (path) => {
    const root = temporaryDirectory()
    const place = placeIn(root)
    const elsewhere = temporaryDirectory()
    if (path !== 'plans') mkdirSync(join(root, 'plans'))
    symlinkSync(elsewhere, join(root, path))
    expect(await codeOf(openAllocations(realMachine, place, project, lock))).toBe('E_NO_WORKSPACE')
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('in the place of the record are refused, and what they lead to is left alone', async () => {
    const place = placeIn(temporaryDirectory())
    const target = join(temporaryDirectory(), 'target')
    writeFileSync(target, '{}')
    mkdirSync(join(place.plans, '.agentctl'), { recursive: true })
    symlinkSync(target, place.record)
    expect(await codeOf(requestThread(realMachine, place, project, lock))).toBe('E_SESSION_RECORD')
    expect(readFileSync(target, 'utf8')).toBe('{}')
  })

  it('to the home itself are a matter of whoever set them', async () => {
    const real = temporaryDirectory()
    const link = join(temporaryDirectory(), 'home')
    symlinkSync(real, link)
    const place = placeIn(link)
    const { current } = await openAllocations(realMachine, place, project, lock)
    expect(current).toMatchObject({ plan_dir: join(link, 'plans', 's1'), directory: join(real, 'plans', 's1') })
  })
})

it(`the short way answers only what the long way answers (seed ${seed})`, async () => {
  const choose = randomFrom(seed)
  const place = placeIn(temporaryDirectory())
  const whole = JSON.stringify({ ...withAdditional(place, threadOf(place, 'x')), project, submitted: 3 })
  let answered = 0
  for (let round = 0; round < rounds(400, 10_000); round++) {
    const text = mutated(whole, choose, round % 4)
    writeRecord(place, text, ['s1', 'x'])
    const short = await readPlainRecord(realFiles, place).catch(() => undefined)
    if (short === undefined) continue
    answered++
    const long = await readSessionRecord(realMachine, place)
    expect({ thread_id: long?.current.thread_id, plan_dir: long?.current.plan_dir }, text).toEqual(short)
  }
  expect(answered).toBeGreaterThan(50)
})

/** Some characters removed, doubled or replaced. */
function mutated(text: string, choose: (options: number) => number, times: number): string {
  let result = text
  for (let n = 0; n < times; n++) {
    const at = choose(result.length)
    const put = ['', result[at]! + result[at]!, '"', '.', '/', 's', '1', ',', '[', 'x'][choose(10)]!
    result = result.slice(0, at) + put + result.slice(at + 1)
  }
  return result
}

function threadOf(place: SessionPlace, id: string) {
  return { thread_id: id, plan_dir: join(place.plans, id) }
}

function withAdditional(place: SessionPlace, ...additional: readonly unknown[]) {
  return { current: threadOf(place, 's1'), additional }
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
  } catch (error) {
    return isFault(error) ? error.code : String(error)
  }
  return undefined
}
