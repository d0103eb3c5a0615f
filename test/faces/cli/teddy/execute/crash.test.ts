import { describe, expect, it } from 'vitest'
import { movePlan, moveStep } from '../../../../../src/plan/decisions.ts'
import type { PlanRecord } from '../../../../../src/plan/records.ts'
import type { PlanState } from '../../../../../src/plan/state.ts'
import { realMachine } from '../../../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../../../src/store/plan-log.ts'
import { openPlaceOf } from '../../../../../src/store/plans/found-plan.ts'
import { teddyPlan } from '../../../../../src/store/plans/teddy-plan.ts'
import { readMemos } from '../../../../../src/store/teddy/memos.ts'
import { dyingMachine, untilDeath } from '../../../../run/actions/dying-machine.ts'
import { isLong } from '../../../../support/long.ts'
import { create, edit, execute, planOf } from '../../action-plans/plan-text.ts'
import { codesIn, Executor } from './executor.ts'

const memos = '## Memos\n````\n[+] The build is slow.\n````\n\n## Action Plan'
const plan = planOf(
  create('.git/new.txt', 'new\n'),
  execute('touch refused'),
  edit('b.txt', 'b', 'c'),
  execute('echo x >> count'),
).replace('## Action Plan', memos)

describe('C36: cut off at any call to the disk', () => {
  /** A plan from a pipe, so that keeping it is cut off as well. */
  function someone(): Executor {
    const ann = new Executor({ 'b.txt': 'b\n' })
    ann.stdin = plan
    return ann
  }
  const answer = (shown: string): string => (/.*Action (\d) of 4\n/s.exec(shown)?.[1] === '2' ? 'n' : 'y')
  const says = Array(4).fill(answer)

  it('what got a no never runs, what is done is not done again, and the next command goes on', async () => {
    const whole = dyingMachine(Number.POSITIVE_INFINITY)
    const first = someone()
    first.machine = whole.machine
    expect((await first.execute('-', {}, says)).code).toBe(0)
    const calls = whole.calls()
    expect(calls).toBeGreaterThan(100)
    const step = isLong ? 1 : Math.ceil(calls / 24)
    for (let at = 1; at < calls; at += step) {
      const ann = someone()
      ann.machine = dyingMachine(at).machine
      await untilDeath(ann.execute('-', {}, says))
      ann.machine = realMachine
      // An agent can go on with what has its yes, and with nothing else.
      ann.env = { CLAUDECODE: '1' }
      const { code } = await ann.execute('-', { interrupted: 'keep' })
      expect([at, code === 0 || code === 1, ann.has('refused')]).toEqual([at, true, false])
      ann.env = { USER: 'ann' }
      const last = await ann.execute('-', { interrupted: 'keep' }, says)
      // Nothing, the yes of its own that one of them needs, all but what was left out already, or all.
      expect([at, last.code, [0, 1, 3, 4].includes(ann.questions.length)]).toEqual([at, 0, true])
      expect([at, ann.has('refused'), ann.read('b.txt'), ann.read('.git/new.txt')]).toEqual([at, false, 'c\n', 'new\n'])
      expect([at, ann.has('count') ? ann.read('count') : 'x\n']).toEqual([at, 'x\n'])
      expect([at, await readMemos(realMachine, ann.place)]).toEqual([at, ['The build is slow.']])
    }
  })
})

describe('C40: cut off at any call to the disk, while all changes are kept together and put back', () => {
  it('the next command puts back what is left, tries again, and every file is as it was', async () => {
    const failing = planOf(
      create('new/a.txt', 'a\n'),
      edit('b.txt', 'b', 'c'),
      edit('new/a.txt', 'a', 'z'),
      execute('false'),
      // While files are put back, this one finds nothing.
      edit('b.txt', 'c', 'd'),
    )
    const options = { yes: true, atomic: true, interrupted: 'redo' } as const
    const someone = () => new Executor({ 'b.txt': 'b\n', 'plan.md': failing })
    const whole = dyingMachine(Number.POSITIVE_INFINITY)
    const first = someone()
    first.machine = whole.machine
    expect((await first.execute('plan.md', options)).code).toBe(1)
    const calls = whole.calls()
    const step = isLong ? 1 : Math.ceil(calls / 24)
    for (let at = 1; at < calls; at += step) {
      const ann = someone()
      ann.machine = dyingMachine(at).machine
      await untilDeath(ann.execute('plan.md', options))
      ann.machine = realMachine
      const { code, out } = await ann.execute('plan.md', options)
      expect([at, code, /\*\*failed\*\*: action 4 failed/.test(out)]).toEqual([at, 1, true])
      expect([at, ann.read('b.txt'), ann.has('new')]).toEqual([at, 'b\n', false])
    }
  })
})

describe('C36: a command that was in flight', () => {
  const counting = planOf(create('a.txt', 'a\n'), execute('echo x >> count'), create('b.txt', 'b\n'))

  /** As it is left by an executor that died while the command ran. */
  async function cutOff(): Promise<Executor> {
    const ann = new Executor({ 'plan.md': counting })
    await ann.execute('plan.md', { yes: true, only: [1] })
    const place = await openPlaceOf(realMachine, teddyPlan(ann.place.workspace, 'plan.md', 1 << 20))
    const log = await openPlanLog(realMachine, place, { lockWaitMs: 5000, command: 'test' })
    const ids = [...(await log.read()).state.approval!.steps.keys()]
    const say = (records: (state: PlanState) => readonly PlanRecord[]) =>
      log.decide((state) => ({ records: records(state), answer: undefined }))
    const process = { ...realMachine.self(), start: 'long ago' }
    await say((state) => movePlan(state, 'resume', { by: 'ann' }))
    await say((state) => moveStep(state, ids[1]!, 'in_progress', 'ann'))
    await say(() => [{ type: 'process.started', step: ids[1]!, action: 2, process }])
    ann.write('count', 'x\n')
    return ann
  }

  it('where nobody can be asked: refused, with the command to use', async () => {
    const ann = await cutOff()
    ann.isInteractive = false
    const said = await ann.execute('plan.md', { yes: true })
    expect([said.code, codesIn(said)]).toEqual([1, ['E_INTERRUPTED']])
    expect(said.err).toContain(
      '1 of 3 actions done before\nInterrupted: 2 EXECUTE echo x >> count (its command had begun)\n',
    )
    expect(said.err.replace(/\s+/g, ' ')).toContain(
      '`teddy execute plan.md` with one of --interrupted keep, --interrupted redo',
    )
  })

  it.each([
    ['k', 'keep', 'x\n', 0, 'succeeded'],
    ['r', 'redo', 'x\nx\n', 0, 'succeeded'],
    ['s', 'skip', 'x\n', 0, 'skipped'],
    ['f', 'fail', 'x\n', 1, 'failed'],
  ] as const)('%s at the terminal, or --interrupted %s', async (key, interrupted, count, code, state) => {
    for (const way of ['terminal', 'flag']) {
      const ann = await cutOff()
      const options = way === 'flag' ? { interrupted, yes: true } : {}
      const answers = [key, ...(interrupted === 'redo' ? ['y', 'y'] : ['y'])]
      const { code: ended, out } = await ann.execute('plan.md', options, way === 'flag' ? [] : answers)
      expect([way, ended, ann.read('count')]).toEqual([way, code, count])
      expect(out).toMatch(new RegExp(`\\| 2 \\| \`EXECUTE echo x >> count\` \\| ${state}`))
      expect(ann.has('b.txt')).toBe(code === 0)
    }
  })

  it('whoever does not answer leaves it as it is', async () => {
    const ann = await cutOff()
    const { code } = await ann.execute('plan.md', {}, ['what', '', 'k'])
    expect([code, ann.read('count'), ann.has('b.txt')]).toEqual([1, 'x\n', false])
  })

  it('--dry-run says so, and decides nothing', async () => {
    const ann = await cutOff()
    const { code, err, out } = await ann.execute('plan.md', { dryRun: true })
    expect([code, err.includes('Interrupted: 2 EXECUTE'), ann.questions]).toEqual([0, true, []])
    expect(out).toContain('1 action would be carried out')
  })
})
