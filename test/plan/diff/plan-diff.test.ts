import { expect, test } from 'vitest'
import { planDiff } from '../../../src/plan/diff/plan-diff.ts'
import { textDiff } from '../../../src/plan/diff/text-diff.ts'
import type { Plan, Step } from '../../../src/plan/types.ts'

function plan(steps: readonly (Partial<Step> & { id: string })[], title = 'T', narrative = ''): Plan {
  const whole = steps.map((step) => ({ title: step.id, text: '', dependsOn: [], ...step }))
  return { key: 'k', dialect: 'agentflow', title, narrative, steps: whole }
}

test.each<[string, Plan, Plan, unknown]>([
  [
    'nothing',
    plan([{ id: 'a' }]),
    plan([{ id: 'a' }]),
    { added: [], removed: [], changed: [], narrativeChanged: false },
  ],
  [
    'a title and a narrative',
    plan([], 'A', 'x'),
    plan([], 'B', 'y'),
    { title: { from: 'A', to: 'B' }, narrativeChanged: true },
  ],
  [
    'steps that come and go',
    plan([{ id: 'a' }, { id: 'b' }]),
    plan([{ id: 'b' }, { id: 'c' }]),
    { added: ['c'], removed: ['a'], changed: [] },
  ],
  [
    'D56: fields and dependencies, also of `__proto__`',
    plan([{ id: '__proto__', dependsOn: ['a', 'b'], verify: ['x'] }]),
    plan([{ id: '__proto__', dependsOn: ['b', 'c'], agent: 'pi' }]),
    {
      changed: [
        { id: '__proto__', fields: ['dependsOn', 'agent', 'verify'], dependencies: { added: ['c'], removed: ['a'] } },
      ],
    },
  ],
  [
    'not the place of a step',
    plan([{ id: 'a', place: { file: 'x' } }]),
    plan([{ id: 'a', place: { file: 'y' } }]),
    { changed: [] },
  ],
])('what differs: %s', (_, before, after, expected) => {
  expect(planDiff(before, after)).toMatchObject(expected as object)
})

test('a text line by line, with the missing line end', () => {
  expect(textDiff('a\nb\nc\n', 'a\nB\nc')).toEqual({
    added: 2,
    removed: 2,
    hunks: [
      {
        from: 1,
        to: 1,
        lines: [
          { kind: 'same', text: 'a' },
          { kind: 'removed', text: 'b' },
          { kind: 'removed', text: 'c' },
          { kind: 'added', text: 'B' },
          { kind: 'added', text: 'c', isUnended: true },
        ],
      },
    ],
  })
})

test('what differs in too much is counted', () => {
  const lines = (start: number) => Array.from({ length: 5000 }, (_, at) => `${start}${at}`).join('\n')
  expect(textDiff(lines(1), lines(2), 100)).toEqual({ added: 5000, removed: 5000, hunks: undefined })
})
