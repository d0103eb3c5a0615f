import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { findHomePlans } from '../../../src/store/plans/home-plans.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

function project(...files: string[]) {
  const root = fs.realpathSync(temporaryDirectory())
  for (const file of files) {
    fs.mkdirSync(join(root, file, '..'), { recursive: true })
    fs.writeFileSync(join(root, file), '')
  }
  return { root, find: () => findHomePlans(realMachine, { root, state: join(root, '.steadplan') }, 1000) }
}

describe('the plans of a project', () => {
  it('are the directories in plans/ that look like one, by name', async () => {
    const { find } = project(
      'plans/b/plan.md',
      'plans/a/tasks/01-a.md',
      'plans/notes/readme.md',
      'plans/README.md',
      'plans/.hidden/plan.md',
      'other/plan.md',
    )
    const { plans, diagnostics } = await find()
    expect(plans.map(({ name, prefix }) => [name, prefix])).toEqual([
      ['a', 'plans/a/'],
      ['b', 'plans/b/'],
    ])
    expect(diagnostics).toEqual([])
  })

  it('are none where there is no plans/', async () => {
    expect(await project().find()).toEqual({ plans: [], diagnostics: [] })
  })

  it('F73: a link among them is named and not followed', async () => {
    const { root, find } = project('plans/a/plan.md', 'elsewhere/plan.md')
    fs.symlinkSync(join(root, 'elsewhere'), join(root, 'plans/link'))
    const { plans, diagnostics } = await find()
    expect(plans.map(({ name }) => name)).toEqual(['a'])
    expect(diagnostics).toMatchObject([{ code: 'E_NOT_A_FILE', file: 'plans/link/', actual: 'link' }])
  })

  it('F75: a plan.md that is no file is still a plan, of which reading says what is wrong', async () => {
    const { root, find } = project('plans/x/y')
    fs.mkdirSync(join(root, 'plans/a/plan.md'), { recursive: true })
    expect((await find()).plans.map(({ name }) => name)).toEqual(['a'])
  })

  it('F76: names that some system reads otherwise are refused', async () => {
    const { find } = project('plans/CON/plan.md', 'plans/ok/plan.md')
    const { plans, diagnostics } = await find()
    expect(plans.map(({ name }) => name)).toEqual(['ok'])
    expect(diagnostics).toMatchObject([{ file: 'plans/CON/' }])
  })

  it('a file in the place of plans/ is a fault', async () => {
    const { find } = project('plans')
    expect(isFault(await find().catch((fault: unknown) => fault))).toBe(true)
  })
})
