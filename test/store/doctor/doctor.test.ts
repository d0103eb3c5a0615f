import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../../../src/store/content/commit.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { examine } from '../../../src/store/doctor/examine.ts'
import { newOwner, type Owner, ownerBytes } from '../../../src/store/lock/owner.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { startChild } from '../../support/children.ts'
import { bytes, lockOptions, makePlace, placeIn, textsOf } from '../../support/plan-place.ts'
import { completed } from '../../support/records.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

let root: string
let place: PlanPlace

beforeEach(async () => {
  root = temporaryDirectory()
  place = await makePlace(realMachine.files, placeIn(root))
})

describe('a workspace in good order', () => {
  it('has nothing to mend', async () => {
    await commitText('one')
    await note()
    expect(await codes()).toEqual([])
    expect((await examine(realMachine, workspace())).plans).toBe(1)
  })

  it('that is not there yet has nothing to mend either', async () => {
    const nowhere = { root, state: join(root, 'nowhere') }
    expect(await examine(realMachine, nowhere)).toEqual({ plans: 0, findings: [] })
  })
})

describe.each(['file', 'directory'] as const)(
  'B16: a commit to a %s that was killed after call k, for every k',
  (shape) => {
    it('is mended so that nothing is left, and looking changes nothing', async () => {
      const seen = new Set<string>()
      for (let k = 1; ; k++) {
        root = temporaryDirectory()
        place = await makePlace(realMachine.files, placeIn(root, shape))
        await commitText('old')
        const { lines } = await startChild('dying-writer', { root, shape, what: 'commit', k }).ended
        const before = everything(root)
        const content = textsOf(await readContent(realMachine, place))
        for (const code of await codes()) seen.add(code)
        expect(everything(root)).toEqual(before)

        await mend()
        expect(await codes(), `after call ${k}`).toEqual([])
        expect(textsOf(await readContent(realMachine, place))).toEqual(content)
        expect(leftovers()).toEqual([])
        if (lines.includes('finished')) break
      }
      const expected = ['E_DEAD_LOCK', 'E_LEFTOVER', ...(shape === 'directory' ? ['E_UNPUBLISHED'] : [])]
      expect([...seen].sort()).toEqual(expected)
    })
  },
)

describe('locks', () => {
  it.each(['', 'garbled'])('A8: that name nobody (%j) are found and removed', async (text) => {
    writeFileSync(place.lock, text)
    expect(await codes()).toEqual(['E_LOCK_UNREADABLE'])
    await mend()
    expect(await codes()).toEqual([])
    await commitText('works')
  })

  it('A7: of another machine are found, named, and left alone', async () => {
    plant({ host: 'elsewhere', pid: 12 })
    const { findings } = await examine(realMachine, workspace())
    expect(findings[0]?.diagnostic).toMatchObject({ code: 'E_LOCK_FOREIGN' })
    expect(findings[0]?.diagnostic.message).toContain('pid 12 on elsewhere')
    await mend()
    expect(readdirSync(place.directory)).toContain('lock')
  })

  it('of a live process are in order, and what it is doing is left alone', async () => {
    plant({})
    writeFileSync(join(place.directory, 'snapshot.json.0.tmp'), 'half')
    expect(await codes()).toEqual([])
  })
})

describe('logs', () => {
  it('C37: with a torn end are named and cut', async () => {
    await note()
    appendFileSync(place.active, '{"type":"no')
    expect(await codes()).toEqual(['E_JOURNAL_TORN'])
    await mend()
    expect(await codes()).toEqual([])
    expect(readFileSync(place.active, 'utf8').at(-1)).toBe('\n')
  })

  it('C38: damaged in the middle are named and not touched', async () => {
    for (let n = 0; n < 3; n++) await note()
    const text = readFileSync(place.active, 'utf8').replace('"step":"a"', '"step":"b"')
    writeFileSync(place.active, text)
    expect(await codes()).toEqual(['E_JOURNAL_CORRUPT'])
    await mend()
    expect(readFileSync(place.active, 'utf8')).toBe(text)
  })

  it('with a snapshot that is not theirs lose it', async () => {
    await note()
    writeFileSync(join(place.directory, 'snapshot.json'), '{}')
    expect(await codes()).toEqual(['E_SNAPSHOT_STALE'])
    await mend()
    expect(await codes()).toEqual([])
  })
})

describe('plans and histories', () => {
  it('B34: a file that something emptied is named with the version that had content', async () => {
    await commitText('one')
    writeFileSync(join(place.base, 'plan.md'), '')
    const { findings } = await examine(realMachine, workspace())
    expect(findings.map((one) => one.diagnostic)).toMatchObject([
      { code: 'E_EMPTY', message: expect.stringContaining('version 1 had content') },
    ])
  })

  it('a history that is damaged in the middle is named, and the plan still works for readers', async () => {
    for (const text of ['one', 'two', 'three']) await commitText(text)
    writeFileSync(place.history, readFileSync(place.history, 'utf8').replace('"one"', '"eno"'))
    expect(await codes()).toEqual(['E_HISTORY_CORRUPT'])
    expect(textsOf(await readContent(realMachine, place))).toEqual({ 'plan.md': 'three' })
  })
})

it('says when the file system promises less', async () => {
  const nfs: Machine = { ...realMachine, files: { ...realMachine.files, fileSystem: async () => 0x6969 } }
  const { findings } = await examine(nfs, workspace())
  expect(findings.map((one) => one.diagnostic.code)).toEqual(['E_WEAK_FILESYSTEM'])
})

function workspace() {
  return { root, state: join(root, '.steadplan') }
}

async function codes(): Promise<string[]> {
  const { findings } = await examine(realMachine, workspace())
  return [...new Set(findings.map((one) => one.diagnostic.code))].sort()
}

async function mend(): Promise<void> {
  const { findings } = await examine(realMachine, workspace())
  for (const one of findings) await one.mend?.()
}

async function commitText(text: string): Promise<void> {
  const base = await readContent(realMachine, place)
  await commit(realMachine, place, base, new Map([['plan.md', bytes(text)]]), { by: 'test' }, lockOptions)
}

async function note(): Promise<void> {
  const log = await openPlanLog(realMachine, place, { lockWaitMs: 1000, command: 'test' })
  await log.decide(() => ({ records: [completed('a')], answer: undefined }))
}

function plant(owner: Partial<Owner>): void {
  writeFileSync(place.lock, ownerBytes({ ...newOwner(realMachine, 'test'), ...owner }))
}

function everything(directory: string): Record<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const files = paths.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, 'latin1')]))
}

/** What is in the workspace beside plans, logs and histories; our own record is there as long as we are. */
function leftovers(): string[] {
  const known = /(plan\.md|tasks\/.*\.md|history\.jsonl|log\.jsonl)$/
  return Object.keys(everything(root)).filter((path) => !known.test(path) && !path.includes('/owners/'))
}
