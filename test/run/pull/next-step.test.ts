import { expect, it } from 'vitest'
import type { PlanRecord } from '../../../src/plan/records.ts'
import { applyRecord, emptyState, type PlanState } from '../../../src/plan/state.ts'
import type { Step } from '../../../src/plan/types.ts'
import type { ApprovedPlan } from '../../../src/run/approved-plan.ts'
import { overlap, touchedBy } from '../../../src/run/overlap.ts'
import { giveUpStep } from '../../../src/run/pull/give-up-step.ts'
import { nextStep } from '../../../src/run/pull/next-step.ts'
import type { Pull } from '../../../src/run/pull/pull.ts'
import type { Decide } from '../../../src/store/log/log.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import type { PlanLog } from '../../../src/store/plan-log.ts'
import { rounds } from '../../support/long.ts'
import { randomFrom, seed } from '../../support/random.ts'

/** A log without a disk: decisions one after the other. */
function memoryLog(state: PlanState) {
  let seq = 0
  const log = {
    read: async () => ({ state, seq, diagnostics: [] }),
    decide: async <Answer>(decide: Decide<PlanState, PlanRecord, Answer>): Promise<Answer> => {
      const { records, answer } = decide(state, realMachine.now(), seq + 1)
      for (const record of records) applyRecord(state, { ...record, at: '2026-01-01T00:00:00.000Z', seq: ++seq })
      return answer
    },
  }
  return log as unknown as PlanLog
}

function pulling(steps: readonly Step[]) {
  const approval = {
    hash: 'h',
    plan: 'p',
    steps: new Map(),
    version: 1,
    by: 'ann',
    channel: 'terminal',
    seal: 's',
    at: '',
  } as const
  const state: PlanState = { ...emptyState(), status: 'approved', approval }
  const log = memoryLog(state)
  const plan = { key: 'plans/big', dialect: 'agentflow', title: 'Big', narrative: '', steps } as const
  const approved = { reading: { plan }, approval, hasOwnYes: () => false } as unknown as ApprovedPlan
  const as = (name: string): Pull => ({
    machine: realMachine,
    log,
    approved,
    who: { name, isPerson: false },
    leaseMs: 60_000,
  })
  return { state, as }
}

it('an answer is as long at 10,000 steps as at 10', async () => {
  const sizes = []
  for (const count of [10, 10_000]) {
    const steps = Array.from(
      { length: count },
      (_, n): Step => ({
        id: `step-${String(n).padStart(5, '0')}`,
        title: 'x',
        text: 'x',
        dependsOn: n < 8 ? [] : ['step-00000'],
      }),
    )
    const { as } = pulling(steps)
    for (let n = 0; n < 8; n++)
      expect(await nextStep(as(`agent-${n}`))).toMatchObject({ step: { id: `step-0000${n}` } })
    sizes.push(JSON.stringify(await nextStep(as('late'))).length)
  }
  expect(Math.abs(sizes[1]! - sizes[0]!)).toBeLessThan(10)
})

it(`whoever asks in whatever order: no two share a file, none runs before what it depends on, all come to an end (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let round = 0; round < rounds(10, 300); round++) {
    const steps = Array.from(
      { length: 30 },
      (_, n): Step => ({
        id: `s${n}`,
        title: 'x',
        text: 'x',
        dependsOn: n === 0 ? [] : [`s${random(n)}`].slice(random(2)),
        priority: random(3),
        files: [`src/${random(4)}.ts`, 'src/*.md', '@db', `lib/${n}`].slice(random(4)),
      }),
    )
    const { state, as } = pulling(steps)
    const held = new Map<string, Step>()
    while (state.status !== 'completed') {
      const agent = `agent-${random(6)}`
      const own = held.get(agent)
      if (own !== undefined && random(2) === 0) {
        await giveUpStep(as(agent), own, 'skipped', { why: 'x' })
        held.delete(agent)
        continue
      }
      const answer = await nextStep(as(agent))
      if (!('step' in answer)) {
        expect(answer.reason).toBe('waiting')
        continue
      }
      expect(answer.again).toBe(own !== undefined)
      if (own !== undefined) expect(answer.step.id).toBe(own.id)
      else {
        for (const id of answer.step.dependsOn) expect(state.steps.get(id)?.status).toBe('skipped')
        for (const other of held.values()) {
          expect(overlap(touchedBy(answer.step.files), touchedBy(other.files))).toBe(false)
        }
        held.set(agent, answer.step)
      }
    }
    expect(held.size).toBe(0)
  }
})
