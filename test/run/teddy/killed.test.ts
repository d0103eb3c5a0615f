import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { settleMemos } from '../../../src/store/teddy/memos.ts'
import { readSession } from '../../../src/store/teddy/session.ts'
import { placeIn, projectWith, treeOf } from '../../store/teddy/teddy.ts'
import { startChild } from '../../support/children.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { isLong } from '../../support/long.ts'
import { testMachine } from '../../support/machine.ts'
import { MemoryDisk } from '../../support/memory-disk.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { changes, isRemembered, prepare } from './changes.ts'

const lock = { waitMs: 20_000, command: 'test' }

describe.each(Object.entries(changes))('B16: %s, killed after call k to the disk for every k', (name, change) => {
  it(`happened or did not, and the same command completes it; no memo is taken up twice (seed ${seed})`, async () => {
    const { before, kept, after } = await prepared(change)
    for (let k = 1 + (seed % stride); ; k += stride) {
      const place = placeIn(temporaryDirectory())
      cpSync(kept, place.workspace.root, { recursive: true })
      const wasDone = await killedAfter(k, (machine) => change(machine, place))
      const next = testMachine(realFiles, { pid: 1000 + k, dead: (pid) => pid < 1000 + k })

      for (const session of ['login', 'planned', 'ending']) {
        const found = await readSession(next, place, session)
        expect([1, 2], `after call ${k}`).toContain(found?.last.number)
      }
      const wasRemembered = isRemembered(place)
      // Somebody forgets it before the command is called again: then it stays forgotten.
      if (wasRemembered) writeFileSync(place.memos, '- Another one.\n')
      const isRefused = await change(next, place).then(() => false, isThereAlready)
      expect(isRemembered(place), `after call ${k}`).toBe(isTurn.has(name) && !wasRemembered)

      const now: Record<string, string> = { ...timeless(treeOf(place.directory)), 'memos.yaml': '' }
      // A session that was made and refused a second time may not be the current one yet.
      if (isRefused) now.current = after.current!
      expect(now, `after call ${k}`).toEqual({ ...after, 'memos.yaml': '' })
      expect(Object.keys(treeOf(place.state))).toEqual([])
      if (wasDone) break
    }
    expect(after).not.toEqual(before)
  })
})

function isThereAlready(error: unknown): boolean {
  if (isFault(error, 'E_TEDDY_SESSION_EXISTS')) return true
  throw error
}

/** Every call in a long run; in a short one every third, beginning with any of the first three. */
const stride = isLong ? 1 : 3

const isTurn = new Set(['turn', 'conclude'])

it(`B16: memos of a turn that was cut off are taken up by whoever comes next (seed ${seed})`, async () => {
  let cutOff = 0
  const { kept } = await prepared(changes.turn!)
  for (let k = 1 + (seed % stride); ; k += stride) {
    const place = placeIn(temporaryDirectory())
    cpSync(kept, place.workspace.root, { recursive: true })
    const wasDone = await killedAfter(k, (machine) => changes.turn!(machine, place))
    const next = testMachine(realFiles, { pid: 1000 + k, dead: (pid) => pid < 1000 + k })
    const session = (await readSession(next, place, 'planned'))!
    const hadEnded = session.last.number === 2
    if (hadEnded && !isRemembered(place)) cutOff++
    await settleMemos(next, place, session, lock)
    expect(isRemembered(place), `after call ${k}`).toBe(hadEnded)
    if (wasDone) break
  }
  expect(cutOff).toBeGreaterThan(1)
})

it('B16: a process that is killed by the system after call k leaves what the next one completes', async () => {
  const { kept, after } = await prepared(changes.turn!)
  const step = isLong ? 1 : 13
  for (let k = 1 + (seed % step); ; k += step) {
    const place = placeIn(temporaryDirectory())
    cpSync(kept, place.workspace.root, { recursive: true })
    const { root } = place.workspace
    const { lines } = await startChild('dying-turn', { root, change: 'turn', k }).ended
    const again = await startChild('dying-turn', { root, change: 'turn', k: 0 }).ended
    expect(again.lines, `${again.errors} (seed ${seed})`).toEqual(['finished'])
    expect(timeless(treeOf(place.directory)), `after call ${k} (seed ${seed})`).toEqual(after)
    if (lines.includes('finished')) break
  }
})

it(`B19: after the power failed a turn is there whole or not at all (seed ${seed})`, async () => {
  const choose = randomFrom(seed)
  const place = placeIn('/')
  const disk = new MemoryDisk()
  await prepare(testMachine(disk.files()), place)
  const seen = new Set<number>()
  for (let k = 1; ; k++) {
    const copy = disk.clone()
    const { wasDone } = await stoppedAfter(k, copy, (machine) => changes.turn!(machine, place))
    const after = copy.powerOff(choose)
    const next = testMachine(after.files(), { boot: 'boot-2', pid: 2 })
    const session = (await readSession(next, place, 'planned'))!
    seen.add(session.last.number)
    if (wasDone) expect(session.last).toMatchObject({ number: 2, meta: { agent: 'Architect' } })
    await changes.turn!(next, place)
    const { last } = (await readSession(next, place, 'planned'))!
    expect(last, `after call ${k}`).toMatchObject({ number: 2, meta: { agent: 'Architect' } })
    for (const [file, text] of [
      ['input.md', 'Go on.'],
      ['turn.context', ''],
    ] as const) {
      const opened = await after.files().open(join(last.directory, file), 'read')
      expect(Buffer.from(await opened.read(0, 10_000)).toString()).toContain(text)
    }
    if (wasDone) break
  }
  expect(seen).toEqual(new Set([1, 2]))
})

describe.each(Object.entries(changes))('B22–B26: %s on a disk that fails once, at call k', (_name, change) => {
  it.each(isLong ? ['EIO', 'ENOSPC', 'EACCES'] : ['EIO'])(
    `%s is told as a fault, and then it works (seed ${seed})`,
    async (code) => {
      const { kept, after } = await prepared(change)
      const step = isLong ? 1 : 11
      for (let k = 1 + (seed % step); ; k += step) {
        const place = placeIn(temporaryDirectory())
        cpSync(kept, place.workspace.root, { recursive: true })
        const { files, calls } = countingFiles(realFiles, {
          before: (_call, index) => {
            if (index === k) throw diskError(code)
          },
        })
        const error = await change(testMachine(files), place).then(
          () => undefined,
          (one: unknown) => one,
        )
        const about = `${calls[k - 1]?.name} ${calls[k - 1]?.path} (call ${k})`
        if (error !== undefined && !isFault(error)) throw new Error(`not a fault: ${about}`, { cause: error })
        const next = testMachine(realFiles, { pid: 2, dead: (pid) => pid === 1 })
        const isRefused = await change(next, place).then(() => false, isThereAlready)
        const now: Record<string, string> = timeless(treeOf(place.directory))
        if (isRefused) now.current = after.current!
        expect(now, about).toEqual(after)
        if (calls.length < k) break
      }
    },
  )
})

/** A project before a change, a copy of it, and what is there after the change. */
async function prepared(change: (typeof changes)[string]) {
  const place = projectWith({ 'steadplan.json': '{}', '.teddy/memos.yaml': '- Another one.\n' })
  await prepare(testMachine(realFiles), place)
  const kept = temporaryDirectory()
  cpSync(place.workspace.root, kept, { recursive: true })
  const before = timeless(treeOf(place.directory))
  await change(testMachine(realFiles), place)
  return { before, kept, after: timeless(treeOf(place.directory)) }
}

function timeless(files: Record<string, string>): Record<string, string> {
  const entries = Object.entries(files)
  return Object.fromEntries(entries.map(([path, text]) => [path, text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '*')]))
}

/** Runs something on a disk that answers nothing any more after call k. Answers whether it came to its end before. */
async function killedAfter(k: number, work: (machine: Machine) => Promise<unknown>): Promise<boolean> {
  const { files, calls } = countingFiles(realFiles, {
    before: (_call, index) => {
      if (index > k) throw new Error('killed')
    },
  })
  await work(testMachine(files, { pid: k })).catch(() => {})
  return calls.length <= k
}

async function stoppedAfter(k: number, disk: MemoryDisk, work: (machine: Machine) => Promise<unknown>) {
  const { files, calls } = countingFiles(disk.files(), {
    before: (_call, index) => {
      if (index > k) throw new Error('no power')
    },
  })
  await work(testMachine(files)).catch(() => {})
  return { wasDone: calls.length <= k }
}
