import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { approve, cancel, type ReviewContext } from '../../../src/review/decide.ts'
import { type ReviewedPlan, reviewedPlan } from '../../../src/review/reviewed-plan.ts'
import { approvedPlan } from '../../../src/run/approved-plan.ts'
import { raiseSignal } from '../../../src/run/planloop/alert.ts'
import { claimStatus } from '../../../src/run/planloop/claim.ts'
import { pulledPlan, refuseBlocked } from '../../../src/run/planloop/pulled-plan.ts'
import { lookAtStatus } from '../../../src/run/planloop/status.ts'
import { doneStep } from '../../../src/run/pull/done-step.ts'
import { giveUpStep } from '../../../src/run/pull/give-up-step.ts'
import { nextStep } from '../../../src/run/pull/next-step.ts'
import type { Pull } from '../../../src/run/pull/pull.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { findLoopPlans } from '../../../src/store/planloop/loop-plans.ts'
import { keptVersions } from '../../../src/store/plans/kept-versions.ts'
import { openPlan } from '../../../src/store/plans/open-plan.ts'
import { userDirectories } from '../../../src/store/workspace/user-directories.ts'
import { given, idGiven, type Loop, leaseMs, lock, loopWith, task } from './session-kit.ts'

const options = { limits: defaultLimits, facts: {} }
const machine = realMachine

function userDirs({ root }: Loop) {
  return userDirectories({}, root, 'linux')
}

async function planOf(loop: Loop): Promise<ReviewedPlan> {
  const { plans, past = [], diagnostics } = await findLoopPlans(machine, loop.home, loop.root)
  expect(diagnostics).toEqual([])
  const found = [...plans, ...past].find(({ name }) => name === loop.place.plan)!
  return reviewedPlan(machine, userDirs(loop), await openPlan(machine, found, options))
}

async function pullOf(loop: Loop, name: string): Promise<Pull> {
  const reviewed = await planOf(loop)
  const log = await openPlanLog(machine, reviewed.place, { lockWaitMs: 20_000, command: 'test' })
  const approved = await pulledPlan(machine, userDirs(loop), reviewed, options)
  return { machine, log, approved, who: { name, isPerson: false }, leaseMs }
}

function context(loop: Loop): ReviewContext {
  return { machine, userDirs: userDirs(loop), lock, caller: { by: 'ann', channel: 'terminal' } }
}

const two = [
  task('Add one part', { notes: 'Mind the gap.', creates: ['src/a.ts'], files: ['src/users.ts'], verify: ['node -v'] }),
  task('Add another part', { dependencies: [2] }),
]

describe('a session is a plan', () => {
  it('that is found by its project, opened and sound', async () => {
    const loop = await loopWith(two)
    const { reading, diagnostics, isSound, state, statusOf, found } = await planOf(loop)
    expect(diagnostics).toEqual([])
    expect(isSound).toBe(true)
    expect(found).toMatchObject({ dialect: 'planloop', name: loop.place.plan })
    expect(state.status).toBe('executing')
    expect(reading.plan).toMatchObject({ key: loop.place.plan, title: 'Implement user authentication' })
    expect(reading.plan.steps.map(({ id, title, dependsOn }) => [id, title, dependsOn, statusOf(id)])).toEqual([
      ['1', "Decompose the goal 'Implement user authentication' into a list of tasks.", [], 'complete'],
      ['2', 'Add one part', [], 'pending'],
      ['3', 'Add another part', ['2'], 'pending'],
    ])
    expect(reading.plan.steps[1]).toMatchObject({ verify: ['node -v'], files: ['src/users.ts', 'src/a.ts'] })
    expect(reading.plan.steps[1]!.text).toContain('Mind the gap.')
    expect((await findLoopPlans(machine, loop.home, '/elsewhere')).plans).toEqual([])
  })

  it('whose steps are pulled, done and given up by the commands of any plan', async () => {
    const loop = await loopWith(two)
    const pull = await pullOf(loop, 'codex')
    const next = await nextStep(pull)
    expect(next).toMatchObject({ step: { id: '2' }, again: false })
    expect(await loop.status()).toMatchObject({
      blocked: [{ id: 2, why: expect.stringContaining('codex has it') }, { id: 3 }],
    })
    const verify = { cwd: loop.root, env: {}, timeoutMs: 20_000 }
    const step = pull.approved.reading.plan.steps[1]!
    expect(await doneStep(pull, step, { ...verify, text: 'It is there.' })).toMatchObject({ status: 'complete' })
    const after = given(await loop.status())
    expect(after.now.current_task.id).toBe(3)
    expect(after.results).toEqual([{ id: 2, title: 'Add one part', result: 'It is there.' }])
    await nextStep(pull)
    await giveUpStep(pull, pull.approved.reading.plan.steps[2]!, 'failed', { why: 'There is no disk.' })
    expect(given(await loop.status({ agent: 'b' })).now.current_task).toMatchObject({ id: 3, status: 'IN_PROGRESS' })
    await loop.update({ update_tasks: [{ id: 3, status: 'DONE' }] }, { agent: 'b' })
    expect((await planOf(loop)).state.status).toBe('completed')
  })

  it('of which two never get the same step, whichever way they ask', async () => {
    const loop = await loopWith([task('Add one part'), task('Add another part')])
    expect(idGiven(await loop.status({ agent: 'a' }))).toBe(2)
    expect(await nextStep(await pullOf(loop, 'b'))).toMatchObject({ step: { id: '3' } })
    expect((await loop.status({ agent: 'c' })).now.reason).toBe('blocked')
    expect(await nextStep(await pullOf(loop, 'd'))).toMatchObject({ reason: 'waiting' })
  })

  it('that a blocker halts for all of them', async () => {
    const loop = await loopWith(two)
    await raiseSignal(await loop.open(), { id: 'ci', level: 'blocker', message: 'It is red.' })
    await expect(refuseBlocked(machine, await planOf(loop))).rejects.toMatchObject({ code: 'E_NOTHING_READY' })
  })

  it('that can be approved for a run, bound to what was shown, and cancelled', async () => {
    const loop = await loopWith(two)
    await expect(approvedPlan(machine, userDirs(loop), await planOf(loop), options)).rejects.toMatchObject({
      code: 'E_NOT_APPROVED',
    })
    const shown = await planOf(loop)
    await approve(context(loop), shown, 'ask')
    const approved = await approvedPlan(machine, userDirs(loop), await planOf(loop), options)
    expect(approved.reading.plan.steps).toHaveLength(3)
    await loop.update({ update_tasks: [{ id: 3, context_hints: ['Read `spec.md` twice.'] }] })
    const { standing } = await planOf(loop)
    expect(standing.is).toBe('partial')
    expect(['2', '3'].map((id) => standing.covers(id))).toEqual([true, false])
    await loop.update({ update_tasks: [{ id: 2, status: 'IN_PROGRESS' }] })
    expect((await planOf(loop)).standing.covers('2')).toBe(true)
    const old = await approvedPlan(machine, userDirs(loop), await planOf(loop), options)
    expect(old.reading.plan.steps[2]!.text).not.toContain('twice')
    const { versions } = await keptVersions(machine, shown.place)
    expect(versions).toHaveLength(1)
    await cancel(context(loop), await planOf(loop))
    expect(await loop.status()).toMatchObject({
      now: { reason: 'blocked', message: expect.stringContaining('cancelled') },
    })
  })
})

describe('a session whose tasks need a yes', () => {
  it('gives out what was approved, as it was approved', async () => {
    const loop = await loopWith(two, { approval: true })
    const look = () => lookAtStatus(machine, loop.place, { compact: true, userDirs: userDirs(loop) })
    const claim = async () =>
      claimStatus(await loop.open(), { agent: 'a', leaseMs, compact: true, userDirs: userDirs(loop) })
    expect((await look()).now).toMatchObject({ reason: 'blocked', message: expect.stringContaining('proposed') })
    await approve(context(loop), await planOf(loop), 'ask')
    expect(idGiven(await look())).toBe(2)
    await loop.update({ update_tasks: [{ id: 2, notes: 'Rather do something else.' }] })
    expect((await look()).now.reason).toBe('blocked')
    expect(await claim()).toMatchObject({ blocked: [{ id: 2, why: 'it waits for a yes of a person' }, { id: 3 }] })
    await approve(context(loop), await planOf(loop), 'ask')
    expect(idGiven(await claim())).toBe(2)
  })

  it('P6: is not fooled by an approval that was not given here', async () => {
    const loop = await loopWith(two, { approval: true })
    const elsewhere = { ...context(loop), userDirs: userDirectories({}, `${loop.root}/other`, 'linux') }
    await approve(elsewhere, await planOf(loop), 'ask')
    const answer = await lookAtStatus(machine, loop.place, { compact: true, userDirs: userDirs(loop) })
    expect(answer.now.reason).toBe('blocked')
  })
})
