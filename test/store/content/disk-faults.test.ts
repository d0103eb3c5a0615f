import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { commit } from '../../../src/store/content/commit.ts'
import { readContent } from '../../../src/store/content/read.ts'
import type { Files } from '../../../src/store/files/port.ts'
import { renamePatiently } from '../../../src/store/files/real.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { type Call, countingFiles, diskError } from '../../support/counting-files.ts'
import { testMachine } from '../../support/machine.ts'
import { MemoryDisk } from '../../support/memory-disk.ts'
import { bytes, lockOptions, makePlace, placeIn, textOf } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const place = placeIn('/')

describe('the order of calls', () => {
  it('B20, B21: what is replaced and what replaces it are synced before the rename, the directory after it', async () => {
    const { calls } = await commitWatching(() => {}, { before: 'old' })
    const index = (name: string, path: RegExp) => calls.findIndex((call) => call.name === name && path.test(call.path))
    const rename = index('rename', /plan\.md$/)
    expect(index('sync', /history/)).toBeGreaterThan(-1)
    expect(index('sync', /history/)).toBeLessThan(rename)
    expect(index('sync', /\.tmp$/)).toBeGreaterThan(-1)
    expect(index('sync', /\.tmp$/)).toBeLessThan(rename)
    expect(calls.findLastIndex((call) => call.name === 'syncDirectory' && call.path === '/plan')).toBeGreaterThan(
      rename,
    )
  })

  it('does not sync more often than it must', async () => {
    const { calls } = await commitWatching(() => {}, { before: 'one' })
    const syncs = calls
      .filter((call) => call.name.startsWith('sync'))
      .map((call) => call.path.replace(/[0-9a-f]{32}/, '*'))
    expect(syncs.filter((path) => !path.includes('owners'))).toEqual([
      '/.steadplan/plans/example/history.jsonl',
      '/plan/.plan.md.*.tmp',
      '/plan',
    ])
  })
})

describe('a disk that refuses', () => {
  /** Which call fails, with what; the code the caller gets; what the plan is afterwards. */
  it.each<[string, (call: Call) => boolean, string, string, string]>([
    ['B22 fsync of the new content', isSyncOf(/\.tmp$/), 'EIO', 'E_DISK', 'old'],
    ['B22 fsync of the history', isSyncOf(/history/), 'EIO', 'E_DISK', 'old'],
    ['B23 fsync of the directory', (call) => call.name === 'syncDirectory', 'EIO', 'E_INDETERMINATE', 'new'],
    ['B24 write of the new content', isWriteTo(/\.tmp$/), 'ENOSPC', 'E_DISK', 'old'],
    ['B24 write of the history', isWriteTo(/history/), 'ENOSPC', 'E_DISK', 'old'],
    ['B25 quota', isWriteTo(/\.tmp$/), 'EDQUOT', 'E_DISK', 'old'],
    ['B25 size limit', isWriteTo(/history/), 'EFBIG', 'E_DISK', 'old'],
    ['B26 another file system', isRename, 'EXDEV', 'E_DISK', 'old'],
    ['B26 read-only', isRename, 'EROFS', 'E_DISK', 'old'],
    ['B26 no permission', isRename, 'EACCES', 'E_DISK', 'old'],
    [
      'B28 close of the new content',
      (call) => call.name === 'close' && call.path.endsWith('.tmp'),
      'EIO',
      'E_DISK',
      'old',
    ],
  ])('%s', async (_title, fails, code, expected, then) => {
    let failed = 0
    const { calls, files, error } = await commitWatching(
      (call) => {
        if (fails(call) && failed++ === 0) throw diskError(code)
      },
      { before: 'old' },
    )
    expect(error).toMatchObject({ code: expected })
    const machine = testMachine(files)
    expect(textOf(await readContent(machine, place))).toBe(then)
    expect((await files.list('/plan')).map((entry) => entry.name)).toEqual(['plan.md'])
    const tried = calls.filter((call) => call.name === 'sync' && fails(call))
    expect(tried.length, 'a failed sync is not tried again').toBeLessThanOrEqual(1)
    await commit(machine, place, await readContent(machine, place), change('next'), { by: 'test' }, lockOptions)
    expect(textOf(await readContent(machine, place))).toBe('next')
  })

  it.each(['ENOSPC', 'EIO', 'EACCES'])('B16–B28: %s at call k, for every k, leaves a plan that works', async (code) => {
    for (let k = 1; ; k++) {
      const { files, error, calls } = await commitWatching(
        (_call, index) => {
          if (index === k) throw diskError(code)
        },
        { before: 'old' },
      )
      const machine = testMachine(files, { pid: 2, dead: (pid) => pid === 1 })
      const found = textOf(await readContent(machine, place))
      if (error === undefined) expect(found).toBe('new')
      else {
        expect(isFault(error), `call ${k} ${calls[k - 1]?.name}: ${String(error as Error)}`).toBe(true)
        const applied = isFault(error, 'E_INDETERMINATE')
        expect(applied ? ['new', 'old'] : ['old'], `call ${k} ${calls[k - 1]?.name}`).toContain(found)
      }
      await commit(machine, place, await readContent(machine, place), change('next'), { by: 'test' }, lockOptions)
      expect(textOf(await readContent(machine, place))).toBe('next')
      expect((await files.list('/plan')).map((entry) => entry.name)).toEqual(['plan.md'])
      if (calls.length < k) break
    }
  })

  it('B24: short writes are continued until every byte is there', async () => {
    const disk = await freshDisk()
    const stingy = wrapOpen(disk.files(), (file) => ({ ...file, write: (given) => file.write(given.subarray(0, 7)) }))
    const machine = testMachine(stingy)
    const text = 'x'.repeat(1000)
    await commit(machine, place, await readContent(machine, place), change(text), { by: 'test' }, lockOptions)
    expect(textOf(await readContent(machine, place))).toBe(text)
  })

  it('B29: without hard links it works with an exclusively created lock', async () => {
    const disk = await freshDisk()
    const files = disk.files()
    const machine = testMachine({
      ...files,
      link: async () => {
        throw diskError('EPERM')
      },
    })
    await commit(machine, place, await readContent(machine, place), change('new'), { by: 'test' }, lockOptions)
    expect(textOf(await readContent(machine, place))).toBe('new')
  })

  it('B30: a rename that was made but reported as missing is recognised by the content', async () => {
    const { error, files } = await commitWatching(() => {}, {
      before: 'old',
      wrap: (files) => ({
        ...files,
        rename: async (from, to) => {
          await files.rename(from, to)
          throw diskError('ENOENT')
        },
      }),
    })
    expect(error).toBeUndefined()
    expect(textOf(await readContent(testMachine(files), place))).toBe('new')
  })
})

describe('B27: Windows, where a reader or a scanner holds the target open', () => {
  const failing = (times: number, code: string) => () => {
    if (times-- > 0) throw diskError(code)
  }

  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits while the rename says %s, in growing steps', async (code) => {
    const waits: number[] = []
    await renamePatiently(failing(3, code), 'win32', async (ms) => void waits.push(ms))
    expect(waits).toEqual([10, 20, 30])
  })

  it('gives up in the end, with the error as it was', async () => {
    await expect(renamePatiently(failing(1000, 'EBUSY'), 'win32', async () => {})).rejects.toMatchObject({
      code: 'EBUSY',
    })
  })

  it('does not wait on other systems, nor for other errors', async () => {
    await expect(renamePatiently(failing(1, 'EPERM'), 'linux', unexpected)).rejects.toMatchObject({ code: 'EPERM' })
    await expect(renamePatiently(failing(1, 'ENOSPC'), 'win32', unexpected)).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

describe('real file systems', () => {
  it('B24: a full disk (tmpfs) leaves the old plan, says so, and leaves no temporary file', async (test) => {
    const root = temporaryDirectory()
    if (!mountSmall(root)) return test.skip('mounting is not allowed here')
    try {
      const real = await makePlace(realMachine.files, placeIn(root))
      const path = join(real.base, 'plan.md')
      writeFileSync(path, 'old')
      const base = await readContent(realMachine, real)
      const big = change('x'.repeat(200_000))
      await expect(commit(realMachine, real, base, big, { by: 'test' }, lockOptions)).rejects.toMatchObject({
        code: 'E_DISK',
        message: expect.stringContaining('the disk is full'),
      })
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(real.base)).toEqual(['plan.md'])
      await commit(realMachine, real, base, change('small'), { by: 'test' }, lockOptions)
      expect(readFileSync(path, 'utf8')).toBe('small')
    } finally {
      execFileSync('umount', ['-l', root])
    }
  })

  it('B35: a directory that is removed under a running process is a clear error and is not made again', async () => {
    const root = temporaryDirectory()
    const real = await makePlace(realMachine.files, placeIn(root))
    writeFileSync(join(real.base, 'plan.md'), 'old')
    const base = await readContent(realMachine, real)
    await commit(realMachine, real, base, change('one'), { by: 'test' }, lockOptions)
    const now = await readContent(realMachine, real)
    rmSync(root, { recursive: true })
    await expect(commit(realMachine, real, now, change('two'), { by: 'test' }, lockOptions)).rejects.toMatchObject({
      code: 'E_NO_WORKSPACE',
    })
    mkdirSync(root)
    expect(readdirSync(root)).toEqual([])
  })

  it('keeps the mode of the plan', async () => {
    const root = temporaryDirectory()
    const real = await makePlace(realMachine.files, placeIn(root))
    writeFileSync(join(real.base, 'plan.md'), 'old', { mode: 0o640 })
    const base = await readContent(realMachine, real)
    await commit(realMachine, real, base, change('new'), { by: 'test' }, lockOptions)
    expect((await realMachine.files.stat(join(real.base, 'plan.md'))).mode).toBe(0o640)
  })
})

interface Watched {
  readonly calls: readonly Call[]
  readonly files: Files
  readonly error: unknown
}

/** Commits `new` on a disk of its own, with every call shown to `before`, which may throw. */
async function commitWatching(
  before: (call: Call, index: number) => void,
  { before: text, wrap = (files) => files }: { before?: string; wrap?: (files: Files) => Files } = {},
): Promise<Watched> {
  const disk = await freshDisk()
  const plain = testMachine(disk.files(), { pid: 7 })
  if (text !== undefined) await commitText(plain, text)
  const base = await readContent(plain, place)
  const { files, calls } = countingFiles(wrap(disk.files()), { before })
  try {
    await commit(testMachine(files), place, base, change('new'), { by: 'test' }, lockOptions)
    return { calls, files: disk.files(), error: undefined }
  } catch (error) {
    return { calls, files: disk.files(), error }
  }
}

async function commitText(machine: Machine, text: string): Promise<void> {
  await commit(machine, place, await readContent(machine, place), change(text), { by: 'test' }, lockOptions)
}

async function freshDisk(): Promise<MemoryDisk> {
  const disk = new MemoryDisk()
  await makePlace(disk.files(), place)
  return disk
}

function wrapOpen(
  files: Files,
  wrap: (file: Awaited<ReturnType<Files['open']>>) => Awaited<ReturnType<Files['open']>>,
): Files {
  return { ...files, open: async (path, how) => wrap(await files.open(path, how)) }
}

function change(text: string): ReadonlyMap<string, Uint8Array> {
  return new Map([['plan.md', bytes(text)]])
}

function isSyncOf(path: RegExp) {
  return (call: Call) => call.name === 'sync' && path.test(call.path)
}

function isWriteTo(path: RegExp) {
  return (call: Call) => call.name === 'write' && path.test(call.path)
}

function isRename(call: Call): boolean {
  return call.name === 'rename'
}

function mountSmall(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function unexpected(): Promise<never> {
  throw new Error('nobody should wait here')
}
