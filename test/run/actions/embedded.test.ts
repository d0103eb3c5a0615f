import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Step } from '../../../src/plan/types.ts'
import { actionOutcomes } from '../../../src/run/actions/outcomes.ts'
import { runPlan } from '../../../src/run/run-plan.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readPlanState, readRecords } from '../../../src/store/plan-log.ts'
import { makePlace, placeIn } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { approvedOf, approveIn, type Given, runOptions, statusesOf, stepOf } from '../run-kit.ts'
import { dyingMachine, untilDeath } from './dying-machine.ts'
import { create, edit, execute, short } from './teddy-project.ts'

let root: string
beforeEach(async () => {
  root = fs.realpathSync(temporaryDirectory())
  await approveIn(realMachine, await makePlace(realMachine.files, placeIn(root)))
})

const written = (id: string, actions: readonly string[], more: Partial<Step> = {}): Step =>
  stepOf(id, { text: `Some words.\n\n## Action Plan\n\n${actions.join('\n')}`, ...more })

const run = (steps: readonly Step[], more: Partial<Given> = {}) =>
  runPlan(runOptions({ machine: realMachine, place: placeIn(root), cwd: root, steps, ...more }))

const path = (name: string): string => join(root, name)
const text = (name: string): string => fs.readFileSync(path(name), 'utf8')
const statuses = async () => statusesOf(await readPlanState(realMachine, placeIn(root)))
const outcomes = async (steps: readonly Step[]) =>
  actionOutcomes(approvedOf(steps).reading, await readRecords(realMachine, placeIn(root)))

describe('a step of another dialect whose text is a list of actions', () => {
  it('is carried out without an agent, in its turn, and others are not', async () => {
    const steps = [
      stepOf('first'),
      written('second', [create('a.txt', 'a\n'), edit('a.txt', ['a', 'b']), execute('cat a.txt')], {
        dependsOn: ['first'],
      }),
      stepOf('third', { dependsOn: ['second'] }),
    ]
    const prompts: string[] = []
    const agent: Given['agent'] = ({ step, prompt }) => {
      prompts.push(`${step} ${prompt}`)
      expect(fs.existsSync(path('a.txt'))).toBe(step === 'third')
      return {}
    }
    expect((await run(steps, { agent })).status).toBe('completed')
    expect(prompts.map((prompt) => prompt.split(' ')[0])).toEqual(['first', 'third'])
    expect(prompts[1], 'what it printed is told to the next').toContain('EXECUTE cat a.txt: succeeded')
    expect(text('a.txt')).toBe('b\n')
    expect((await outcomes(steps)).map((one) => `${one.step} ${one.position} ${short(one)}`)).toEqual([
      'second 1 CREATE succeeded',
      'second 2 EDIT succeeded',
      'second 3 EXECUTE succeeded',
    ])
  })

  it('is checked when its turn comes, in the project as those before it left it', async () => {
    const agent = () => {
      fs.writeFileSync(path('a.txt'), 'made by the agent\n')
      return {}
    }
    const steps = [
      stepOf('first'),
      written('second', [edit('a.txt', ['agent', 'first step'])], { dependsOn: ['first'] }),
    ]
    expect((await run(steps, { agent })).status).toBe('completed')
    expect(text('a.txt')).toBe('made by the first step\n')
  })

  it('with a fault in it fails before any of it is carried out', async () => {
    const steps = [written('a', [execute('touch ran'), edit('gone.txt', ['a', 'b'])])]
    expect((await run(steps)).status).toBe('failed')
    expect(fs.existsSync(path('ran'))).toBe(false)
    const [first] = (await readPlanState(realMachine, placeIn(root))).steps.values()
    expect(first!.why).toContain('E_TEDDY_MISSING')
  })

  it('is proven by its commands, as any other', async () => {
    const steps = [written('a', [create('a.txt', 'a\n')], { verify: ['grep -q b a.txt'] })]
    expect((await run(steps)).status).toBe('failed')
    fs.writeFileSync(path('a.txt'), 'b\n')
    expect((await run(steps, { retryFailed: true })).status, 'its actions are not done again').toBe('completed')
  })

  it('that failed in the middle goes on where it failed', async () => {
    const steps = [
      written('a', [execute('echo 1 >> ran'), execute('echo 2 >> ran; test -e fixed'), execute('echo 3 >> ran')]),
    ]
    expect((await run(steps)).status).toBe('failed')
    expect((await outcomes(steps)).map(short)).toEqual(['EXECUTE succeeded', 'EXECUTE failed', 'EXECUTE skipped'])
    fs.writeFileSync(path('fixed'), '')
    expect((await run(steps, { retryFailed: true })).status).toBe('completed')
    expect(text('ran')).toBe('1\n2\n2\n3\n')
  })

  it('that touches what is protected waits for a yes of its own', async () => {
    const steps = [written('a', [create('b.txt', 'b\n'), create('.git/hooks/pre-commit', 'x\n')])]
    expect((await run(steps)).why).toContain('it waits for a yes of its own: .git/hooks/pre-commit')
    expect(fs.existsSync(path('b.txt'))).toBe(false)
    const approved = approvedOf(steps, { hasOwnYes: () => true })
    expect((await run(steps, { approved })).status).toBe('completed')
  })

  it('P5 cut off anywhere goes on behind what is done, and does nothing twice', async () => {
    const actions = [
      execute('echo 1 >> ran'),
      create('d/a.txt', 'a\n'),
      execute('echo 2 >> ran'),
      edit('d/a.txt', ['a', 'b']),
      execute('echo 3 >> ran'),
    ]
    const steps = [written('a', actions)]
    const decide = () => {
      // The action in flight is the one whose line comes next, or the last one that is there.
      const lines = fs.existsSync(path('ran')) ? text('ran').trimEnd().split('\n').length : 0
      return lines >= begun() ? ('keep' as const) : ('redo' as const)
    }
    const begun = (): number => {
      const log = fs.readFileSync(placeIn(root).active, 'utf8')
      return new Set([...log.matchAll(/"type":"process.started"[^\n]*?"action":(\d)/g)].map(([, action]) => action))
        .size
    }
    for (let dieAt = 3; ; dieAt += 17) {
      const { machine } = dyingMachine(dieAt)
      const isWhole = await untilDeath(run(steps, { machine }))
      if (!isWhole)
        expect((await run(steps, { resolutionOf: decide })).status, `cut off at call ${dieAt}`).toBe('completed')
      expect([text('ran'), text('d/a.txt')], `cut off at call ${dieAt}`).toEqual(['1\n2\n3\n', 'b\n'])
      if (isWhole) break
      root = fs.realpathSync(temporaryDirectory())
      await approveIn(realMachine, await makePlace(realMachine.files, placeIn(root)))
    }
  })

  it('in a directory of its own is carried out there, from the beginning each time', async () => {
    const apart = fs.realpathSync(temporaryDirectory())
    const steps = [written('a', [create('a.txt', 'a\n'), execute('cat a.txt > copy; test -e fixed')])]
    const around: Given['around'] = async (_step, _task, work) => {
      fs.rmSync(join(apart, 'a.txt'), { force: true })
      return work(apart)
    }
    expect((await run(steps, { around })).status).toBe('failed')
    fs.writeFileSync(join(apart, 'fixed'), '')
    expect((await run(steps, { around, retryFailed: true })).status).toBe('completed')
    expect(fs.readFileSync(join(apart, 'copy'), 'utf8')).toBe('a\n')
    expect(fs.existsSync(path('a.txt'))).toBe(false)
    expect(await statuses()).toEqual({ a: 'complete' })
  })

  it('what it did in a directory of its own is not done in the project', async () => {
    const apart = fs.realpathSync(temporaryDirectory())
    const steps = [written('a', [create('a.txt', 'a\n'), execute('test -e fixed')])]
    expect((await run(steps, { around: async (_step, _task, work) => work(apart) })).status).toBe('failed')
    fs.writeFileSync(path('fixed'), '')
    expect((await run(steps, { retryFailed: true })).status).toBe('completed')
    expect(text('a.txt')).toBe('a\n')
  })

  it('costs nothing, so that a limit for the cost does not end the run', async () => {
    const steps = [
      written('a', [execute('true')]),
      stepOf('b', { dependsOn: ['a'] }),
      stepOf('c', { dependsOn: ['b'] }),
    ]
    const usage = { cost: { amount: 1, currency: 'USD' } }
    expect((await run(steps, { agent: () => ({ usage }), maxCost: 5 })).status).toBe('completed')
  })
})
