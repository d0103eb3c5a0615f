import { describe, expect, it } from 'vitest'
import type { StatusAnswer } from '../../../src/dialects/planloop/status-answer.ts'
import { raiseSignal } from '../../../src/run/planloop/alert.ts'
import { syncStatus } from '../../../src/run/planloop/status.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { loopWith, startLoop, task } from './session-kit.ts'

/** `now.reason`, `session.id` …, in the order in which they stand. */
function keysOf(value: object, above = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? keysOf(inner, `${above}${key}.`)
      : [`${above}${key}`],
  )
}

const task7 = ['id', 'title', 'type', 'status', 'dependencies', 'context_hints', 'relevant_file_paths']

/** What the contract shows, and after the bar what stands beside it. */
const contract: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  sync_instructions: [
    ['now.reason', 'now.agent_instructions', 'now.instructions_content', 'session.id', 'session.goal'],
    ['session.version', 'next_command'],
  ],
  ready_for_task: [
    [
      'now.reason',
      'now.agent_instructions',
      ...task7.map((key) => `now.current_task.${key}`),
      'plan.tasks',
      'session.id',
      'session.goal',
    ],
    ['session.version', 'ready', 'next_command'],
  ],
  waiting_on_signal: [
    [
      'now.reason',
      'now.agent_instructions',
      'now.message',
      'signal.id',
      'signal.task_id',
      'signal.level',
      'signal.message',
      'session.id',
    ],
    ['session.version', 'next_command'],
  ],
  plan_completed: [
    ['now.reason', 'now.agent_instructions', 'now.message', 'session.id'],
    ['session.version', 'next_command'],
  ],
}

function holdsContract(answer: StatusAnswer): void {
  const [first, beside] = contract[answer.now.reason]!
  const keys = keysOf(answer)
  expect(keys.filter((key) => !beside.includes(key))).toEqual(first)
  expect(keys.filter((key) => beside.includes(key))).toEqual(beside)
}

describe('the answers of status have the keys of the contract, in its order', () => {
  it('A: time to sync', async () => {
    const { place } = await startLoop()
    holdsContract(await syncStatus(realMachine, place, 'text'))
  })

  it('B: a task is ready, and the list holds whole tasks', async () => {
    const loop = await loopWith([task('Add one part')])
    const answer = await loop.status()
    holdsContract(answer)
    const tasks = 'plan' in answer ? answer.plan!.tasks : []
    for (const one of tasks) expect(Object.keys(one)).toEqual(task7)
  })

  it('C: a signal blocks', async () => {
    const loop = await loopWith([task('Add one part')])
    await raiseSignal(await loop.open(), { id: 'test_failure', task_id: 2, level: 'blocker', message: 'Tests failed' })
    holdsContract(await loop.status())
  })

  it('D: the plan is complete', async () => {
    const loop = await loopWith([])
    holdsContract(await loop.status())
  })

  it('what nobody can work on is blocked, at most twenty by name', async () => {
    const loop = await loopWith([
      task('Wait for a while'),
      ...Array.from({ length: 30 }, (_, n) => task(`Write part ${n}`, { dependencies: [2] })),
    ])
    await loop.status({ agent: 'a' })
    const answer = await loop.status({ agent: 'b' })
    expect(keysOf(answer)).toEqual([
      'now.reason',
      'now.agent_instructions',
      'now.message',
      'blocked',
      'blocked_count',
      'session.id',
      'session.goal',
      'session.version',
      'next_command',
    ])
    expect(answer).toMatchObject({ blocked_count: 31 })
    const blocked = 'blocked' in answer ? answer.blocked : []
    expect(blocked).toHaveLength(20)
    for (const one of blocked) expect(Object.keys(one)).toEqual(['id', 'title', 'waiting_for', 'why'])
  })

  it('an answer is as long at 2,000 tasks as at 20', async () => {
    const sizes = []
    for (const count of [20, 2000]) {
      const loop = await loopWith(Array.from({ length: count }, (_, n) => task(`Write part ${n}`)))
      sizes.push(JSON.stringify(await loop.status({ compact: true })).length)
    }
    expect(Math.abs(sizes[0]! - sizes[1]!)).toBeLessThan(20)
  })
})
