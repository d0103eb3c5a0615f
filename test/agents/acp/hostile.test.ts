import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acpAgent } from '../../../src/agents/acp/agent.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { startChild } from '../../support/children.ts'
import { testAcpAgent, work } from '../support.ts'

describe('an agent that breaks off the conversation', () => {
  it.each([
    ['die', 'The program of the agent ended (exit code 3): out of luck'],
    ['orphan', 'The program of the agent ended (exit code 4).'],
    ['flood', 'The agent floods us'],
    ['line', 'The agent sent a message of more than 16777216 bytes.'],
    ['brackets', 'The agent sent a message of too many parts.'],
    ['rubbish', 'The agent sends what is not the Agent Client Protocol.'],
    ['again', 'The agent used the id of a request again'],
    ['waits', 'The agent asks too much at once.'],
  ])('%s: the step fails with a reason, and the next one gets a fresh process', async (prompt, why) => {
    const agent = testAcpAgent()
    writeFileSync(join(agent.cwd, 'large.txt'), 'x'.repeat(1_000_000))
    const scope = { tools: ['read', 'execute'], mode: 'enforce' } as const
    const outcome = await work(agent, prompt, { scope })
    expect(outcome).toMatchObject({ status: 'failed', why: expect.stringContaining(why), refusals: [] })
    expect(outcome.conversation).toMatch(/^session-/)
    expect(outcome.text.length).toBeLessThanOrEqual(64 * 1024)
    const before = new Set(agent.pids())
    expect(await work(agent, 'pause 1')).toMatchObject({ status: 'done' })
    expect(agent.pids().filter((pid) => !before.has(pid))).toHaveLength(1)
  })

  it('what was said until then is kept', async () => {
    expect(await work(testAcpAgent(), 'die')).toMatchObject({ status: 'failed', text: 'Half of it' })
  })

  it('takes every step on its process with it, each told the same reason', async () => {
    const agent = testAcpAgent()
    const outcomes = await Promise.all([work(agent, 'polite'), work(agent, 'polite'), work(agent, 'die')])
    expect(new Set(outcomes.map(({ why }) => why)).size).toBe(1)
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  })

  it('does so again and again, and nothing piles up', async () => {
    const agent = testAcpAgent()
    for (let round = 0; round < 12; round++) expect(await work(agent, 'die')).toMatchObject({ status: 'failed' })
    expect(new Set(agent.pids()).size).toBe(12)
  })
})

describe('an agent that never answers', () => {
  it('the start: the step fails in time', async () => {
    const outcome = await work(testAcpAgent('silent', { startMs: 700 }), 'well')
    expect(outcome).toMatchObject({
      status: 'failed',
      why: expect.stringContaining('did not answer within 0.7 seconds'),
    })
  })

  it('the wish for a session: the step fails in time, and the next one gets a fresh process', async () => {
    const agent = testAcpAgent('no-session', { startMs: 700 })
    for (const processes of [1, 2]) {
      expect(await work(agent, 'well')).toMatchObject({
        status: 'failed',
        why: expect.stringContaining('did not answer'),
      })
      expect(agent.pids()).toHaveLength(processes)
    }
  })

  it('the prompt: the step runs out of time', async () => {
    expect(await work(testAcpAgent(), 'deaf', { timeoutMs: 1000 })).toMatchObject({ status: 'timed_out' })
  })

  it('and asks without listening: it is not listened to either, until the time is up', async () => {
    const agent = testAcpAgent()
    writeFileSync(join(agent.cwd, 'large.txt'), 'x'.repeat(1_000_000))
    expect(await work(agent, 'greedy', { timeoutMs: 2000 })).toMatchObject({ status: 'timed_out' })
    expect(await work(agent, 'pause 1')).toMatchObject({ status: 'done' })
  })
})

describe('an agent that is odd but does its work', () => {
  it.each(['greeting', 'strange'])('%s', async (prompt) => {
    const agent = testAcpAgent()
    expect(await work(agent, prompt)).toMatchObject({ status: 'done', text: 'well' })
    expect(agent.pids()).toHaveLength(1)
  })
})

describe('an agent that cannot be used', () => {
  it('crashes at once: its error is told', async () => {
    const argv = [process.execPath, '-e', "throw new TypeError('no key')"]
    const agent = acpAgent({ name: 'test', kind: 'acp', argv }, { machine: realMachine })
    const task = {
      step: 'one',
      prompt: '',
      cwd: process.cwd(),
      signal: new AbortController().signal,
      onUpdate: () => {},
    }
    const outcome = await agent.work({ ...task, scope: { tools: [], mode: 'enforce' } })
    expect(outcome).toMatchObject({
      status: 'failed',
      why: expect.stringContaining('The program of the agent ended (exit code 1): TypeError: no key'),
    })
    await agent.close()
  })

  it('is not there', async () => {
    const agent = acpAgent({ name: 'test', kind: 'acp', argv: ['no-such-agent-here'] }, { machine: realMachine })
    const task = {
      step: 'one',
      prompt: '',
      cwd: process.cwd(),
      signal: new AbortController().signal,
      onUpdate: () => {},
    }
    const outcome = await agent.work({ ...task, scope: { tools: [], mode: 'enforce' } })
    expect(outcome).toMatchObject({ status: 'failed', why: expect.stringContaining('The program was not found') })
  })

  it.each([
    ['other-version', 'The agent speaks version 7 of the protocol, and we version 1.'],
    ['login', 'The agent wants a login first.'],
  ])('%s', async (start, why) => {
    expect(await work(testAcpAgent(start), 'well')).toMatchObject({
      status: 'failed',
      why: expect.stringContaining(why),
    })
  })

  it('gives two steps the same session', async () => {
    const agent = testAcpAgent('same-session')
    const [first, second] = await Promise.all([work(agent, 'pause 300'), work(agent, 'pause 300')])
    expect([first, second].map(({ status }) => status).sort()).toEqual(['done', 'failed'])
  })
})

it.each(['flood', 'line', 'brackets', 'greedy', 'rubbish'])('%s never costs us more than 300 MB', async (prompt) => {
  const child = startChild('flooded', { prompt })
  const megabytes = Number((await child.line('megabytes')).split(' ')[1])
  expect(await child.ended).toMatchObject({ code: 0, errors: '' })
  expect(megabytes).toBeGreaterThan(10)
  expect(megabytes).toBeLessThan(300)
})
