import { describe, expect, test } from 'vitest'
import { runCommandOf } from '../../../src/faces/cli/steadplan/run/run.ts'
import type { Step } from '../../../src/plan/types.ts'
import { dryRunOf } from '../../../src/run/dry-run.ts'
import { PlanPerson } from '../../faces/cli/plan-person.ts'
import { personWithScript, task } from '../../faces/cli/run/scripted.ts'

const planOf = (...steps: (Partial<Step> & { id: string })[]) =>
  ({
    key: 'k',
    dialect: 'agentflow',
    title: 'T',
    narrative: '',
    steps: steps.map((step) => ({ title: step.id, text: '', dependsOn: [], ...step })),
  }) as const

describe('what a run would do', () => {
  test('only what is left, in waves, with what does not run beside what', () => {
    const plan = planOf(
      { id: 'a' },
      { id: 'b', dependsOn: ['a'], files: ['src/x.ts'] },
      { id: 'c', dependsOn: ['a'], files: ['src/'], approval: 'user' },
      { id: 'd', dependsOn: ['b', 'nowhere'] },
    )
    const would = dryRunOf(plan, (id) => (id === 'a' ? 'complete' : 'pending'), new Map())
    expect(would.waves.map((wave) => wave.map(({ id }) => id))).toEqual([['b', 'c']])
    expect(would.waves[0]).toMatchObject([
      { notBeside: ['c'] },
      { notBeside: ['b'], asks: 'it waits for a yes of its own' },
    ])
    expect(would.neverStart).toEqual(['d'])
  })

  test('runs nothing, needs no approval, and says what is missing', async () => {
    const person = new PlanPerson()
    expect(await runCommandOf(person.terminal, person.context, 'login', { dryRun: true })).toBe(0)
    expect(person.out).toContain('    verify: npm test -- db\n')
    expect(person.out).toContain('The longest chain: schema, handlers\n')
    expect(person.out).toContain('Missing: Nobody has approved the plan yet.\n')
    expect(person.out).toContain('Missing: The program of the agent "claude-code" is not installed.\n')
  })

  test('with nothing missing it says nothing of it', async () => {
    const person = await personWithScript({ 'tasks/01-a.md': task('id: a\nverify:\n  - make test') })
    await runCommandOf(person.terminal, person.context, 'login', { dryRun: true, json: true })
    expect(person.json).toMatchObject({
      type: 'dry-run',
      missing: [],
      waves: [[{ id: 'a', agent: 'scripted', verify: ['make test'] }]],
    })
  })
})
