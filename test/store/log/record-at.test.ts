import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Fold } from '../../../src/store/log/fold.ts'
import { Log } from '../../../src/store/log/log.ts'
import { recordsAt } from '../../../src/store/log/record-at.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { makePlace, placeIn } from '../../support/plan-place.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

interface Said {
  readonly type: 'said'
  readonly text: string
}

const fold: Fold<{ count: number }, Said> = {
  name: 'said',
  empty: () => ({ count: 0 }),
  apply: (state) => void state.count++,
  save: (data) => ({ data }),
  load: (data) => data as { count: number },
}

async function logOf(texts: readonly string[], segmentBytes: number) {
  const place = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
  const log = await Log.open(realMachine, place, fold, {
    lockWaitMs: 1000,
    command: 'test',
    snapshotBytes: 1,
    snapshotShare: 0,
    segmentBytes,
  })
  const numbers: number[] = []
  for (const text of texts) {
    const record: Said = { type: 'said', text }
    numbers.push(await log.decide((_state, _now, nextSeq) => ({ records: [record], answer: nextSeq })))
  }
  return { place, numbers }
}

describe('a record is found by its number', () => {
  it.each([
    ['in one segment', 1e9],
    ['in many segments', 5000],
  ])(`%s, however long it is (seed ${seed})`, async (_title, segmentBytes) => {
    const random = randomFrom(seed)
    const lengths = [0, 1, 100, 2047, 2048, 5000, 60_000]
    const texts = Array.from({ length: 120 }, (_, n) => `${n} ${'é"x'[random(3)]!.repeat(lengths[random(7)]! / 3)}`)
    const { place, numbers } = await logOf(texts, segmentBytes)
    const names = readdirSync(place.directory)
    expect(names.filter((name) => name.startsWith('log-')).length > 3).toBe(segmentBytes === 5000)
    const all = await recordsAt<Said>(realMachine, place, numbers)
    expect(numbers.map((number) => all.get(number)!.text)).toEqual(texts)
    for (let round = 0; round < 20; round++) {
      const at = random(texts.length)
      const found = await recordsAt<Said>(realMachine, place, [numbers[at]!])
      expect(found.get(numbers[at]!)).toMatchObject({ type: 'said', text: texts[at], seq: numbers[at] })
    }
  })

  it('C37: behind a torn end nothing is missed before it', async () => {
    const { place, numbers } = await logOf(['a', 'b', 'c'], 1e9)
    appendFileSync(place.active, '{"type":"said","text":"half')
    expect((await recordsAt<Said>(realMachine, place, [numbers[2]!])).get(numbers[2]!)!.text).toBe('c')
  })

  it('C38: one that is not there is a fault', async () => {
    const { place } = await logOf(['a', 'b'], 1e9)
    await expect(recordsAt(realMachine, place, [99])).rejects.toMatchObject({ code: 'E_JOURNAL_CORRUPT' })
  })
})

it('two folds of one log have a snapshot each, and neither takes the other for its own', async () => {
  const { place } = await logOf(['a', 'b', 'c'], 1e9)
  const other: Fold<string[], Said> = {
    empty: () => [],
    apply: (texts, { text }) => void texts.push(text),
    save: (data) => ({ data }),
    load: (data) => (Array.isArray(data) ? data : undefined),
  }
  const options = { lockWaitMs: 1000, command: 'test', snapshotBytes: 1 }
  const log = await Log.open(realMachine, place, other, options)
  await log.decide(() => ({ records: [{ type: 'said', text: 'd' }], answer: undefined }))
  expect(
    readdirSync(place.directory)
      .filter((name) => name.startsWith('snapshot'))
      .sort(),
  ).toEqual(['snapshot-said.json', 'snapshot.json'])
  expect((await (await Log.open(realMachine, place, other, options)).read()).state).toEqual(['a', 'b', 'c', 'd'])
  expect((await (await Log.open(realMachine, place, fold, options)).read()).state).toEqual({ count: 4 })
})

describe('a fold that keeps bytes beside its data', () => {
  const texts: Fold<{ all: string }, Said> = {
    name: 'texts',
    empty: () => ({ all: '' }),
    apply(state, { text }) {
      state.all += text
    },
    save: ({ all }) => ({ data: all.length, bytes: Buffer.from(all) }),
    load: (data, bytes) => (data === bytes.length ? { all: Buffer.from(bytes).toString() } : undefined),
  }
  const options = { lockWaitMs: 1000, command: 'test', snapshotBytes: 1 }

  it('B33: does not use a snapshot that is damaged anywhere or cut off, and is none the worse for it', async () => {
    const place = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
    const log = await Log.open(realMachine, place, texts, options)
    for (const text of ['one', '\n', 'two']) {
      await log.decide(() => ({ records: [{ type: 'said', text }], answer: undefined }))
    }
    const path = join(place.directory, 'snapshot-texts.json')
    const whole = readFileSync(path)
    const readings = async () => (await (await Log.open(realMachine, place, texts, options)).read()).state.all
    let loads = 0
    const counted: typeof texts = {
      ...texts,
      load(data, bytes) {
        loads++
        return texts.load(data, bytes)
      },
    }
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1
      for (const bytes of [damaged, whole.subarray(0, at)]) {
        writeFileSync(path, bytes)
        await Log.open(realMachine, place, counted, options)
      }
    }
    expect(loads, 'none of them was taken for a snapshot').toBe(0)
    expect(await readings()).toBe('one\ntwo')
    writeFileSync(path, whole)
    expect(await readings()).toBe('one\ntwo')
  })
})
