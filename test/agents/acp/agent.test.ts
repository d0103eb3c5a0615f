import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../../process/programs.ts'
import { testAcpAgent, work } from '../support.ts'

describe('a well-behaved agent', () => {
  it('does a step, and everything it tells comes through', async () => {
    const agent = testAcpAgent()
    writeFileSync(join(agent.cwd, 'notes.txt'), 'some notes')
    expect(agent.version()).toBeUndefined()
    const { updates, ...outcome } = await work(agent, 'well')
    expect(outcome).toEqual({
      status: 'done',
      text: 'I look at the file.\nThen I write.\nPermission: selected.',
      conversation: `session-${agent.pids()[0]}-1`,
      usage: { inputTokens: 812, outputTokens: 96, cost: { amount: 0.25, currency: 'USD' } },
      refusals: [],
    })
    expect(updates).toEqual([
      { kind: 'said', text: 'I look at the file.' },
      { kind: 'said', text: 'Then I write.' },
      { kind: 'tool', text: 'Change out.txt' },
      { kind: 'said', text: 'Permission: selected.' },
    ])
    expect(readFileSync(join(agent.cwd, 'deep/er/out.txt'), 'utf8')).toBe('SOME NOTES')
    expect(agent.version()).toBe('1.2.3')
  })

  it('serves one step after the other with one process, each with a conversation of its own', async () => {
    const agent = testAcpAgent()
    const outcomes = [await work(agent, 'pause 1'), await work(agent, 'pause 1'), await work(agent, 'pause 1')]
    expect(agent.pids()).toHaveLength(1)
    expect(new Set(outcomes.map(({ conversation }) => conversation)).size).toBe(3)
  })

  it('serves several steps at the same time', async () => {
    const agent = testAcpAgent()
    // Each of the four ends only when it is cancelled, and that is after the fifth has come to its end.
    const controllers = Array.from({ length: 4 }, () => new AbortController())
    const steps = controllers.map(({ signal }) => work(agent, 'polite', { signal }))
    expect(await work(agent, 'pause 100')).toMatchObject({ status: 'done' })
    for (const controller of controllers) controller.abort()
    const outcomes = await Promise.all(steps)
    expect(outcomes.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(4).fill('cancelled I begin. I stop.'))
    expect(agent.pids()).toHaveLength(1)
  })

  it('does a hundred steps, four at once, on one process', async () => {
    const agent = testAcpAgent()
    const statuses: string[] = []
    let atOnce = 0
    let most = 0
    const worker = async (): Promise<void> => {
      while (statuses.length + atOnce < 100) {
        most = Math.max(most, ++atOnce)
        const { status, text, why = text } = await work(agent, 'pause 200')
        atOnce--
        statuses.push(`${status} ${why}`)
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
    expect(most).toBe(4)
    expect(statuses).toEqual(Array(100).fill('done rested'))
    expect(agent.pids()).toHaveLength(1)
  })
})

describe('an end of a turn that is no end of the work', () => {
  it.each([
    ['max_tokens', /tokens/],
    ['max_turn_requests', /as often/],
    ['refusal', /refused/],
    ['cancelled', /nobody told/],
  ])('%s', async (reason, why) => {
    const outcome = await work(testAcpAgent(), `stop ${reason}`)
    expect(outcome).toMatchObject({ status: 'failed', why: expect.stringMatching(why) })
  })

  it.each([
    ['error', 'The agent answered with an error: the model is away'],
    ['details', 'Internal error: the program behind it exited with code 1'],
    ['nonsense', 'for a reason that is not known: "whatever"'],
  ])('%s', async (prompt, why) => {
    expect(await work(testAcpAgent(), prompt)).toMatchObject({ status: 'failed', why: expect.stringContaining(why) })
  })
})

describe('a step that is stopped', () => {
  it('is cancelled, and what was said until then is kept', async () => {
    const agent = testAcpAgent()
    const controller = new AbortController()
    const step = work(agent, 'polite', { signal: controller.signal })
    await work(agent, 'pause 100')
    controller.abort()
    expect(await step).toMatchObject({ status: 'cancelled', text: 'I begin. I stop.', why: 'It was cancelled.' })
    expect(await work(agent, 'pause 1')).toMatchObject({ status: 'done' })
    expect(agent.pids()).toHaveLength(1)
  })

  it('runs out of time', async () => {
    const outcome = await work(testAcpAgent(), 'polite', { timeoutMs: 1500 })
    expect(outcome).toMatchObject({ status: 'timed_out', why: 'It was not done within 1.5 seconds.' })
  })

  it('is granted nothing any more', async () => {
    const agent = testAcpAgent()
    const outcome = await work(agent, 'late', { timeoutMs: 1500 })
    expect(outcome).toMatchObject({ status: 'timed_out', text: expect.stringContaining('The step is over.') })
    expect(existsSync(join(agent.cwd, 'late.txt'))).toBe(false)
  })

  it('C42 costs a deaf agent its process, and the next step gets a fresh one', async () => {
    const agent = testAcpAgent()
    const other = work(agent, 'polite', { step: 'other' })
    expect(await work(agent, 'deaf', { timeoutMs: 1500 })).toMatchObject({
      status: 'timed_out',
      text: 'I do not listen.',
    })
    expect(await other).toMatchObject({ status: 'failed', why: expect.stringContaining('did not stop step one') })
    expect(await work(agent, 'pause 1')).toMatchObject({ status: 'done' })
    expect(agent.pids()).toHaveLength(2)
  })

  it('before it begins starts nothing', async () => {
    const agent = testAcpAgent()
    expect(await work(agent, 'well', { signal: AbortSignal.abort() })).toMatchObject({ status: 'cancelled' })
    expect(agent.pids()).toEqual([])
  })

  it('while the session is being opened leaves no session behind', async () => {
    const agent = testAcpAgent('slow-session')
    expect(await work(agent, 'pause 1')).toMatchObject({ status: 'done' })
    expect(await work(agent, 'pause 1', { timeoutMs: 100 })).toMatchObject({ status: 'timed_out' })
    expect(await work(agent, 'pause 1')).toMatchObject({ status: 'done' })
    expect(agent.pids()).toHaveLength(1)
  })

  it('by the caller, whose own code throws, fails and harms nobody else', async () => {
    const agent = testAcpAgent()
    const other = work(agent, 'pause 300')
    const onUpdate = (): void => {
      throw new Error('mine')
    }
    expect(await work(agent, 'well', { onUpdate })).toMatchObject({ status: 'failed' })
    expect(await other).toMatchObject({ status: 'done' })
  })
})

describe('closing', () => {
  it('ends the process and every step on it', async () => {
    const agent = testAcpAgent()
    const step = work(agent, 'polite')
    await until(() => agent.pids().length === 1)
    await agent.close()
    expect(await step).toMatchObject({ status: 'failed', why: expect.stringContaining('The agent was closed.') })
  })

  it('ends a process that has not answered yet', async () => {
    const agent = testAcpAgent('silent')
    const step = work(agent, 'well')
    await until(() => agent.pids().length === 1)
    await agent.close()
    expect(await step).toMatchObject({ status: 'failed', why: expect.stringContaining('The agent was closed.') })
  })

  it('of an agent that was never used does nothing', async () => {
    await testAcpAgent().close()
  })
})
