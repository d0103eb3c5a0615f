import { describe, expect, it } from 'vitest'
import { moveStep } from '../../../src/plan/decisions.ts'
import { fault } from '../../../src/plan/diagnostics/fault.ts'
import type { PlanRecord } from '../../../src/plan/records.ts'
import { saveState } from '../../../src/plan/state.ts'
import type { Files } from '../../../src/store/files/port.ts'
import { readWhole } from '../../../src/store/files/whole.ts'
import { breakLock } from '../../../src/store/lock/break.ts'
import { ownRecord } from '../../../src/store/lock/own-record.ts'
import type { LogOptions } from '../../../src/store/log/log.ts'
import { openPlanLog, type PlanLog } from '../../../src/store/plan-log.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { testMachine } from '../../support/machine.ts'
import { MemoryDisk } from '../../support/memory-disk.ts'
import { makePlace, placeIn } from '../../support/plan-place.ts'

const place = placeIn('/')

describe('decisions', () => {
  it('that arrive together share one write and one sync, and each gets its own answer', async () => {
    const { files, calls } = countingFiles((await freshDisk()).files(), {})
    const log = await open(files)
    await note(log, 'first')
    const before = calls.length
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => note(log, `n${n}`)))
    const syncs = calls.slice(before).filter((call) => call.name === 'sync')
    expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => n + 2))
    expect(syncs).toHaveLength(1)
  })

  it('see the records of those before them in the same write', async () => {
    const log = await open((await freshDisk()).files())
    const start = () =>
      log.decide((state) => ({ records: moveStep(state, 'a', 'in_progress', 'me'), answer: 'started' }))
    const outcomes = await Promise.allSettled([start(), start()])
    expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected'])
  })

  it('that are refused write nothing and do not disturb the others', async () => {
    const log = await open((await freshDisk()).files())
    const refused = log.decide(() => {
      throw fault('E_UNKNOWN_STEP', 'no such step')
    })
    const kept = note(log, 'kept')
    await expect(refused).rejects.toMatchObject({ code: 'E_UNKNOWN_STEP' })
    await expect(kept).resolves.toBe(1)
  })

  it('C39: larger than 64 KiB are refused, and only they', async () => {
    const log = await open((await freshDisk()).files())
    const large = note(log, 'x'.repeat(64 * 1024))
    const small = note(log, 'x'.repeat(60 * 1024))
    await expect(large).rejects.toMatchObject({ code: 'E_RECORD_TOO_LARGE' })
    await expect(small).resolves.toBe(1)
  })

  it('that fail to reach the disk leave the state as it was', async () => {
    let broken = false
    const { files } = countingFiles((await freshDisk()).files(), {
      before: (call) => {
        if (broken && call.name === 'sync') throw diskError('EIO')
      },
    })
    const log = await open(files)
    await complete(log, 'a')
    broken = true
    await expect(complete(log, 'b')).rejects.toMatchObject({ code: 'E_DISK' })
    broken = false
    expect([...(await log.read()).state.steps.keys()]).toEqual(['a'])
    await complete(log, 'c')
    expect([...(await (await open(files)).read()).state.steps.keys()]).toEqual(['a', 'c'])
  })

  it('of two open logs see each other', async () => {
    const files = (await freshDisk()).files()
    const [one, two] = [await open(files), await open(files, { pid: 2 })]
    await complete(one, 'a')
    await complete(two, 'b')
    await complete(one, 'c')
    expect([...(await two.read()).state.steps.keys()]).toEqual(['a', 'b', 'c'])
  })

  it('of a process whose lock was taken by force are refused, and its record does not count', async () => {
    const disk = await freshDisk()
    const other = await open(disk.files(), { pid: 2 })
    let forced = false
    const { files } = countingFiles(disk.files(), {})
    const late: Files = {
      ...files,
      open: async (path, how) => {
        const file = await files.open(path, how)
        if (how !== 'append') return file
        return {
          ...file,
          write: async (bytes) => {
            if (!forced) {
              forced = true
              await force(disk)
              await complete(other, 'theirs')
            }
            return file.write(bytes)
          },
        }
      },
    }
    const log = await open(late, { pid: 1 })
    await note(other, 'first')
    await expect(complete(log, 'mine')).rejects.toMatchObject({ code: 'E_LOCK_LOST' })
    const { state, diagnostics } = await (await open(disk.files(), { pid: 3 })).read()
    expect([...state.steps.keys()]).toEqual(['theirs'])
    expect(diagnostics.map((one) => one.code)).toEqual(['E_JOURNAL_STALE'])
    await complete(other, 'next')
    expect([...(await (await open(disk.files())).read()).state.steps.keys()]).toEqual(['theirs', 'next'])
  })
})

it('C38: damage to what one process acknowledged shows once another has written after it', async () => {
  const files = (await freshDisk()).files()
  await note(await open(files), 'first')
  await note(await open(files, { pid: 2 }), 'second')
  const text = Buffer.from((await readWhole(files, place.active, 1000))!).toString()
  await files.unlink(place.active)
  const file = await files.open(place.active, 'create')
  await file.write(Buffer.from(text.replace('first', 'f1rst')))
  await expect(open(files)).rejects.toMatchObject({ code: 'E_JOURNAL_CORRUPT' })
})

describe('snapshots and segments', () => {
  const small = { snapshotBytes: 500, segmentBytes: 2000 }

  it('change nothing about the state, and can be thrown away', async () => {
    const disk = await freshDisk()
    const log = await open(disk.files(), {}, small)
    for (let n = 0; n < 60; n++) await complete(log, `s${n}`)
    const expected = saveState((await log.read()).state)
    const names = (await disk.files().list(place.directory)).map((entry) => entry.name)
    expect(names).toContain('snapshot.json')
    expect(names.filter((name) => name.startsWith('log-')).length).toBeGreaterThan(1)

    expect(saveState((await (await open(disk.files())).read()).state)).toEqual(expected)
    await disk.files().unlink(`${place.directory}/snapshot.json`)
    expect(saveState((await (await open(disk.files())).read()).state)).toEqual(expected)
  })

  it('are written so that a log of any length is opened by reading little', async () => {
    const disk = await freshDisk()
    const log = await open(disk.files(), {}, { snapshotBytes: 500 })
    for (let n = 0; n < 200; n++) await note(log, `n${n}`)
    let bytesRead = 0
    const files: Files = {
      ...disk.files(),
      open: async (path, how) => {
        const file = await disk.files().open(path, how)
        const read = (at: number, length: number) => {
          bytesRead += length
          return file.read(at, length)
        }
        return { ...file, read }
      },
    }
    await open(files)
    expect(bytesRead).toBeLessThan(2000)
  })

  it('that are garbled or belong to another log are not used', async () => {
    const disk = await freshDisk()
    const log = await open(disk.files(), {}, small)
    for (let n = 0; n < 20; n++) await complete(log, `s${n}`)
    const path = `${place.directory}/snapshot.json`
    const snapshot = Buffer.from((await readWhole(disk.files(), path, 1e6))!)
    const expected = saveState((await log.read()).state)
    for (let at = 0; at < snapshot.length; at += 7) {
      const damaged = Buffer.from(snapshot)
      damaged[at] = damaged[at]! ^ 1
      await overwrite(disk.files(), path, damaged)
      expect(saveState((await (await open(disk.files())).read()).state)).toEqual(expected)
    }
  })
})

describe('formats', () => {
  it('keeps records of kinds that it does not know', async () => {
    const disk = await freshDisk()
    const log = await open(disk.files())
    const unknown = { type: 'from.the.future', x: 1 } as unknown as PlanRecord
    await log.decide(() => ({ records: [unknown], answer: undefined }))
    await complete(log, 'a')
    const text = Buffer.from((await readWhole(disk.files(), place.active, 1e6))!).toString()
    expect(text).toContain('"type":"from.the.future","x":1')
    expect((await (await open(disk.files())).read()).state.steps.get('a')?.status).toBe('complete')
  })
})

async function force(disk: MemoryDisk): Promise<void> {
  const machine = testMachine(disk.files(), { pid: 9 })
  const file = await readWhole(disk.files(), place.lock, 4096)
  const { nonce } = JSON.parse(Buffer.from(file!).toString())
  await breakLock(machine, place, await ownRecord(machine, place.owners, 'doctor'), nonce)
}

async function overwrite(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  await files.unlink(path)
  const file = await files.open(path, 'create')
  await file.write(bytes)
}

async function freshDisk(): Promise<MemoryDisk> {
  const disk = new MemoryDisk()
  await makePlace(disk.files(), place)
  return disk
}

function open(files: Files, { pid = 1 } = {}, options: Partial<LogOptions> = {}): Promise<PlanLog> {
  return openPlanLog(testMachine(files, { pid }), place, { lockWaitMs: 1000, command: 'test', ...options })
}

function note(log: PlanLog, text: string): Promise<number> {
  return log.decide((_state, _now, seq) => ({ records: [{ type: 'note', text, by: 'me' }], answer: seq }))
}

function complete(log: PlanLog, step: string): Promise<void> {
  return log.decide((state) => ({ records: moveStep(state, step, 'complete', 'me'), answer: undefined }))
}
