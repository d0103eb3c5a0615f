import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { commit } from '../../../src/store/content/commit.ts'
import type { Content } from '../../../src/store/content/content.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { readContent } from '../../../src/store/content/read.ts'
import type { Files, OpenFile } from '../../../src/store/files/port.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { ownerBytes } from '../../../src/store/lock/owner.ts'
import type { LogOptions } from '../../../src/store/log/log.ts'
import { closedSegmentPath, snapshotPath } from '../../../src/store/log/place.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog, type PlanLog } from '../../../src/store/plan-log.ts'
import { type Call, countingFiles } from '../../support/counting-files.ts'
import { testMachine } from '../../support/machine.ts'
import { bytes, lockOptions, makePlace, placeIn, textsOf } from '../../support/plan-place.ts'
import { completed } from '../../support/records.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/**
 *     plan/       the base of the plan
 *     outside/    files of the same names and with the same bytes, which nobody may touch
 *       empty/
 */
let root: string
let outside: string
let place: PlanPlace
let base: Content
let before: string

const texts = { 'plan.md': 'the plan', 'tasks/01-a.md': 'task a', 'tasks/02-b.md': 'task b' }
const changed = { 'plan.md': 'new plan', 'tasks/01-a.md': 'new a', 'tasks/03-c.md': 'new c' }

beforeEach(makeWorld)

async function makeWorld(): Promise<void> {
  root = fs.realpathSync(temporaryDirectory())
  outside = join(root, 'outside')
  place = await makePlace(realFiles, placeIn(root, 'directory'))
  fs.mkdirSync(join(outside, 'empty'), { recursive: true })
  for (const folder of [place.base, outside]) {
    fs.mkdirSync(join(folder, 'tasks'))
    for (const [path, text] of Object.entries(texts)) fs.writeFileSync(join(folder, path), text)
  }
  base = await readContent(realMachine, place)
  before = described(outside)
}

afterEach(() => {
  expect(described(outside), 'what is outside').toBe(before)
})

describe('F73: a link in the place of a file or a folder of the plan', () => {
  it.each<[string, string, () => string]>([
    ['plan.md leads to a file outside', 'plan.md', () => join(outside, 'plan.md')],
    ['plan.md leads to nothing', 'plan.md', () => join(outside, 'nothing')],
    ['plan.md leads to itself', 'plan.md', () => 'plan.md'],
    ['plan.md leads to a directory inside', 'plan.md', () => 'tasks'],
    ['plan.md leads to a file inside', 'plan.md', () => 'tasks/01-a.md'],
    ['tasks leads to a directory outside', 'tasks', () => join(outside, 'tasks')],
    ['tasks leads to nothing', 'tasks', () => join(outside, 'nothing')],
    ['tasks leads to a directory inside', 'tasks', () => 'moved'],
    ['tasks leads to the plan itself', 'tasks', () => '.'],
    ['a task leads to a file outside', 'tasks/01-a.md', () => join(outside, 'plan.md')],
    ['a task leads to a directory outside', 'tasks/01-a.md', () => outside],
    ['a new task leads to a file outside', 'tasks/03-c.md', () => join(outside, 'plan.md')],
  ])('%s: neither read nor written', async (_, path, target) => {
    const full = join(place.base, path)
    if (fs.existsSync(full)) fs.renameSync(full, join(place.base, 'moved'))
    fs.symlinkSync(target(), full)
    await expect(readContent(realMachine, place)).rejects.toMatchObject({ code: 'E_NOT_A_FILE' })
    await expect(change(realMachine)).rejects.toMatchObject({ code: 'E_NOT_A_FILE' })
    expect(fs.readlinkSync(full)).toBe(target())
  })

  it('a base behind a link is a base like any other', async () => {
    fs.renameSync(place.base, join(root, 'elsewhere'))
    fs.symlinkSync('elsewhere', place.base)
    await change(realMachine)
    expect(textsOf(await readContent(realMachine, place))).toEqual(changed)
  })
})

describe.each([
  { folder: 'tasks', to: 'tasks' },
  { folder: 'tasks', to: 'empty' },
  { folder: '.', to: '.' },
  { folder: '.', to: 'empty' },
])('F73: $folder replaced by a link to outside/$to right before call k, for every k', ({ folder, to }) => {
  it.each([
    ['many changes', 'can tell', { ...changed, 'tasks/02-b.md': null }, realFiles],
    ['many changes', 'cannot tell', { ...changed, 'tasks/02-b.md': null }, withoutRealpath(realFiles)],
    ['a new file', 'can tell', { 'tasks/03-c.md': 'new c' }, realFiles],
    ['a new file', 'cannot tell', { 'tasks/03-c.md': 'new c' }, withoutRealpath(realFiles)],
    ['a file less', 'can tell', { 'tasks/02-b.md': null }, realFiles],
  ])('a commit of %s touches nothing there; the system %s where an open file is', async (_, _can, changes, files) => {
    for (let k = 1, calls = 1; k <= calls; k++) {
      await makeWorld()
      const swapping = swapBefore(k, files, folder, to)
      const outcome = await change({ ...realMachine, files: swapping.files }, changes).catch((error: unknown) => error)
      expect(described(outside), `call ${k}: ${String(outcome)}`).toBe(before)
      expect(outcome instanceof Error && !isFault(outcome), `call ${k}: ${String(outcome)}`).toBe(false)
      calls = swapping.calls()
    }
  })

  it('a reader brings nothing home from there', async () => {
    for (let k = 1, calls = 1; k <= calls; k++) {
      await makeWorld()
      makeSecret()
      const swapping = swapBefore(k, realFiles, folder, to)
      const machine = { ...realMachine, files: swapping.files }
      const outcome = await readContent(machine, place).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(isFault(outcome), `call ${k}: ${String(outcome)}`).toBe(true)
      else expect(Object.values(textsOf(outcome as Content)), `call ${k}`).not.toContain('secret')
      calls = swapping.calls()
    }
  })
})

describe('F73: a folder replaced by a link only while a file is opened', () => {
  it.runIf(process.platform === 'linux')('is noticed by where the open file stands', async () => {
    makeSecret()
    const flipping: Files = {
      ...realFiles,
      open: async (path, how) => {
        if (!path.endsWith('01-a.md')) return realFiles.open(path, how)
        const back = swap('tasks', 'tasks')
        return realFiles.open(path, how).finally(back)
      },
    }
    const reading = readContent({ ...realMachine, files: flipping }, place)
    await expect(reading).rejects.toMatchObject({ code: 'E_OUTSIDE' })
  })
})

const nonce = 'ab'.repeat(16)
const deadNonce = 'cd'.repeat(16)

/** What somebody put where we are about to write. */
const plants = {
  'a link to a file': (path: string) => fs.symlinkSync(join(outside, 'plan.md'), path),
  'a link to nothing': (path: string) => fs.symlinkSync(join(outside, 'new'), path),
  'a link to a directory': (path: string) => fs.symlinkSync(outside, path),
  'a pipe': (path: string) => execFileSync('mkfifo', [path]),
  'a directory': (path: string) => fs.mkdirSync(path),
  'a socket': listenAt,
}

describe.each(Object.entries(plants))('F74: %s at a name that the store uses', (_, plant) => {
  it.each<[string, string, () => string]>([
    ['of the new plan.md', 'E_NAME_TAKEN', () => join(place.base, `.plan.md.${nonce}.tmp`)],
    ['of a new task', 'E_NAME_TAKEN', () => join(place.base, 'tasks', `.01-a.md.${nonce}.tmp`)],
    ['of the owner record', 'E_NAME_TAKEN', () => join(place.owners, nonce)],
    ['of the lock', 'E_NOT_A_FILE', () => place.lock],
    ['of the claim on a dead lock', 'E_NOT_A_FILE', () => leaveDeadLock(`${place.lock}.break.${deadNonce}.0`)],
    ['of the history', 'E_NOT_A_FILE', () => place.history],
  ])('%s: a commit is refused with %s, and works when it is gone', async (_title, code, where) => {
    const path = where()
    await plant(path)
    const planted = described(path)
    const machine = testMachine(realFiles, { nonce: () => nonce, dead: (pid) => pid === 9 })
    await expect(change(machine)).rejects.toMatchObject({ code })
    expect(described(path)).toBe(planted)
    expect(textsOf(await readContent(realMachine, { ...place, history: '/nowhere' }))).toEqual(texts)
    fs.rmSync(path, { recursive: true })
    await change(machine)
    expect(textsOf(await readContent(realMachine, place))).toEqual(changed)
  })

  it.each<[string, () => string]>([
    ['of the log', () => place.active],
    ['of the lock', () => place.lock],
    ['of the snapshot', () => snapshotPath(place)],
    ['of a closed segment', () => closedSegmentPath(place, 0)],
  ])('%s: the log is refused, and works when it is gone', async (title, where) => {
    const machine = testMachine(realFiles)
    if (title === 'of the snapshot') await note(machine, 'a')
    await plant(where())
    const planted = described(where())
    await expect(note(machine, 'b')).rejects.toMatchObject({ code: 'E_NOT_A_FILE' })
    expect(described(where())).toBe(planted)
    fs.rmSync(where(), { recursive: true })
    await note(machine, 'b')
    expect(await steps(machine)).toContain('b')
  })

  it.each<[string, () => string]>([
    ['of a new snapshot', () => `${snapshotPath(place)}.${nonce}.tmp`],
    ['of a new segment', () => `${place.active}.${nonce}.tmp`],
    ['under which the segment is closed', () => closedSegmentPath(place, 1)],
  ])('%s: nothing of the log is lost', async (_title, where) => {
    const machine = testMachine(realFiles, { nonce: () => nonce })
    const log = await openLog(machine, { snapshotBytes: 1, segmentBytes: 1 })
    await plant(where())
    await log.decide(() => ({ records: [completed('a')], answer: undefined }))
    fs.rmSync(where(), { recursive: true, force: true })
    fs.rmSync(snapshotPath(place), { force: true })
    expect(await steps(machine)).toEqual(['a'])
  })
})

describe('F75: something else than a file of bearable size', () => {
  const kinds: Record<string, [code: string, make: (path: string) => unknown]> = {
    'a pipe': ['E_NOT_A_FILE', plants['a pipe']],
    'a directory': ['E_NOT_A_FILE', plants['a directory']],
    'a socket': ['E_NOT_A_FILE', listenAt],
    'a device without end': [
      'E_NOT_A_FILE',
      (path) => execFileSync('mknod', [path, 'c', '1', '5'], { stdio: 'ignore' }),
    ],
    'a sparse file of 10 GB': ['E_TOO_LARGE', makeHuge],
  }
  const places = [
    'plan/plan.md',
    'plan/tasks/01-a.md',
    '.steadplan/plans/example/history.jsonl',
    '.steadplan/plans/example/lock',
  ]
  const table = Object.entries(kinds).flatMap(([kind, [code, make]]) =>
    places.map((path) => ({ kind, code, make, path })),
  )

  it.for(table)('$kind as $path is refused unread', async ({ kind, code, make, path }, test) => {
    const full = join(root, path)
    fs.rmSync(full, { force: true })
    try {
      await make(full)
    } catch (error) {
      if (kind.startsWith('a device')) test.skip('only root may make a device')
      throw error
    }
    const { files, calls } = countingFiles(realFiles, {})
    // A directory among the tasks is no task: the plan has changed.
    const expected = kind === 'a directory' && path.includes('tasks') ? 'CONFLICT' : code
    await expect(change({ ...realMachine, files })).rejects.toMatchObject({ code: expected })
    const reads = calls.filter((call) => call.name === 'read' && call.path === full)
    const mayBe = code === 'E_TOO_LARGE' && path.includes('history') ? 1 : 0
    expect(reads.length, 'of a large history the last line may be looked at').toBe(mayBe)
  })

  it.each<[string, () => string]>([
    ['log', () => place.active],
    ['snapshot', () => snapshotPath(place)],
  ])('a sparse %s of 10 GB is refused', async (title, where) => {
    if (title === 'snapshot') await note(realMachine, 'a')
    makeHuge(where())
    await expect(note(realMachine, 'b')).rejects.toMatchObject({ code: 'E_TOO_LARGE' })
  })

  it('a directory that takes the place of a file in the last moment is not replaced', async () => {
    const { files } = countingFiles(realFiles, {
      before: ({ name, path }) => {
        if (name !== 'rename' || !path.endsWith('plan.md')) return
        fs.rmSync(path)
        fs.mkdirSync(path)
      },
    })
    await expect(change({ ...realMachine, files })).rejects.toMatchObject({ code: 'E_NOT_A_FILE' })
    expect(fs.readdirSync(place.base).sort()).toEqual(['plan.md', 'tasks'])
  })

  it('a hard link to a file outside is replaced, not written through', async () => {
    for (const path of Object.keys(texts)) {
      fs.rmSync(join(place.base, path))
      fs.linkSync(join(outside, path), join(place.base, path))
    }
    await change(realMachine)
    expect(textsOf(await readContent(realMachine, place))).toEqual(changed)
  })
})

/** Replaces two files, adds one and removes one. */
function change(
  machine: Machine,
  files: Record<string, string | null> = { ...changed, 'tasks/02-b.md': null },
): Promise<unknown> {
  const changes = new Map(Object.entries(files).map(([path, text]) => [path, text === null ? null : bytes(text)]))
  return commit(machine, place, base, changes, { by: 'test' }, lockOptions)
}

function openLog(machine: Machine, options: Partial<LogOptions> = {}): Promise<PlanLog> {
  return openPlanLog(machine, place, { lockWaitMs: 1000, command: 'test', ...options })
}

async function note(machine: Machine, step: string): Promise<void> {
  const log = await openLog(machine)
  await log.decide(() => ({ records: [completed(step)], answer: undefined }))
}

async function steps(machine: Machine): Promise<string[]> {
  return [...(await (await openLog(machine)).read()).state.steps.keys()]
}

/** A disk on which the folder becomes a link right before call k; and how many calls there were. */
function swapBefore(k: number, disk: Files, folder: string, to: string): { files: Files; calls: () => number } {
  let calls = 0
  // Before its real path is asked for, the base is whatever the caller says: a link there is one that the caller wants.
  let isAnchored = folder !== '.'
  const files = watched(disk, (call) => {
    if (++calls === k && isAnchored && !cannotBePrevented(call)) swap(folder, to)
    isAnchored ||= call.name === 'realpath' && call.path === place.base
  })
  return { files, calls: () => calls }
}

/** Puts a link in the place of a folder, which stays aside. Answers how to undo it. */
function swap(folder: string, to: string): () => void {
  const path = join(place.base, folder)
  fs.renameSync(path, join(root, 'aside'))
  fs.symlinkSync(join(outside, to), path)
  return () => {
    fs.unlinkSync(path)
    fs.renameSync(join(root, 'aside'), path)
  }
}

/**
 * A file is removed by its name, and between the last look at its folder and the removal nothing can be asked any more.
 * It takes a link put there in those microseconds, to a folder that has a file of the very same name.
 */
function cannotBePrevented({ name, path }: Call): boolean {
  return name === 'unlink' && path.endsWith('/02-b.md')
}

function makeSecret(): void {
  for (const path of Object.keys(texts)) fs.writeFileSync(join(outside, path), 'secret')
  before = described(outside)
}

async function listenAt(path: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  servers.push(server)
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

function makeHuge(path: string): void {
  fs.writeFileSync(path, '')
  fs.truncateSync(path, 10 * 2 ** 30)
}

function leaveDeadLock(claim: string): string {
  const dead = { host: 'here', boot: 'boot-1', pidSpace: 'pids', pid: 9, start: '1' }
  fs.writeFileSync(place.lock, ownerBytes({ ...dead, nonce: deadNonce, since: '', command: '' }))
  return claim
}

/** Everything below a path: names, kinds, bytes, where links lead. */
function described(path: string): string {
  const stat = fs.lstatSync(path)
  if (stat.isSymbolicLink()) return `${path} -> ${fs.readlinkSync(path)}`
  if (stat.isFile()) return `${path} ${stat.mode} ${fs.readFileSync(path, 'utf8')}`
  if (!stat.isDirectory()) return `${path} ${stat.mode}`
  return [
    `${path}/`,
    ...fs
      .readdirSync(path)
      .sort()
      .map((name) => described(join(path, name))),
  ].join('\n')
}

/** Shows every call to the disk, also those on open files, before it is made. */
function watched(files: Files, show: (call: Call) => void): Files {
  const wrap = <T extends Files | OpenFile>(target: T, opened?: string): T =>
    new Proxy(target, {
      get(_, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          show({ name: String(name), path: opened ?? String(args[0]) })
          const result: unknown = await Reflect.apply(method, target, args)
          return name === 'open' ? wrap(result as OpenFile, String(args[0])) : result
        }
      },
    })
  return wrap(files)
}

function withoutRealpath(files: Files): Files {
  return {
    ...files,
    open: async (path, how) => {
      const file = await files.open(path, how)
      return { ...file, realpath: async () => undefined }
    },
  }
}
