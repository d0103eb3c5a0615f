import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moveStep } from '../../src/plan/decisions.ts'
import { saveState } from '../../src/plan/state.ts'
import { commit } from '../../src/store/content/commit.ts'
import { listVersions } from '../../src/store/content/history.ts'
import { readContent } from '../../src/store/content/read.ts'
import { emptyJournal, sealLines } from '../../src/store/journal/line.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { openPlanLog } from '../../src/store/plan-log.ts'
import { bytes, lockOptions, makePlace, placeIn, textOf } from '../support/plan-place.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/**
 * C47: what earlier releases wrote is read by this one, with the same result. `fixtures/formats/` has a folder for each
 * format there ever was, made by the release that wrote it and never changed: the state directory of a plan, and what
 * it was expected to say.
 */
const fixtures = 'test/store/fixtures/formats'
const options = { lockWaitMs: 1000, command: 'test' }

describe.each(readdirSync(fixtures))('C47: %s', (format) => {
  const expected = JSON.parse(readFileSync(join(fixtures, format, 'expected.json'), 'utf8'))

  it.each([true, false])('is read with the same result (with its snapshot: %s)', async (withSnapshot) => {
    const place = await copyOf(format)
    const snapshot = join(place.directory, 'snapshot.json')
    expect(existsSync(snapshot)).toBe(true)
    if (!withSnapshot) rmSync(snapshot)
    const { state, diagnostics } = await (await openPlanLog(realMachine, place, options)).read()
    const { versions, diagnostics: damage } = await listVersions(realMachine, place)
    expect([...diagnostics, ...damage]).toEqual([])
    // Later versions know more of a plan; what was kept has to be all there.
    expect(JSON.parse(JSON.stringify(saveState(state)))).toMatchObject(expected.state)
    expect(versions.map((one) => [one.version.version, one.published, one.version.by])).toEqual(expected.versions)
  })

  it('is written on', async () => {
    const place = await copyOf(format)
    const log = await openPlanLog(realMachine, place, options)
    await log.decide((state) => ({ records: moveStep(state, 'new', 'complete', 'me'), answer: undefined }))
    const base = await readContent(realMachine, place)
    const change = new Map([['plan.md', bytes('new')]])
    await commit(realMachine, place, base, change, { by: 'me' }, lockOptions)
    expect(textOf(await readContent(realMachine, place))).toBe('new')
    const again = await (await openPlanLog(realMachine, place, options)).read()
    expect(again.state.steps.get('new')?.status).toBe('complete')
  })
})

it('refuses a log of a format that only a later release knows', async () => {
  const place = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
  writeFileSync(place.active, sealLines([{ type: 'log', format: 99, plan: 'example' }], emptyJournal).bytes)
  await expect(openPlanLog(realMachine, place, options)).rejects.toMatchObject({ code: 'E_JOURNAL_NEWER' })
})

it('refuses a history of a format that only a later release knows', async () => {
  const place = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
  writeFileSync(place.history, sealLines([{ type: 'history', format: 99, plan: 'example' }], emptyJournal).bytes)
  await expect(listVersions(realMachine, place)).rejects.toMatchObject({ code: 'E_JOURNAL_NEWER' })
})

async function copyOf(format: string) {
  const place = await makePlace(realMachine.files, placeIn(temporaryDirectory()))
  cpSync(join(fixtures, format, 'state'), place.directory, { recursive: true })
  return place
}
