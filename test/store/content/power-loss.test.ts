import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/store/content/commit.ts'
import { applyChanges, type Changes, noContent } from '../../../src/store/content/content.ts'
import { listVersions } from '../../../src/store/content/history.ts'
import { readContent } from '../../../src/store/content/read.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { openPlanLog, type PlanLog } from '../../../src/store/plan-log.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { rounds } from '../../support/long.ts'
import { testMachine } from '../../support/machine.ts'
import { MemoryDisk } from '../../support/memory-disk.ts'
import { bytes, lockOptions, makePlace, placeIn, textsOf } from '../../support/plan-place.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { completed } from '../../support/records.ts'

/**
 * Three commits, one after the other; the power goes at call k of the disk, for every k, and each write since the last
 * sync is kept, lost, cut short or garbled. Then the machine starts again and goes on.
 */
const histories: Record<'file' | 'directory', readonly Changes[]> = {
  file: [change({ 'plan.md': 'one' }), change({ 'plan.md': 'two '.repeat(2000) }), change({ 'plan.md': 'three' })],
  directory: [
    change({ 'plan.md': 'one', 'tasks/01-a.md': 'a1', 'tasks/02-b.md': 'b1' }),
    change({ 'plan.md': 'two', 'tasks/01-a.md': null, 'tasks/02-b.md': 'b2', 'tasks/03-c.md': 'c2' }),
    change({ 'tasks/01-a.md': 'a3', 'tasks/02-b.md': 'b3', 'tasks/03-c.md': null }),
  ],
}

describe.each(['file', 'directory'] as const)(`B19: the power fails during commits to a plan that is a %s`, (shape) => {
  const place = placeIn('/', shape)

  it(`leaves the last acknowledged version or the next (seed ${seed})`, async () => {
    const expected = await versionsOf(shape)
    let crashes = 0
    for (let k = 1; ; k++) {
      const { disk, acknowledged, finished } = await runUntil(shape, k)
      if (finished) break
      for (let round = 0; round < rounds(6, 200); round++) {
        const after = disk.powerOff(randomFrom(seed + k * 1000 + round))
        const machine = testMachine(after.files(), { boot: 'boot-2' })
        const found = textsOf(await readContent(machine, place))
        expect([expected[acknowledged], expected[acknowledged + 1]], `call ${k}, round ${round}`).toContainEqual(found)
        await goesOn(machine, place)
        crashes++
      }
    }
    expect(crashes).toBeGreaterThan(100)
  })

  it(`keeps every acknowledged version: in the history, or where it is visible (seed ${seed})`, async () => {
    const expected = await versionsOf(shape)
    for (let k = 1; ; k++) {
      const { disk, acknowledged, finished } = await runUntil(shape, k)
      if (finished) break
      for (let round = 0; round < rounds(3, 50); round++) {
        const machine = testMachine(disk.powerOff(randomFrom(seed + k * 100 + round)).files(), { boot: 'boot-2' })
        const { versions } = await listVersions(machine, place)
        const kept = [...versions.map(({ version }) => version.etag), (await readContent(machine, place)).etag]
        const wanted = expected.slice(0, acknowledged + 1).map(etagOf)
        expect(kept, `call ${k}, round ${round}`).toEqual(expect.arrayContaining(wanted.filter((etag) => etag !== '')))
      }
    }
  })
})

describe('B19: the power fails while the log is written', () => {
  const place = placeIn('/')

  it(`loses no record that was acknowledged (seed ${seed})`, async () => {
    for (let k = 1; ; k++) {
      const disk = await freshDisk('file')
      const counted = stopAt(disk, k)
      const acknowledged = await appendUntilStopped(counted)
      if (acknowledged === 12) break
      for (let round = 0; round < rounds(6, 200); round++) {
        const after = disk.powerOff(randomFrom(seed + k * 1000 + round))
        const machine = testMachine(after.files(), { boot: 'boot-2' })
        const log = await openLog(machine)
        const { state } = await log.read()
        for (let n = 0; n < acknowledged; n++) expect(state.steps.get(`s${n}`)?.status, `call ${k}`).toBe('complete')
        await log.decide(() => ({ records: [completed('again')], answer: undefined }))
        expect((await (await openLog(machine)).read()).state.steps.get('again')?.status).toBe('complete')
      }
    }
  })

  async function appendUntilStopped(machine: Machine): Promise<number> {
    let acknowledged = 0
    try {
      const log = await openLog(machine)
      while (acknowledged < 12) {
        const batch = [0, 1, 2].map((n) => completed(`s${acknowledged + n}`))
        await Promise.all(batch.map((record) => log.decide(() => ({ records: [record], answer: undefined }))))
        acknowledged += 3
      }
    } catch {}
    return acknowledged
  }

  function openLog(machine: Machine): Promise<PlanLog> {
    return openPlanLog(machine, place, {
      lockWaitMs: 1000,
      command: 'test',
      snapshotBytes: 600,
      segmentBytes: 1500,
    })
  }
})

async function versionsOf(shape: 'file' | 'directory'): Promise<Record<string, string>[]> {
  const found: Record<string, string> = {}
  return [
    {},
    ...histories[shape].map((changes) => {
      for (const [path, content] of changes) {
        if (content === null) delete found[path]
        else found[path] = Buffer.from(content).toString()
      }
      return { ...found }
    }),
  ]
}

function etagOf(texts: Record<string, string>): string {
  const files = Object.entries(texts).map(([path, text]) => [path, bytes(text)] as const)
  return applyChanges(noContent, new Map(files)).etag
}

async function runUntil(shape: 'file' | 'directory', k: number) {
  const place = placeIn('/', shape)
  const disk = await freshDisk(shape)
  const machine = stopAt(disk, k)
  let acknowledged = 0
  try {
    for (const changes of histories[shape]) {
      await commit(machine, place, await readContent(machine, place), changes, { by: 'test' }, lockOptions)
      acknowledged++
    }
    return { disk, acknowledged, finished: true }
  } catch {
    return { disk, acknowledged, finished: false }
  }
}

async function freshDisk(shape: 'file' | 'directory'): Promise<MemoryDisk> {
  const disk = new MemoryDisk()
  await makePlace(disk.files(), placeIn('/', shape))
  return disk
}

/** From call k on the process is gone: nothing it does reaches the disk any more. */
function stopAt(disk: MemoryDisk, k: number): Machine {
  const { files } = countingFiles(disk.files(), {
    before: (_call, index) => {
      if (index >= k) throw new Error('the power is off')
    },
  })
  return testMachine(files)
}

async function goesOn(machine: Machine, place: ReturnType<typeof placeIn>): Promise<void> {
  const base = await readContent(machine, place)
  await commit(machine, place, base, change({ 'plan.md': 'after' }), { by: 'test' }, lockOptions)
  expect(textsOf(await readContent(machine, place))).toEqual({ ...textsOf(base), 'plan.md': 'after' })
}

function change(files: Record<string, string | null>): Changes {
  return new Map(Object.entries(files).map(([path, text]) => [path, text === null ? null : bytes(text)]))
}
