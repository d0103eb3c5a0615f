import * as fs from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanPlace } from '../../src/store/content/place.ts'
import { keepBytes, keptPath, readKept } from '../../src/store/kept-bytes.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { countingFiles, diskError } from '../support/counting-files.ts'
import { makePlace, placeIn } from '../support/plan-place.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

let place: PlanPlace
beforeEach(async () => {
  place = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
})

const bytes = Buffer.from('what it held before\0\xff', 'latin1')

describe('bytes that a record names', () => {
  it('are kept under their hash, for their owner alone, once', async () => {
    const name = await keepBytes(realMachine, place, bytes)
    expect(name).toMatch(/^[0-9a-f]{64}$/)
    expect(await keepBytes(realMachine, place, bytes)).toBe(name)
    expect(fs.readdirSync(`${place.directory}/kept`)).toEqual([name])
    expect(fs.statSync(keptPath(place, name)).mode & 0o777).toBe(0o600)
    expect(Buffer.from((await readKept(realMachine, place, name))!)).toEqual(bytes)
  })

  it('that were damaged do not count, and are kept anew', async () => {
    const name = await keepBytes(realMachine, place, bytes)
    fs.writeFileSync(keptPath(place, name), 'damaged')
    expect(await readKept(realMachine, place, name)).toBeUndefined()
    await keepBytes(realMachine, place, bytes)
    expect(await readKept(realMachine, place, name)).toBeDefined()
  })

  it.each(['', '../log.jsonl', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}/x`])(
    'F71 are not found under %j',
    async (name) => {
      expect(await readKept(realMachine, place, name)).toBeUndefined()
    },
  )

  it('F74 are not kept where a repository has put a link', async () => {
    const elsewhere = temporaryDirectory()
    fs.symlinkSync(elsewhere, `${place.directory}/kept`)
    await expect(keepBytes(realMachine, place, bytes)).rejects.toMatchObject({ code: 'E_NO_WORKSPACE' })
    expect(fs.readdirSync(elsewhere)).toEqual([])
  })

  it('B16 are whole or not there, wherever it was cut off', async () => {
    for (let dieAt = 1, isWhole = false; !isWhole; dieAt++) {
      const own = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
      const { files } = countingFiles(realMachine.files, {
        before: (_call, index) => {
          if (index >= dieAt) throw diskError('EIO')
        },
      })
      isWhole = await keepBytes({ ...realMachine, files }, own, bytes).then(
        () => true,
        () => false,
      )
      const name = await keepBytes(realMachine, own, bytes)
      expect(Buffer.from((await readKept(realMachine, own, name))!), `call ${dieAt}`).toEqual(bytes)
    }
  })

  it('B20 are on the disk before the name is, and the name before they are relied on', async () => {
    const { files, calls } = countingFiles(realMachine.files, {})
    await keepBytes({ ...realMachine, files }, place, bytes)
    const names = calls.map(({ name }) => name)
    expect(names.indexOf('sync')).toBeLessThan(names.indexOf('rename'))
    expect(names.lastIndexOf('syncDirectory')).toBeGreaterThan(names.indexOf('rename'))
  })
})
