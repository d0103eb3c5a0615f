import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../../../src/store/content/commit.ts'
import { listVersions } from '../../../src/store/content/history.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { runChildren, startChild } from '../../support/children.ts'
import { rounds } from '../../support/long.ts'
import { bytes, lockOptions, makePlace, placeIn, textOf } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

let root: string
let place: PlanPlace

beforeEach(async () => {
  root = temporaryDirectory()
  place = await makePlace(realMachine.files, placeIn(root))
})

describe('real processes that change one plan at once', () => {
  it('A1: 8 processes with many updates each lose none that was acknowledged', async () => {
    const updates = rounds(15, 300)
    const ended = await runChildren('writer', 8, (n) => ({ root, name: `w${n}`, updates }))
    const acknowledged = ended.flatMap(({ lines }) => lines.map((line) => line.split(' ')[1]!))
    expect(acknowledged).toHaveLength(8 * updates)
    expect(planLines().sort()).toEqual(acknowledged.sort())
  })

  it('24 different changes with retry: 24 kept, every round', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      await runChildren('writer', 24, (n) => ({ root, name: `r${round}w${n}` }))
      expect(planLines()).toHaveLength(24 * (round + 1))
    }
  })

  it('A2: no two of them ever use one temporary name, and none is left', async () => {
    await runChildren('writer', 8, (n) => ({ root, name: `w${n}`, updates: 5 }))
    expect(readdirSync(place.base)).toEqual(['plan.md'])
    expect(readdirSync(place.owners)).toEqual([])
    expect(readdirSync(place.directory)).toEqual(['history.jsonl'])
  })

  it('of 24 that want to create the plan, one does and the others are told', async () => {
    const ended = await runChildren('writer', 24, (n) => ({ root, name: `w${n}`, once: `by ${n}` }))
    const lines = ended.flatMap((one) => one.lines)
    const winners = lines.filter((line) => line.startsWith('committed'))
    expect(winners).toHaveLength(1)
    expect(lines.filter((line) => line === 'refused CONFLICT')).toHaveLength(23)
    expect(winners[0]).toBe(`committed ${readFileSync(join(place.base, 'plan.md'), 'utf8')}`)
  })
})

describe('A14: a reader during many writes', () => {
  it.each(['file', 'directory'] as const)('always sees a whole plan that is a %s', async (shape) => {
    const shaped = placeIn(root, shape)
    const writers = Promise.all(
      [0, 1].map((n) => startChild('writer', { root, shape, name: `w${n}`, updates: rounds(60, 500) }).ended),
    )
    let reading = true
    void writers.then(() => {
      reading = false
    })
    let lastLength = 0
    while (reading) {
      const content = await readContent(realMachine, shaped)
      const texts = [...content.files.keys()].map((path) => textOf(content, path))
      expect(new Set(texts).size, 'all files are of one version').toBeLessThanOrEqual(1)
      expect(texts[0] ?? '', 'the last line is whole').toMatch(/^$|\n$/)
      expect((texts[0] ?? '').length).toBeGreaterThanOrEqual(lastLength)
      lastLength = (texts[0] ?? '').length
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writers
  })
})

describe('A15: many plans and many processes', () => {
  it('do not get in each other’s way and leave nothing behind', async () => {
    const plans = rounds(20, 1000)
    const roots = Array.from({ length: plans }, (_, n) => join(root, `p${n}`))
    for (const one of roots) await makePlace(realMachine.files, placeIn(one))
    const processes = rounds(10, 50)
    const ended = await runChildren('many-plans', processes, (n) => ({
      roots: roots.filter((_, at) => at % processes === n),
    }))
    expect(ended.flatMap((one) => one.lines)).toHaveLength(plans)
    for (const one of roots) {
      expect(readdirSync(placeIn(one).base)).toEqual(['plan.md'])
      expect(readdirSync(placeIn(one).owners)).toEqual([])
    }
    expect(new Set(ended.flatMap((one) => one.lines))).toEqual(new Set(['more: 0']))
  })
})

describe('people and agents that write the file themselves', () => {
  it('A9, A10: a change by another hand between reading and writing is a conflict, and survives', async () => {
    const path = join(place.base, 'plan.md')
    writeFileSync(path, 'one\ntwo\nthree\n')
    const base = await readContent(realMachine, place)
    writeFileSync(path, 'one\nby hand\nthree\n')
    const change = new Map([['plan.md', bytes('mine')]])
    await expect(commit(realMachine, place, base, change, { by: 'test' }, lockOptions)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('plan.md changed in line 2'),
    })
    expect(readFileSync(path, 'utf8')).toBe('one\nby hand\nthree\n')
  })

  it('A11: a plan that was archived in between is not made again', async () => {
    const path = join(place.base, 'plan.md')
    writeFileSync(path, 'one')
    const base = await readContent(realMachine, place)
    rmSync(path)
    const change = new Map([['plan.md', bytes('mine')]])
    await expect(commit(realMachine, place, base, change, { by: 'test' }, lockOptions)).rejects.toMatchObject({
      code: 'E_PLAN_GONE',
    })
    expect(readdirSync(place.base)).toEqual([])
  })

  it('keeps what they wrote in the history before it is replaced', async () => {
    const path = join(place.base, 'plan.md')
    writeFileSync(path, 'by hand')
    await startChild('writer', { root, name: 'w' }).ended
    const { versions } = await listVersions(realMachine, place)
    expect(versions.map(({ version }) => [version.version, version.by, version.files[0]?.text])).toEqual([
      [1, 'outside steadplan', 'by hand'],
      [2, 'w', 'by handw.0\n'],
    ])
  })
})

function planLines(): string[] {
  return readFileSync(join(place.base, 'plan.md'), 'utf8').trimEnd().split('\n')
}
