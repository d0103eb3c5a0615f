import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { endLease, movePlan, moveStep } from '../../src/plan/decisions.ts'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { runLease, stepLease } from '../../src/plan/lease-names.ts'
import type { PlanRecord } from '../../src/plan/records.ts'
import type { PlanState } from '../../src/plan/state.ts'
import type { Step } from '../../src/plan/types.ts'
import type { RunEvent } from '../../src/run/events.ts'
import { type RunOptions, runPlan } from '../../src/run/run-plan.ts'
import { takeRun } from '../../src/run/take-run.ts'
import type { PlanPlace } from '../../src/store/content/place.ts'
import { claim } from '../../src/store/leases.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { openPlanLog, type PlanLog, readPlanState, readRecords } from '../../src/store/plan-log.ts'
import { makePlace, placeIn } from '../support/plan-place.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { approvedOf, approveIn, type Given, runOptions, statusesOf, stepOf } from './run-kit.ts'

let cwd: string
let place: PlanPlace

beforeEach(async () => {
  cwd = temporaryDirectory()
  place = await makePlace(realMachine.files, placeIn(cwd))
  await approveIn(realMachine, place)
})

function options(steps: readonly Step[], more: Partial<Given> = {}): RunOptions {
  return runOptions({ machine: realMachine, place, cwd, steps, ...more })
}

const state = (): Promise<PlanState> => readPlanState(realMachine, place)
const openLog = (): Promise<PlanLog> => openPlanLog(realMachine, place, { lockWaitMs: 20_000, command: 'test' })

async function decide(records: (state: PlanState) => readonly PlanRecord[]): Promise<void> {
  await (await openLog()).decide((now) => ({ records: records(now), answer: undefined }))
}

async function faultOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!isFault(error)) throw error ?? new Error('nothing was thrown')
  return error
}

/** Does its first so many attempts at each step wrongly. */
function wrongAtFirst(wrong: number): { agent: NonNullable<Given['agent']>; prompts: string[] } {
  const prompts: string[] = []
  const agent: Given['agent'] = ({ prompt }) => {
    prompts.push(prompt)
    writeFileSync(join(cwd, 'out.txt'), prompts.length > wrong ? 'right\n' : 'wrong\n')
    return {}
  }
  return { agent, prompts }
}

const proof = { verify: ['grep right out.txt'] }

describe('done means proven', () => {
  it('a step whose commands fail twice and then pass is complete, with a receipt of each', async () => {
    const { agent, prompts } = wrongAtFirst(2)
    const outcome = await runPlan(options([stepOf('a', proof)], { agent, repairs: 2 }))
    expect(outcome).toMatchObject({ status: 'completed', counts: { complete: 1 } })
    const records = await readRecords(realMachine, place)
    expect(records.flatMap((one) => (one.type === 'receipt' ? [one.passed] : []))).toEqual([false, false, true])
    expect((await state()).steps.get('a')).toMatchObject({ status: 'complete', proven: true, attempts: 1 })
    expect(prompts[0]).not.toContain('did not pass')
    expect(prompts[2]).toContain('`grep right out.txt` did not pass (exit code 1)')
  })

  it('an agent that says done and never is: failed, with the receipts', async () => {
    const { agent, prompts } = wrongAtFirst(99)
    const outcome = await runPlan(options([stepOf('a', proof)], { agent, repairs: 2 }))
    expect(outcome).toMatchObject({ status: 'failed', why: 'a step failed' })
    expect(prompts).toHaveLength(3)
    expect((await state()).steps.get('a')).toMatchObject({
      status: 'failed',
      proven: false,
      why: '`grep right out.txt` did not pass: exit code 1',
    })
  })

  it('a command that does not end is ended, and counts as not passed', async () => {
    await runPlan(options([stepOf('a', { verify: ['sleep 60'] })], { timeoutMs: 200 }))
    expect((await state()).steps.get('a')).toMatchObject({ status: 'failed', proven: false })
    expect((await state()).steps.get('a')?.why).toContain('it was ended after 0.2 s')
  })

  it.each([
    ['no-such-program-here', 'not found'],
    ['grep x out.txt | true', 'means something only to a shell'],
  ])('%s: failed, with the reason', async (command, reason) => {
    await runPlan(options([stepOf('a', { verify: [command] })]))
    expect((await state()).steps.get('a')).toMatchObject({ status: 'failed' })
    expect((await state()).steps.get('a')?.why).toContain(reason)
  })

  it.each([
    ['failed', 'failed'],
    ['timed_out', 'failed'],
    ['cancelled', 'interrupted'],
  ] as const)('an agent that ends as %s leaves the step %s, and nothing is verified', async (status, expected) => {
    const steps = [stepOf('a', { verify: ['touch verified'] })]
    await runPlan(options(steps, { agent: () => ({ status, why: 'no luck' }) }))
    expect((await state()).steps.get('a')).toMatchObject({ status: expected, why: 'no luck' })
    expect(() => readFileSync(join(cwd, 'verified'))).toThrow('ENOENT')
  })

  it('a proof that passes counts also when the run was cancelled in the meantime', async () => {
    const cancel = new AbortController()
    const agent = () => {
      cancel.abort()
      return {}
    }
    await runPlan(options([stepOf('a'), stepOf('b')], { agent, cancel: cancel.signal }))
    expect(statusesOf(await state())).toEqual({ a: 'complete' })
    expect((await state()).status).toBe('stalled')
  })
})

describe('what an agent tells', () => {
  it('whatever numbers and texts it sends, the log stays readable', async () => {
    const long = '\u0001'.repeat(200_000)
    const cost = { amount: Number.POSITIVE_INFINITY, currency: long }
    const agent = () => ({
      text: long,
      conversation: long,
      refusals: [long, 'x'],
      usage: { inputTokens: Number.NaN, outputTokens: -5, cost },
    })
    expect(await runPlan(options([stepOf('a')], { agent }))).toMatchObject({ status: 'completed' })
    expect((await state()).spent).toEqual({ inputTokens: 0, outputTokens: 0, cost: 0 })
  })

  it('an exception in an agent is a defect: the step is interrupted for the next run, the lease given back', async () => {
    const agent = () => {
      throw new Error('a defect')
    }
    await expect(runPlan(options([stepOf('a')], { agent }))).rejects.toThrow('a defect')
    expect((await state()).leases.size).toBe(0)
    expect((await state()).status).toBe('stalled')
    expect((await faultOf(runPlan(options([stepOf('a')])))).code).toBe('E_INTERRUPTED')
  })

  it('git tells which files changed, also those that the agent committed itself', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'pipe' })
    git('init', '-q')
    writeFileSync(join(cwd, 'old.txt'), 'old')
    writeFileSync(join(cwd, '.gitignore'), '.steadplan\n')
    git('add', '.')
    git('commit', '-qm', 'first')
    writeFileSync(join(cwd, 'mine.txt'), 'a change of a person, from before')
    const agent: Given['agent'] = ({ step }) => {
      if (step === 'a') writeFileSync(join(cwd, 'new name.txt'), 'new')
      else {
        writeFileSync(join(cwd, 'old.txt'), 'changed')
        git('commit', '-qam', 'second')
      }
      return {}
    }
    await runPlan(options([stepOf('a'), stepOf('b')], { agent }))
    const { steps } = await state()
    expect(steps.get('a')?.result?.files).toEqual(['new name.txt'])
    expect(steps.get('b')?.result?.files).toEqual(['old.txt'])
  })
})

describe('what a run costs', () => {
  const told = (amount: number, currency = 'USD') => ({ usage: { cost: { amount, currency } } })
  const steps = ['a', 'b', 'c', 'd'].map((id) => stepOf(id))

  it('nothing more is begun at the limit, and none of it in a second run', async () => {
    const outcome = await runPlan(options(steps, { agent: () => told(1), maxCost: 2 }))
    expect(outcome).toMatchObject({ status: 'stalled', counts: { complete: 2, pending: 2 } })
    expect(outcome.why).toContain('the limit for the cost')
    const again = await runPlan(options(steps, { agent: () => told(1), maxCost: 2 }))
    expect(again.counts).toMatchObject({ complete: 2, pending: 2 })
  })

  it.each([
    ['tells nothing', () => ({})],
    ['tells what is no amount', () => told(Number.NaN)],
    ['tells less than nothing', () => told(-100)],
    ['fails', () => ({ status: 'failed', why: 'x' }) as const],
  ])('fails closed with an agent that %s', async (_title, agent) => {
    const outcome = await runPlan(options(steps, { agent, maxCost: 100 }))
    expect(outcome).toMatchObject({ status: 'stalled', counts: { pending: 3 } })
  })

  it('fails closed with two currencies, and when one of two attempts tells nothing', async () => {
    let turn = 0
    const mixed = await runPlan(options(steps, { agent: () => told(1, turn++ === 0 ? 'USD' : 'EUR'), maxCost: 100 }))
    expect(mixed.counts).toMatchObject({ complete: 2, pending: 2 })
    const { agent, prompts } = wrongAtFirst(1)
    const half: Given['agent'] = async (task) => {
      await agent(task)
      return prompts.length === 1 ? {} : told(1)
    }
    const rest = [...steps.slice(0, 2), stepOf('c', proof), stepOf('d')]
    const halfTold = await runPlan(options(rest, { agent: half, maxCost: 100, repairs: 1 }))
    expect(halfTold.counts).toMatchObject({ complete: 3, pending: 1 })
  })
})

describe('C46: a step that fails', () => {
  const steps = [stepOf('a'), stepOf('b', { dependsOn: ['a'] }), stepOf('c', { dependsOn: ['b'] }), stepOf('d')]
  const agent: Given['agent'] = ({ step }) => (step === 'a' ? { status: 'failed', why: 'no' } : {})

  it('passes over what depends on it, with the reason, and independent steps go on', async () => {
    const events: RunEvent[] = []
    const outcome = await runPlan(options(steps, { agent, onEvent: (event) => events.push(event) }))
    expect(outcome.doomed).toEqual([
      { id: 'b', because: 'a' },
      { id: 'c', because: 'a' },
    ])
    expect(outcome).toMatchObject({ status: 'failed', counts: { complete: 1, failed: 1, doomed: 2 } })
    expect(events.filter(({ type }) => type === 'doomed')).toHaveLength(2)
  })

  it('ends the run by policy', async () => {
    const outcome = await runPlan(options(steps, { agent, onFailure: 'stop' }))
    expect(outcome).toMatchObject({ status: 'failed', counts: { failed: 1, complete: 0, pending: 3 } })
  })

  it('is tried again when that is asked for', async () => {
    await runPlan(options(steps, { agent }))
    expect(await runPlan(options(steps))).toMatchObject({ status: 'failed' })
    expect(await runPlan(options(steps, { retryFailed: true }))).toMatchObject({ status: 'completed' })
  })
})

describe('approval', () => {
  const steps = ['a', 'b', 'c'].map((id) => stepOf(id))

  it('a plan that is cancelled in the middle: nothing more begins, and it stays cancelled', async () => {
    const agent: Given['agent'] = async ({ step }) => {
      if (step === 'a') await decide((now) => movePlan(now, 'cancel', { by: 'ann' }))
      return {}
    }
    const outcome = await runPlan(options(steps, { agent, wait: true }))
    expect(outcome).toMatchObject({ status: 'cancelled', counts: { complete: 1, pending: 2 } })
    expect(outcome.why).toBe('the plan is cancelled')
    expect((await state()).leases.size).toBe(0)
    expect((await faultOf(runPlan(options(steps)))).code).toBe('E_BAD_MOVE')
  })

  it('C41: when another version is approved in the middle, nothing more of this one begins', async () => {
    const other = { hash: 'h2', plan: 'p2', version: 2, by: 'ann', channel: 'terminal', seal: 'another' } as const
    const agent: Given['agent'] = async ({ step }) => {
      if (step === 'a') await decide(() => [{ type: 'approval', ...other, steps: [] }])
      return {}
    }
    const outcome = await runPlan(options(steps, { agent, wait: true }))
    expect(outcome).toMatchObject({ status: 'stalled', counts: { complete: 1, pending: 2 } })
    expect(outcome.why).toContain('another version of the plan was approved since')
  })

  const guarded = [stepOf('a', { approval: 'user' }), stepOf('b', { dependsOn: ['a'] }), stepOf('c')]
  const yes = { type: 'step.approval', step: 'a', hash: 'h', by: 'ann', channel: 'terminal', seal: 's' } as const

  it('a step with `approval: user` waits for its own yes while the others go on', async () => {
    const events: RunEvent[] = []
    const outcome = await runPlan(options(guarded, { onEvent: (event) => events.push(event) }))
    expect(outcome).toMatchObject({ status: 'stalled', why: 'steps wait: a: it waits for a yes of its own' })
    expect(statusesOf(await state())).toEqual({ c: 'complete' })
    expect(
      events.filter(({ type }) => type === 'held'),
      'told once',
    ).toHaveLength(1)
    await decide(() => [yes])
    expect(await runPlan(options(guarded))).toMatchObject({ status: 'completed' })
  })

  it('with `wait` the run goes on when the yes comes', async () => {
    const onEvent = (event: RunEvent) => {
      if (event.type === 'ended' && event.step === 'c') setTimeout(() => void decide(() => [yes]), 50)
    }
    expect(await runPlan(options(guarded, { wait: true, onEvent }))).toMatchObject({ status: 'completed' })
  })

  it('what a person does is waited for, and goes on when it was said to be done', async () => {
    const byHand = [stepOf('a', { agent: 'person' }), stepOf('b', { dependsOn: ['a'] })]
    expect((await runPlan(options(byHand))).why).toBe('steps wait: a: a person does it')
    const done = runPlan(options(byHand, { wait: true }))
    setTimeout(() => void decide((now) => moveStep(now, 'a', 'complete', 'ann')), 100)
    expect(await done).toMatchObject({ status: 'completed', counts: { complete: 2 } })
  })

  it('a step that is held back is in nobody’s way', async () => {
    const both = [stepOf('a', { approval: 'user', files: ['x'] }), stepOf('b', { files: ['x'] })]
    expect((await runPlan(options(both, { jobs: 2 }))).counts).toMatchObject({ complete: 1, pending: 1 })
  })
})

describe('interrupted steps', () => {
  const steps = [stepOf('a', proof), stepOf('b', { dependsOn: ['a'] }), stepOf('c')]
  /** As a process that was killed leaves it. */
  beforeEach(async () => {
    const log = await openLog()
    const process = { ...realMachine.self(), start: 'long ago' }
    const token = await claim(realMachine, log, { on: runLease, holder: 'dead', ttlMs: 60_000, process })
    await decide((now) => movePlan(now, 'start', { by: 'dead' }))
    await decide((now) => moveStep(now, 'a', 'in_progress', 'dead', { token }))
    await decide((now) => moveStep(now, 'c', 'in_progress', 'dead', { token }))
  })

  it('C36: are reported, all of them, and nothing is run before it is decided what becomes of them', async () => {
    const began: string[] = []
    const agent: Given['agent'] = ({ step }) => {
      began.push(step)
      return {}
    }
    const error = await faultOf(runPlan(options(steps, { agent })))
    expect(error.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'E_INTERRUPTED "a" was in flight when its executor died',
      'E_INTERRUPTED "c" was in flight when its executor died',
    ])
    expect(began).toEqual([])
    expect(await state()).toMatchObject({ status: 'stalled', leases: new Map() })
    expect((await faultOf(runPlan(options(steps, { agent })))).code, 'as often as one asks').toBe('E_INTERRUPTED')
  })

  it.each([
    ['redo', 'right', ['a', 'b', 'c'], { a: 'complete', b: 'complete', c: 'complete' }],
    ['keep', 'right', ['b'], { a: 'complete', b: 'complete', c: 'complete' }],
    ['keep', 'wrong', ['a', 'b'], { a: 'complete', b: 'complete', c: 'complete' }],
    ['skip', 'wrong', ['b'], { a: 'skipped', b: 'complete', c: 'skipped' }],
    ['fail', 'right', [], { a: 'failed', c: 'failed' }],
  ] as const)('%s, and what it left is %s', async (resolution, found, begun, expected) => {
    writeFileSync(join(cwd, 'out.txt'), found)
    const began: string[] = []
    const agent: Given['agent'] = ({ step }) => {
      began.push(step)
      writeFileSync(join(cwd, 'out.txt'), 'right')
      return {}
    }
    await runPlan(options(steps, { agent, resolutionOf: () => resolution }))
    expect(began.sort()).toEqual(begun)
    expect(statusesOf(await state())).toEqual(expected)
  })

  it('one that is kept and whose proof is cut short stays interrupted', async () => {
    const cancel = new AbortController()
    const slow = [stepOf('a', { verify: ['sleep 60'] }), stepOf('c', { verify: ['sleep 60'] })]
    const onEvent = (event: RunEvent) => {
      if (event.type === 'verifying') setTimeout(() => cancel.abort(), 50)
    }
    const run = options(slow, { resolutionOf: () => 'keep', cancel: cancel.signal, onEvent })
    expect(await runPlan(run)).toMatchObject({ status: 'stalled', counts: { interrupted: 2 } })
  })

  it('steps that the approved version does not have any more ask for nothing', async () => {
    expect(await runPlan(options([stepOf('z')]))).toMatchObject({ status: 'completed' })
  })
})

describe('other executors', () => {
  it('a second one is told who carries out the plan', async () => {
    await takeRun(realMachine, await openLog(), 'the first', 60_000)
    const { code, message } = await faultOf(runPlan(options([stepOf('a')])))
    expect(code).toBe('E_CLAIMED')
    expect(message).toContain(`the first (pid ${process.pid} on `)
  })

  it('C42: the late completion of one that fell silent is refused, and its agents are ended', async () => {
    const steps = [stepOf('a'), stepOf('b'), stepOf('c')]
    const ended: string[] = []
    const agent: Given['agent'] = async ({ step, signal }) => {
      if (step === 'a') {
        // As when the lease ran out and somebody else has taken it.
        await decide((now) => endLease(now, runLease, now.leases.get(runLease)!.token, 'expired'))
        await takeRun(realMachine, await openLog(), 'another', 60_000)
        return {}
      }
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      ended.push(step)
      return { status: 'cancelled', why: 'cancelled' }
    }
    expect((await faultOf(runPlan(options(steps, { agent, jobs: 2 })))).code).toBe('E_LEASE_LOST')
    expect(ended).toEqual(['b'])
    expect(statusesOf(await state())).toEqual({ a: 'interrupted', b: 'interrupted' })
    expect((await state()).leases.get(runLease)?.holder).toContain('another')
  })

  it('a step that an agent pulled for itself is left to it, and nothing runs that gets in its way', async () => {
    const log = await openLog()
    await claim(realMachine, log, { on: stepLease('a'), holder: 'puller', ttlMs: 60_000 })
    await decide((now) => moveStep(now, 'a', 'in_progress', 'puller'))
    const steps = [stepOf('a', { files: ['x'] }), stepOf('b', { files: ['x'] }), stepOf('c')]
    const outcome = await runPlan(options(steps))
    expect(outcome).toMatchObject({ status: 'stalled', why: 'others are at work on steps of it' })
    expect(statusesOf(await state())).toEqual({ a: 'in_progress', c: 'complete' })
  })

  it('who decides about a step while it is worked on has the last word, and what came of it is kept', async () => {
    const agent: Given['agent'] = async ({ step }) => {
      if (step === 'a') await decide((now) => moveStep(now, 'a', 'skipped', 'ann'))
      return {}
    }
    const outcome = await runPlan(options([stepOf('a'), stepOf('b', { dependsOn: ['a'] })], { agent }))
    expect(outcome).toMatchObject({ status: 'completed', counts: { skipped: 1, complete: 1 } })
    expect((await state()).steps.get('a')?.result?.text).toBe('did a')
  })
})

describe('telling where the plan stands', () => {
  it('a telling that fails does not end the run; the last one is awaited and may', async () => {
    let told = 0
    const onState = async (now: PlanState) => {
      told++
      if (now.status === 'executing') throw new Error('a passing trouble')
    }
    expect(await runPlan(options([stepOf('a'), stepOf('b')], { onState }))).toMatchObject({ status: 'completed' })
    expect(told).toBeGreaterThanOrEqual(2)
  })

  it('a plan that is done stays done when it is run once more', async () => {
    await runPlan(options([stepOf('a')]))
    const before = (await readRecords(realMachine, place)).filter(({ type }) => type === 'plan.moved')
    expect(await runPlan(options([stepOf('a')]))).toMatchObject({ status: 'completed' })
    const now = (await readRecords(realMachine, place)).filter(({ type }) => type === 'plan.moved')
    expect(now).toEqual(before)
  })
})

describe('words that people wrote into the files', () => {
  const words = (all: Record<string, string>) => async () =>
    new Map(Object.entries(all).map(([step, word]) => [step, { word, file: '', range: undefined as never }]))

  it('are taken up before anything begins; a step taken up as complete is not proven', async () => {
    const steps = [stepOf('a', proof), stepOf('b'), stepOf('c'), stepOf('d')]
    const wordsNow = words({ a: 'complete', b: 'skipped', c: 'failed', d: 'in_progress' })
    const began: string[] = []
    const agent: Given['agent'] = ({ step }) => {
      began.push(step)
      return {}
    }
    await runPlan(options(steps, { agent, approved: approvedOf(steps, { wordsNow }) }))
    expect(began).toEqual(['c', 'd'])
    const { steps: found } = await state()
    expect(found.get('a')).toMatchObject({ status: 'complete', by: 'the file', why: 'changed by hand' })
    expect(found.get('a')?.proven).toBeUndefined()
    expect(found.get('b')).toMatchObject({ status: 'skipped' })
  })

  it('P5: `pending`, with which files are made, does not open a step again that is done', async () => {
    const steps = [stepOf('a')]
    const approved = approvedOf(steps, { wordsNow: words({ a: 'pending' }) })
    await runPlan(options(steps, { approved }))
    expect(await runPlan(options(steps, { approved }))).toMatchObject({ status: 'completed' })
    expect((await state()).steps.get('a')?.attempts).toBe(1)
  })

  it('a step that is done and that somebody opened again by hand is done again', async () => {
    const steps = [stepOf('a')]
    await runPlan(options(steps))
    await decide(() => [{ type: 'projected', words: [['a', 'complete']] }])
    await runPlan(options(steps, { approved: approvedOf(steps, { wordsNow: words({ a: 'pending' }) }) }))
    expect((await state()).steps.get('a')).toMatchObject({ status: 'complete', attempts: 2 })
  })
})
