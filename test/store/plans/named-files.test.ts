import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlanRecord } from '../../../src/plan/records.ts'
import { commit } from '../../../src/store/content/commit.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { findPlans } from '../../../src/store/plans/find-plans.ts'
import { openPlaceOf } from '../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { teddyPlan } from '../../../src/store/plans/teddy-plan.ts'
import { planOf, read } from '../../faces/cli/action-plans/plan-text.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { lockOptions } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const plan = planOf(read('README.md'))

function project(...files: readonly string[]) {
  const root = fs.realpathSync(temporaryDirectory())
  const workspace = { root, state: join(root, '.steadplan') }
  const home = { root: join(root, 'none'), state: join(root, 'none/.steadplan') }
  for (const file of files) {
    fs.mkdirSync(dirname(join(root, file)), { recursive: true })
    fs.writeFileSync(join(root, file), plan)
  }
  const find = async (machine = realMachine) => {
    const { plans, past } = await findPlans(machine, workspace, home, 1e6)
    return { plans: plans.map(({ name }) => name), past: past.map(({ name }) => name) }
  }
  /** As a decision keeps it: a version of the content, and what happened. */
  const keep = async (path: string, ...moves: readonly string[][]) => {
    const place = await openPlaceOf(realMachine, teddyPlan(workspace, path, 1e6))
    await commit(realMachine, place, await readContent(realMachine, place), new Map(), { by: 'ann' }, lockOptions)
    const log = await openPlanLog(realMachine, place, { lockWaitMs: 1000, command: 'test' })
    const records = moves.map(([from, event, to]) => ({ type: 'plan.moved', from, event, to, by: 'ann' }) as PlanRecord)
    if (records.length > 0) await log.decide(() => ({ records, answer: undefined }))
    return place
  }
  return { root, workspace, find, keep }
}

describe('a plan in a file that somebody has named', () => {
  it('is found once something of it is kept', async () => {
    const { find, keep } = project('docs/next.md', 'docs/other.md', 'next.md')
    expect(await find()).toEqual({ plans: [], past: [] })
    await keep('docs/next.md')
    await keep('next.md')
    expect((await find()).plans.sort()).toEqual(['docs/next.md', 'next.md'])
  })

  it('is found whatever its name is', async () => {
    const path = `docs/${'a-long-name-'.repeat(10)}é.md`
    const { find, keep } = project(path)
    await keep(path)
    expect(await find()).toMatchObject({ plans: [path] })
  })

  it('is past when it is over', async () => {
    const { find, keep } = project('docs/next.md')
    await keep('docs/next.md', ['draft', 'cancel', 'cancelled'])
    expect(await find()).toEqual({ plans: [], past: ['docs/next.md'] })
  })

  it('is found once, also where plans are looked for anyway', async () => {
    const { find, keep } = project('.teddy/plans/a.md', '.teddy/sessions/login/01/plan.md')
    await keep('.teddy/plans/a.md')
    await keep('.teddy/sessions/login/01/plan.md')
    expect(await find()).toEqual({ plans: ['login/01', 'a.md'], past: [] })
  })

  it('is none any more when the file is gone, or says something else', async () => {
    const { root, find, keep } = project('docs/next.md', 'docs/other.md')
    await keep('docs/next.md')
    await keep('docs/other.md')
    fs.rmSync(join(root, 'docs/next.md'))
    fs.writeFileSync(join(root, 'docs/other.md'), '# A page\n')
    expect(await find()).toEqual({ plans: [], past: [] })
  })

  it('F73: what is kept cannot name one outside, nor one that is not its own', async () => {
    const { root, workspace, find, keep } = project('docs/next.md')
    const { directory } = await keep('docs/next.md')
    fs.renameSync(directory, join(workspace.state, 'plans/next-md-00000000'))
    const outside = join(root, '../outside.md')
    fs.writeFileSync(outside, plan)
    await keep('../outside.md')
    expect(await find()).toEqual({ plans: [], past: [] })
    fs.rmSync(outside)
  })

  it('costs a plan in plans/ no look at the disk', async () => {
    const callsFor = async (isKept: boolean) => {
      const { root, workspace, find } = project()
      for (let at = 0; at < 50; at++) {
        fs.mkdirSync(join(root, `plans/p${at}`), { recursive: true })
        fs.writeFileSync(join(root, `plans/p${at}/plan.md`), '')
        const place = await openPlaceOf(realMachine, homePlan(workspace, `p${at}`, 1e6))
        if (!isKept) fs.rmdirSync(place.directory)
      }
      const { files, calls } = countingFiles(realMachine.files, {})
      expect((await find({ ...realMachine, files })).plans).toHaveLength(50)
      return calls.length
    }
    expect(await callsFor(true)).toBe(await callsFor(false))
  })
})
