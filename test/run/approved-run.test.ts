import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/dialects/shared/limits.ts'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import type { PlanRecord } from '../../src/plan/records.ts'
import { approve, type ReviewContext } from '../../src/review/decide.ts'
import { reviewedPlan } from '../../src/review/reviewed-plan.ts'
import { stepSealOf } from '../../src/review/step-seal.ts'
import { type ApprovedPlan, approvedPlan } from '../../src/run/approved-plan.ts'
import { projectStatus } from '../../src/run/project-status.ts'
import { runPlan } from '../../src/run/run-plan.ts'
import type { Machine } from '../../src/store/machine/port.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { openPlanLog, readPlanState, readRecords } from '../../src/store/plan-log.ts'
import { homePlan } from '../../src/store/plans/home-plans.ts'
import { openPlan } from '../../src/store/plans/open-plan.ts'
import { openUserKey } from '../../src/store/user-key.ts'
import { PlanPerson } from '../faces/cli/plan-person.ts'
import { countingFiles, diskError } from '../support/counting-files.ts'
import { isLong } from '../support/long.ts'
import { type Given, runOptions, statusesOf } from './run-kit.ts'

const taskA = '---\nid: a\nstatus: pending # as it was made\n---\n\nDo a.\n'
const taskB = '---\nid: b\ndepends_on: [a]\n---\n\nDo b.\n'
const files = {
  'plan.md': '---\ntitle: Login\n---\n\nUsers can log in.\n',
  'tasks/01-a.md': taskA,
  'tasks/02-b.md': taskB,
}

/** A plan in its files, approved by the person that it belongs to. */
async function setUp(more: Record<string, string> = {}) {
  const person = new PlanPerson({ ...files, ...more })
  const { root, home } = person
  const userDirs = { config: join(home, 'config'), state: join(home, 'state') }
  const lock = { waitMs: 10_000, command: 'test' }
  const context: ReviewContext = {
    machine: realMachine,
    userDirs,
    lock,
    caller: { by: 'ann', channel: 'terminal' },
  }
  const found = homePlan({ root, state: join(root, '.steadplan') }, 'login', 1e6)
  const open = { limits: defaultLimits, facts: {} }
  const look = async () => reviewedPlan(realMachine, userDirs, await openPlan(realMachine, found, open))
  const approved = async (): Promise<ApprovedPlan> => approvedPlan(realMachine, userDirs, await look(), open)
  const { place } = await look()
  const openLog = () => openPlanLog(realMachine, place, { lockWaitMs: 10_000, command: 'test' })
  const write = (path: string, text: string) => person.write(`plans/login/${path}`, text)
  const read = (path: string) => person.read(`plans/login/${path}`)
  const state = () => readPlanState(realMachine, place)
  const yes = async () => approve(context, await look(), 'ask')
  const project = async (machine: Machine = realMachine) => {
    const log = await openPlanLog(machine, place, { lockWaitMs: 10_000, command: 'test' })
    const { steps } = (await approved()).reading.plan
    await projectStatus(machine, found, log, steps, (await log.read()).state, lock)
  }
  const run = async (given: Partial<Given> = {}) =>
    runPlan(
      runOptions({
        machine: realMachine,
        place,
        cwd: root,
        steps: [],
        approved: await approved(),
        onState: () => project(),
        ...given,
      }),
    )
  await yes()
  return { root, place, userDirs, look, approved, write, read, state, yes, run, project, openLog }
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!isFault(error)) throw error ?? new Error('nothing was thrown')
  return error.code
}

describe('C41: a plan that is edited while it is carried out', () => {
  const edits: [string, (write: (path: string, text: string) => void, root: string) => void][] = [
    ['a step changed', (write) => write('tasks/02-b.md', taskB.replace('Do b.', 'Do evil.'))],
    ['a step removed', (_write, root) => rmSync(join(root, 'plans/login/tasks/02-b.md'))],
    ['a step added', (write) => write('tasks/03-c.md', '---\nid: c\n---\n\nDo c.\n')],
    ['a dependency added', (write) => write('tasks/01-a.md', taskA.replace('id: a', 'id: a\ndepends_on: [b]'))],
    ['the plan broken', (write) => write('plan.md', '---\n[[[\n')],
  ]
  it.each(edits)('%s: what was approved is carried out, all of it and nothing else', async (_title, edit) => {
    const { run, write, root, approved } = await setUp()
    const prompts: string[] = []
    const agent: Given['agent'] = ({ step, prompt }) => {
      prompts.push(prompt)
      if (step === 'a') edit(write, root)
      return {}
    }
    const outcome = await run({ agent, onState: () => {} })
    expect(outcome).toMatchObject({ status: 'completed', counts: { total: 2, complete: 2 } })
    expect(prompts.map((prompt) => /Do \w+\./.exec(prompt)?.[0])).toEqual(['Do a.', 'Do b.'])
    expect((await approved()).reading.plan.steps, 'also when it is taken up anew').toHaveLength(2)
  })
})

describe('G84: only what a person said yes to here', () => {
  it('nothing is carried out without a yes', async () => {
    const { approved, place, openLog } = await setUp()
    const log = await openLog()
    await log.decide(() => {
      const records: PlanRecord[] = [
        { type: 'plan.moved', event: 'cancel', from: 'approved', to: 'cancelled', by: 'ann' },
      ]
      return { records, answer: undefined }
    })
    expect((await readPlanState(realMachine, place)).approval).toBeUndefined()
    expect(await codeOf(approved())).toBe('E_NOT_APPROVED')
  })

  it('a yes that came with the repository does not count', async () => {
    const { approved, userDirs } = await setUp()
    rmSync(join(userDirs.state, 'approval.key'))
    expect(await codeOf(approved())).toBe('E_NOT_APPROVED')
  })

  it('a step’s own yes counts for what it says and with a seal of this person’s, and with nothing else', async () => {
    const guarded = taskA.replace('id: a', 'id: a\napproval: user')
    const { approved, openLog, run, place, userDirs, state } = await setUp({ 'tasks/01-a.md': guarded })
    const { digest } = await approved()
    const key = await openUserKey(realMachine, userDirs)
    const given = { hash: digest.steps.get('a')!, by: 'ann', channel: 'terminal' } as const
    const say = async (hash: string, seal: string) => {
      const record: PlanRecord = { type: 'step.approval', step: 'a', ...given, hash, seal }
      await (await openLog()).decide(() => ({ records: [record], answer: undefined }))
    }
    const refused = 'steps wait: a: it waits for a yes of its own'
    expect((await run()).why).toBe(refused)
    await say(given.hash, 'forged')
    expect((await run()).why).toBe(refused)
    await say('another', stepSealOf(key, place.plan, 'a', { ...given, hash: 'another' }))
    expect((await run()).why).toBe(refused)
    await say(given.hash, stepSealOf(key, place.plan, 'b', given))
    expect((await run()).why).toBe(refused)
    await say(given.hash, stepSealOf(key, place.plan, 'a', given))
    expect((await run()).status).toBe('completed')
    expect(statusesOf(await state())).toEqual({ a: 'complete', b: 'complete' })
  })
})

describe('status words in the files', () => {
  it('say how steps ended, and change nothing else, the approval least of all', async () => {
    const { run, read, look } = await setUp()
    await run({ agent: ({ step }) => (step === 'b' ? { status: 'failed', why: 'no' } : {}) })
    expect(read('tasks/01-a.md')).toBe(taskA.replace('pending', 'complete'))
    expect(read('tasks/02-b.md')).toBe(taskB.replace('[a]\n', '[a]\nstatus: failed\n'))
    expect((await look()).standing.is).toBe('whole')
  })

  it('by hand: a failed step is opened again, and when it fails again that is written again', async () => {
    const { run, read, write, look, state } = await setUp()
    const agent: Given['agent'] = ({ step }) => (step === 'b' ? { status: 'failed', why: 'no' } : {})
    for (const attempts of [1, 2, 3]) {
      await run({ agent })
      expect(read('tasks/02-b.md')).toContain('status: failed')
      expect((await state()).steps.get('b')).toMatchObject({ status: 'failed', attempts })
      expect((await look()).statusOf('b')).toBe('failed')
      write('tasks/02-b.md', read('tasks/02-b.md').replace('failed', 'pending'))
      expect((await look()).statusOf('b')).toBe('pending')
    }
    await run()
    expect((await look()).statusOf('b')).toBe('complete')
    expect((await run({ agent: () => ({ status: 'failed', why: 'nothing is to be done' }) })).status).toBe('completed')
  })

  it('P5: cut off at any call to the disk while words are written, no step that is done is opened again', async () => {
    for (let dieAt = 1, isWhole = false; !isWhole; dieAt += isLong ? 1 : 4) {
      const { run, project, look, place, write } = await setUp()
      await run({ onState: () => {} })
      const { files: disk } = countingFiles(realMachine.files, {
        before: (_call, index) => {
          if (index >= dieAt) throw diskError('EIO')
        },
      })
      // To others this process is one that is dead.
      const self = () => ({ ...realMachine.self(), start: 'long ago' })
      isWhole = await project({ ...realMachine, files: disk, self }).then(
        () => true,
        () => false,
      )
      const cut = await look()
      expect([cut.statusOf('a'), cut.statusOf('b')], `call ${dieAt}`).toEqual(['complete', 'complete'])
      await run()
      const records = await readRecords(realMachine, place)
      const begun = records.flatMap((one) => (one.type === 'step.moved' && one.to === 'in_progress' ? [one.step] : []))
      expect(begun, `call ${dieAt}`).toEqual(['a', 'b'])
      write('tasks/01-a.md', taskA.replace('as it was made', 'once more'))
      expect((await look()).statusOf('a'), 'by hand').toBe('pending')
    }
  })

  it('a file that cannot be read now waits; the others get their words', async () => {
    const { run, read, write, project } = await setUp()
    await run({ onState: () => {} })
    write('tasks/01-a.md', '---\nid: a\nstatus: [\n---\n\nDo a.\n')
    await project().catch((error) => {
      if (!isFault(error)) throw error
    })
    expect(read('tasks/02-b.md')).toContain('status: complete')
    write('tasks/01-a.md', taskA)
    await project()
    expect(read('tasks/01-a.md')).toBe(taskA.replace('pending', 'complete'))
  })
})
