import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/store/content/commit.ts'
import { listVersions } from '../../../src/store/content/history.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { update } from '../../../src/store/content/update.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { startChild } from '../../support/children.ts'
import { rounds } from '../../support/long.ts'
import { bytes, lockOptions, makePlace, placeIn, textOf, textsOf } from '../../support/plan-place.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { completed } from '../../support/records.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const old = { 'plan.md': 'old plan.md', 'tasks/01-a.md': 'old a', 'tasks/02-b.md': 'old b' }
const fresh = {
  'plan.md': 'new plan.md',
  'tasks/01-a.md': 'new tasks/01-a.md',
  'tasks/02-b.md': 'new tasks/02-b.md',
  'tasks/03-c.md': 'new tasks/03-c.md',
}

describe.each(['file', 'directory'] as const)('B16: a commit to a %s, killed after call k for every k', (shape) => {
  it('leaves the old version or the new one, and the next command works', async () => {
    const seen = new Set<string>()
    for (let k = 1; ; k++) {
      const root = temporaryDirectory()
      const place = await makePlace(realMachine.files, placeIn(root, shape))
      writeOld(place.base, shape)
      const { lines } = await startChild('dying-writer', { root, shape, what: 'commit', k }).ended
      const found = textsOf(await readContent(realMachine, place))
      expect([ofShape(old, shape), ofShape(fresh, shape)], `after call ${k}`).toContainEqual(found)
      seen.add(found['plan.md']!)

      const base = await readContent(realMachine, place)
      const change = new Map([['plan.md', bytes('next')]])
      await commit(realMachine, place, base, change, { by: 'test' }, lockOptions)
      expect(textsOf(await readContent(realMachine, place))).toEqual({ ...found, 'plan.md': 'next' })
      expect(readdirSync(place.base).filter((name) => name.endsWith('.tmp'))).toEqual([])
      expect((await listVersions(realMachine, place)).diagnostics).toEqual([])
      if (lines.includes('finished')) break
    }
    expect(seen).toEqual(new Set(['old plan.md', 'new plan.md']))
  })
})

it('B16, C40: a decision of the log, killed after call k for every k, keeps what was acknowledged', async () => {
  const seen = new Set<string | undefined>()
  for (let k = 1; ; k++) {
    const root = temporaryDirectory()
    const place = await makePlace(realMachine.files, placeIn(root))
    const options = { lockWaitMs: 5000, command: 'test' }
    const log = await openPlanLog(realMachine, place, options)
    await log.decide(() => ({ records: [completed('a')], answer: undefined }))
    const { lines } = await startChild('dying-writer', { root, what: 'log', k }).ended

    const again = await openPlanLog(realMachine, place, options)
    await again.decide(() => ({ records: [completed('c')], answer: undefined }))
    const { state } = await (await openPlanLog(realMachine, place, options)).read()
    expect(state.steps.get('a')?.status).toBe('complete')
    expect(state.steps.get('c')?.status).toBe('complete')
    seen.add(state.steps.get('b')?.status)
    if (lines.includes('finished')) break
  }
  expect(seen).toEqual(new Set([undefined, 'complete']))
})

describe('B17: processes that are killed at any moment', () => {
  it(`lose nothing that was acknowledged (seed ${seed})`, async () => {
    const root = temporaryDirectory()
    const place = await makePlace(realMachine.files, placeIn(root))
    const choose = randomFrom(seed)
    const acknowledged: string[] = []
    const until = Date.now() + rounds(3_000, 60_000)
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        // Where machines are so slow that a life ends before its first write, lives get longer.
        let longest = 300
        for (let life = 0; Date.now() < until || acknowledged.length <= 10; life++) {
          const child = startChild('writer', { root, name: `w${writer}.${life}`, updates: 0 })
          setTimeout(() => child.kill('SIGKILL'), 100 + choose(longest))
          const { lines } = await child.ended
          if (lines.length === 0) longest = Math.min(longest * 2, 3000)
          acknowledged.push(...lines.map((line) => line.split(' ')[1]!))
        }
      }),
    )
    const lines = textOf(await readContent(realMachine, place))!
      .trimEnd()
      .split('\n')
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.filter((line) => !lines.includes(line))).toEqual([])
    expect(new Set(lines).size, 'no line twice').toBe(lines.length)
    await update(realMachine, place, () => new Map([['plan.md', bytes('next')]]), { by: 'test' }, lockOptions)
  })
})

function writeOld(base: string, shape: 'file' | 'directory'): void {
  if (shape === 'directory') mkdirSync(join(base, 'tasks'))
  for (const [path, text] of Object.entries(ofShape(old, shape))) writeFileSync(join(base, path), text)
}

function ofShape(texts: Record<string, string>, shape: 'file' | 'directory'): Record<string, string> {
  return shape === 'directory' ? texts : { 'plan.md': texts['plan.md']! }
}
