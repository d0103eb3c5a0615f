import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import type { ApprovalGiven } from '../../../src/plan/records.ts'
import type { Step } from '../../../src/plan/types.ts'
import { approveStep } from '../../../src/review/approve-step.ts'
import { approve, type ReviewContext } from '../../../src/review/decide.ts'
import { reviewedPlan } from '../../../src/review/reviewed-plan.ts'
import { approvedPlan } from '../../../src/run/approved-plan.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog, readPlanState } from '../../../src/store/plan-log.ts'
import { openPlaceOf } from '../../../src/store/plans/found-plan.ts'
import { openPlan } from '../../../src/store/plans/open-plan.ts'
import { teddyPlan } from '../../../src/store/plans/teddy-plan.ts'
import { PlanPerson } from '../../faces/cli/plan-person.ts'
import { create, execute, faultOf, type Given, planText, short, TeddyProject } from './teddy-project.ts'

/** A person in a project with a plan in `next.md`, with all that approving needs. */
function setUp(actions: readonly string[]) {
  const person = new PlanPerson({})
  const { root, home } = person
  const text = planText(actions)
  person.write('next.md', text)
  const userDirs = { config: join(home, 'config'), state: join(home, 'state') }
  const context: ReviewContext = {
    machine: realMachine,
    userDirs,
    lock: { waitMs: 10_000, command: 'test' },
    caller: { by: 'ann', channel: 'terminal' },
  }
  const found = teddyPlan({ root, state: join(root, '.steadplan') }, 'next.md', 1e6)
  const options = { limits: defaultLimits, facts: {} }
  const look = async () => reviewedPlan(realMachine, userDirs, await openPlan(realMachine, found, options))
  const yes = async (each = false) => approve(context, await look(), 'ask', [], each)
  const yesTo = async (step: Step) => approveStep(context, await look(), step, 'ask')
  const project = new TeddyProject(root, text)
  const place = () => openPlaceOf(realMachine, found)
  const run = async (given: Given = {}) => {
    const approved = await approvedPlan(realMachine, userDirs, await look(), options)
    return project.run({ approved, place: await place(), ...given })
  }
  return { person, text, project, place, yes, yesTo, run, look }
}

describe('G84: only what a person said yes to', () => {
  it('nothing without a yes', async () => {
    const { run, project } = setUp([execute('touch ran')])
    expect((await faultOf(run())).code).toBe('E_NOT_APPROVED')
    expect(project.has('ran')).toBe(false)
  })

  it.each([
    ['one byte', (text: string) => text.replace('touch ran', 'touch fan')],
    ['a homoglyph', (text: string) => text.replace('touch ran', 'touch rаn')],
    ['blanks at the end of a line', (text: string) => text.replace('touch ran', 'touch ran  ')],
    ['another action', (text: string) => `${text}\n${execute('touch evil')}`],
  ])('changed after the yes by %s: what was shown is carried out, and nothing else', async (_what, change) => {
    const { run, yes, person, text, project, look } = setUp([execute('touch ran')])
    await yes()
    person.write('next.md', change(text))
    expect((await look()).standing.is).toBe('partial')
    const { actions } = await run()
    expect(actions.map(short)).toEqual(['EXECUTE succeeded'])
    expect(Object.keys(project.tree()).filter((path) => !path.startsWith('plans'))).toEqual([
      'next.md',
      'ran',
      'steadplan.json',
    ])
  })

  it('action by action: each begins with its own yes, from whoever goes on with it', async () => {
    const { run, yes, yesTo, project, look } = setUp([
      execute('touch one'),
      execute('touch two'),
      execute('touch three'),
    ])
    await yes(true)
    expect((await run()).actions.map(short)).toEqual(Array(3).fill('EXECUTE waiting'))
    const ask = async (step: Step) => {
      if (step.title.includes('three')) return 'stop' as const
      await yesTo(step)
      return 'yes' as const
    }
    const { actions } = await run({ ask })
    expect(actions.map(short)).toEqual(['EXECUTE succeeded', 'EXECUTE succeeded', 'EXECUTE waiting'])
    expect((await run()).run.why, 'the yes to the two is none to the third').toContain('it waits for a yes of its own')
    expect(project.has('three')).toBe(false)
    expect((await look()).standing.is).toBe('whole')
    await yes()
    expect((await run()).run.status, 'a yes to all').toBe('completed')
  })

  it('a yes to each action cannot be made one to all by whoever can write the log', async () => {
    const { run, yes, project, place, look } = setUp([execute('touch ran')])
    await yes(true)
    const { approval } = await readPlanState(realMachine, await place())
    const { each, at, ...given } = approval!
    expect([each, typeof at]).toEqual([true, 'string'])
    const forged: ApprovalGiven = { type: 'approval', ...given, steps: [...given.steps] }
    const log = await openPlanLog(realMachine, await place(), { lockWaitMs: 10_000, command: 'test' })
    await log.decide(() => ({ records: [forged], answer: undefined }))
    expect((await look()).standing.is).toBe('foreign')
    expect((await faultOf(run())).code).toBe('E_NOT_APPROVED')
    expect(project.has('ran')).toBe(false)
  })

  it('what is protected needs its own yes beside the one to the plan', async () => {
    const { run, yes, yesTo, project, look } = setUp([create('.git/config', 'x\n')])
    await yes()
    expect((await run()).run.why).toContain('it waits for a yes of its own')
    await yesTo((await look()).reading.plan.steps[0]!)
    expect((await run()).run.status).toBe('completed')
    expect(project.read('.git/config')).toBe('x\n')
  })
})
