import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Fault } from '../../src/plan/diagnostics/fault.ts'
import { commit } from '../../src/store/content/commit.ts'
import { listVersions } from '../../src/store/content/history.ts'
import { readContent } from '../../src/store/content/read.ts'
import { examine } from '../../src/store/doctor/examine.ts'
import { emptyJournal, sealLines } from '../../src/store/journal/line.ts'
import { claim } from '../../src/store/leases.ts'
import { openPlanLog } from '../../src/store/plan-log.ts'
import { testMachine } from '../support/machine.ts'
import { MemoryDisk } from '../support/memory-disk.ts'
import { bytes, lockOptions, makePlace, placeIn } from '../support/plan-place.ts'

/*
 * A repository can bring a `.steadplan/` along in which every line is sealed as it should be and says anything. It gets a
 * fault, or what it says is taken for what it is; it never gets an error that nobody foresaw.
 */
const anything = fc.jsonValue({ maxDepth: 2 })
const place = placeIn('/', 'directory')

it('P7: a forged history yields faults, and nothing else', async () => {
  const change = fc.record({ path: anything, from: anything, to: anything }, { requiredKeys: [] })
  const file = fc.record({ path: anything, sha256: anything, text: anything, in: anything }, { requiredKeys: [] })
  const version = fc.record(
    {
      type: fc.constant('version'),
      version: fc.oneof(fc.nat(5), anything),
      parent: fc.oneof(fc.nat(5), anything),
      by: fc.oneof(fc.string(), anything),
      at: fc.oneof(fc.string(), anything),
      etag: fc.oneof(fc.string(), anything),
      temporary: fc.oneof(fc.constant('0'.repeat(32)), anything),
      changes: fc.oneof(fc.array(fc.oneof(change, anything)), anything),
      files: fc.oneof(fc.array(fc.oneof(file, anything)), anything),
    },
    { requiredKeys: ['type'] },
  )
  const head = fc.record({ number: anything, etag: anything, at: anything, length: anything }, { requiredKeys: [] })
  const settled = fc.record(
    { type: fc.constant('settled'), version: fc.nat(5), published: fc.oneof(fc.boolean(), anything), head },
    { requiredKeys: ['type'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(version, settled), { minLength: 1, maxLength: 4 }), async (entries) => {
      const machine = await machineWith(place.history, entries)
      await onlyFaults(() => listVersions(machine, place))
      await onlyFaults(() => readContent(machine, place))
      await onlyFaults(async () => {
        const base = await readContent(machine, place)
        await commit(machine, place, base, new Map([['plan.md', bytes('x')]]), { by: 'test' }, lockOptions)
      })
      await onlyFaults(() => examine(machine, { root: '/', state: '/.steadplan' }))
    }),
    { numRuns: 300 },
  )
})

it('P7: a forged log yields faults, and nothing else', async () => {
  const types = [
    'plan.moved',
    'step.moved',
    'approval',
    'approval.steps',
    'step.approval',
    'step.result',
    'receipt',
    'lease.taken',
    'lease.renewed',
    'lease.ended',
    'note',
    'log',
    'unknown',
  ]
  const fields = [
    'event',
    'from',
    'to',
    'by',
    'why',
    'step',
    'token',
    'on',
    'holder',
    'ttlMs',
    'moment',
    'process',
    'text',
    'hash',
    'plan',
    'steps',
    'version',
    'channel',
    'seal',
    'at',
  ]
  const record = fc
    .tuple(fc.oneof(fc.constantFrom(...types), anything), fc.dictionary(fc.constantFrom(...fields), anything))
    .map(([type, rest]) => ({ type, ...rest }))
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 4 }), async (entries) => {
      const machine = await machineWith(place.active, entries)
      await onlyFaults(async () => {
        const log = await openPlanLog(machine, place, { lockWaitMs: 100, command: 'test' })
        await claim(machine, log, { on: 'step:a', holder: 'test', ttlMs: 1000 })
      })
      await onlyFaults(() => examine(machine, { root: '/', state: '/.steadplan' }))
    }),
    { numRuns: 300 },
  )
})

async function machineWith(path: string, entries: readonly object[]) {
  const disk = new MemoryDisk()
  const files = disk.files()
  await makePlace(files, place)
  const file = await files.open(path, 'create')
  await file.write(sealLines(entries, emptyJournal).bytes)
  return testMachine(files)
}

async function onlyFaults(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
  }
}
