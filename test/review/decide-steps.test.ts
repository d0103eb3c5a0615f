import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/dialects/shared/limits.ts'
import { decideSteps } from '../../src/review/decide-steps.ts'
import { claim } from '../../src/store/leases.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { openPlanLog, readPlanState, readRecords } from '../../src/store/plan-log.ts'
import { openPlaceOf } from '../../src/store/plans/found-plan.ts'
import { type OpenedPlan, openPlan } from '../../src/store/plans/open-plan.ts'
import { teddyPlan } from '../../src/store/plans/teddy-plan.ts'
import { create, planOf } from '../faces/cli/action-plans/plan-text.ts'
import { Executor } from '../faces/cli/teddy/execute/executor.ts'
import { lockOptions } from '../support/plan-place.ts'

async function someone() {
  const ann = new Executor({ 'plan.md': planOf(create('a.txt', 'a\n'), create('b.txt', 'b\n')) })
  const found = teddyPlan(ann.place.workspace, 'plan.md', 1 << 20)
  const opened: OpenedPlan = await openPlan(realMachine, found, {
    limits: defaultLimits,
    facts: { agents: new Set<string>() },
  })
  const context = { machine: realMachine, lock: lockOptions, caller: { by: 'ann', channel: 'terminal' } } as const
  const [one, two] = opened.reading.plan.steps.map(({ id }) => id)
  const place = await openPlaceOf(realMachine, found)
  return { opened, context, one: one!, two: two!, place }
}

describe('decisions about steps', () => {
  it('are recorded all in one, with who and why', async () => {
    const { opened, context, one, two, place } = await someone()
    await decideSteps(context, opened, { skip: new Map([[one, 'no']]) })
    await decideSteps(context, opened, { skip: new Map([[two, 'no']]), reopen: new Map([[one, 'yes']]) })
    const { steps } = await readPlanState(realMachine, place)
    expect([...steps].map(([id, { status, by, why }]) => [id, status, by, why])).toEqual([
      [one, 'pending', 'ann', 'yes'],
      [two, 'skipped', 'ann', 'no'],
    ])
  })

  it('what is so already stays, and nothing to decide writes nothing', async () => {
    const { opened, context, one, place } = await someone()
    await decideSteps(context, opened, {})
    expect(await readRecords(realMachine, place)).toEqual([])
    for (let times = 0; times < 2; times++) await decideSteps(context, opened, { skip: new Map([[one, 'no']]) })
    expect(await readRecords(realMachine, place)).toHaveLength(1)
  })

  it('one that cannot be made: none is', async () => {
    const { opened, context, one, two, place } = await someone()
    await decideSteps(context, opened, { skip: new Map([[one, 'no']]) })
    const log = await openPlanLog(realMachine, place, { lockWaitMs: 5000, command: 'test' })
    const moved = { type: 'step.moved', step: two, from: 'pending', to: 'complete', by: 'ann' } as const
    await log.decide(() => ({ records: [moved], answer: undefined }))
    const both = { skip: new Map([[two, 'no']]), reopen: new Map([[one, 'yes']]) }
    await expect(decideSteps(context, opened, both)).rejects.toMatchObject({ code: 'E_BAD_MOVE' })
    expect((await readPlanState(realMachine, place)).steps.get(one)?.status).toBe('skipped')
  })

  it('while somebody carries out the plan it is left alone', async () => {
    const { opened, context, one, place } = await someone()
    const log = await openPlanLog(realMachine, place, { lockWaitMs: 5000, command: 'test' })
    await claim(realMachine, log, { on: 'run', holder: 'bob', ttlMs: 60_000, process: realMachine.self() })
    const decision = decideSteps(context, opened, { skip: new Map([[one, 'no']]) })
    await expect(decision).rejects.toMatchObject({ code: 'E_CLAIMED' })
  })
})
