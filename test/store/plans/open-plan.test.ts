import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { openPlan, sourceOf } from '../../../src/store/plans/open-plan.ts'
import { loginPlan, PlanPerson } from '../../faces/cli/plan-person.ts'

function setUp(files = loginPlan, fileCap = 1e6) {
  const { root } = new PlanPerson(files)
  const found = homePlan({ root, state: join(root, '.steadplan') }, 'login', fileCap)
  return {
    base: join(root, 'plans/login'),
    open: () => openPlan(realMachine, found, { limits: defaultLimits, facts: { agents: new Set(['claude-code']) } }),
  }
}

describe('opening a plan', () => {
  it('reads and checks it', async () => {
    const { isSound, diagnostics, reading } = await setUp().open()
    expect({ isSound, diagnostics }).toEqual({ isSound: true, diagnostics: [] })
    expect(reading.plan.steps.map(({ id }) => id)).toEqual(['schema', 'handlers', 'docs'])
  })

  it('names faults of the text, of the plan and of the files at once, in the order of the files', async () => {
    const { base, open } = setUp({
      ...loginPlan,
      'tasks/02-handlers.md': '---\nid: handlers\nx: 1\ndepends_on: [nobody]\n---\n\ny\n',
    })
    fs.rmSync(join(base, 'tasks/03-docs.md'))
    fs.symlinkSync('/etc/passwd', join(base, 'tasks/03-docs.md'))
    const { diagnostics, isSound } = await open()
    expect(isSound).toBe(false)
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['E_FIELD_UNKNOWN', 'plans/login/tasks/02-handlers.md'],
      ['E_DANGLING', 'plans/login/tasks/02-handlers.md'],
      ['E_NOT_A_FILE', 'plans/login/tasks/03-docs.md'],
    ])
  })

  it('D62: a file over the cap is named, and the rest is read', async () => {
    const { open } = setUp({ ...loginPlan, 'tasks/03-docs.md': 'x'.repeat(1000) }, 500)
    const { diagnostics, reading } = await open()
    expect(diagnostics).toMatchObject([{ code: 'E_TOO_LARGE', file: 'plans/login/tasks/03-docs.md' }])
    expect(reading.plan.steps).toHaveLength(2)
  })

  it('F73: of what is a link it is not said that it is missing', async () => {
    const { base, open } = setUp()
    fs.rmSync(join(base, 'plan.md'))
    fs.symlinkSync('/etc/passwd', join(base, 'plan.md'))
    const { diagnostics } = await open()
    expect(diagnostics).toMatchObject([{ code: 'E_NOT_A_FILE', file: 'plans/login/plan.md' }])
  })

  it('F73: tasks/ that leads elsewhere is a fault', async () => {
    const { base, open } = setUp()
    fs.renameSync(join(base, 'tasks'), join(base, '../../elsewhere'))
    fs.symlinkSync('../../elsewhere', join(base, 'tasks'))
    const { diagnostics, isSound } = await open()
    expect(isSound).toBe(false)
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_NOT_A_FILE'])
  })

  it('B35: a plan that is gone is a plan without files', async () => {
    const { base, open } = setUp()
    fs.rmSync(base, { recursive: true })
    expect((await open()).diagnostics).toMatchObject([{ code: 'E_NO_STEPS' }, { code: 'E_PLAN_FILE_MISSING' }])
  })

  it('gives the text of its own files by the name that diagnostics give them, and of no others', async () => {
    const opened = await setUp().open()
    expect(sourceOf(opened, 'plans/login/plan.md')).toBe(loginPlan['plan.md'])
    for (const file of ['plan.md', 'plans/login/../pay/plan.md', '/etc/passwd', 'plans/login/']) {
      expect(sourceOf(opened, file)).toBeUndefined()
    }
  })
})
