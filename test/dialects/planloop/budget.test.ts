import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitTask } from '../../../src/dialects/planloop/budget.ts'
import type { Task } from '../../../src/dialects/planloop/task.ts'
import { seed } from '../../support/random.ts'

const task: Task = {
  id: 7,
  title: 'Add the login endpoint',
  type: 'feature',
  status: 'TODO',
  dependencies: [2, 3],
  context_hints: ['Read the section "Login" in `spec.md`.', 'Follow `src/api/users.ts`.'],
  relevant_file_paths: ['spec.md', 'src/api/users.ts'],
  verify: ['npm test'],
  notes: 'The last one began with the form.',
}
const results = [
  { id: 2, title: 'Add the table', result: `It is called users. ${'More about it. '.repeat(40)}` },
  { id: 3, title: 'Add the hash', result: 'It is argon2.' },
]

describe('a task is fitted into a budget', () => {
  it('whole where there is room', () => {
    expect(fitTask(task, results, 1000)).toEqual({ task, results, leftOut: [] })
  })

  it('whole without a number, with results that do not grow without end', () => {
    expect(fitTask(task, results)).toEqual({ task, results, leftOut: [] })
    const many = Array.from({ length: 200 }, (_, id) => ({ id, title: 't', result: 'x'.repeat(20_000) }))
    const long = { ...task, notes: 'y'.repeat(20_000) }
    const fitted = fitTask(long, many)
    expect(fitted.task).toEqual(long)
    expect(JSON.stringify(fitted.results).length).toBeLessThan(20_000)
    expect(fitted.leftOut).toHaveLength(200)
  })

  it('results of others are shortened first, then its notes, its paths, and its hints last', () => {
    const [some, less, least] = [140, 80, 45].map((tokens) => fitTask(task, results, tokens))
    expect(some!.task).toEqual(task)
    expect(some!.results[0]!.result).toMatch(/^It is called users\. .*…$/)
    expect(some!.leftOut[0]).toMatch(/^\d+ of 620 characters of the result of task 2$/)
    expect(less!.task).toEqual(task)
    expect(less!.results).toEqual([results[1]])
    expect(less!.leftOut).toEqual(['the result of task 2'])
    expect(least!.task.context_hints).toEqual([task.context_hints[0]])
    expect(least!.leftOut).toEqual([
      '1 of 2 context_hints',
      '1 of 2 relevant_file_paths',
      'notes',
      'the result of task 2',
      'the result of task 3',
    ])
  })

  it('what it is and how it is proven is never left out', () => {
    const { task: bare } = fitTask(task, results, 1)
    const { id, title, type, status, dependencies, verify } = task
    expect(bare).toEqual({
      id,
      title,
      type,
      status,
      dependencies,
      context_hints: [],
      relevant_file_paths: [],
      verify,
    })
  })

  it(`is never larger than the budget by more than what is always told, and says when it left anything out (seed ${seed})`, () => {
    const bare = JSON.stringify(fitTask({ ...task, notes: '' }, [], 1).task).length
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 200 }), { maxLength: 20 }),
        fc.array(fc.string({ maxLength: 900 }), { maxLength: 5 }),
        fc.string({ maxLength: 900 }),
        fc.integer({ min: 1, max: 800 }),
        (hints, texts, notes, tokens) => {
          const whole = { ...task, context_hints: hints, notes }
          const of = texts.map((result, at) => ({ id: at, title: 't', result }))
          const fitted = fitTask(whole, of, tokens)
          const size = JSON.stringify(fitted.task).length + JSON.stringify(fitted.results).length
          expect(size).toBeLessThanOrEqual(Math.max(tokens * 4, bare) + 100)
          const isWhole = JSON.stringify([fitted.task, fitted.results]) === JSON.stringify([whole, of])
          expect(fitted.leftOut.length === 0).toBe(isWhole)
        },
      ),
      { seed, numRuns: 300 },
    )
  })
})
