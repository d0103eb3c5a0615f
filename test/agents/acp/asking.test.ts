import { describe, expect, it } from 'vitest'
import { testAcpAgent, work } from '../support.ts'

describe('an agent that would act without asking', () => {
  it.each([
    // Claude Code, started by somebody who does not want to be asked.
    ['modes bypassPermissions default acceptEdits plan', 'default'],
    ['modes default acceptEdits plan', 'default'],
    // Codex, in both of its adapters.
    ['modes agent read-only workspace-write agent-full-access', 'read-only'],
    ['modes auto read-only full-access', 'read-only'],
    // Nothing is known of these, and a mode that can only read would do no work.
    ['modes build plan', 'build'],
    ['modes write read-only', 'write'],
    ['well', 'none'],
  ])('%s: works as %s', async (start, mode) => {
    expect(await work(testAcpAgent(start), 'mode')).toMatchObject({ status: 'done', text: mode })
  })

  it('and does not take the mode gets no step', async () => {
    const agent = testAcpAgent('modes! agent read-only agent-full-access')
    expect(await work(agent, 'mode')).toMatchObject({ status: 'failed', why: expect.stringContaining('not here') })
  })
})

describe('a tool that was used without asking', () => {
  it.each([
    ['execute', ['It used a tool without asking, though `execute` is not among the tools of this step']],
    ['edit', []],
    ['other', []],
  ])('%s is told when the step does not allow it', async (kind, told) => {
    const { status, updates } = await work(testAcpAgent(), `unasked ${kind}`)
    expect(status).toBe('done')
    const texts = updates.filter((update) => update.kind === 'told').map(({ text }) => text)
    expect(texts).toEqual(told.map((text) => expect.stringContaining(text)))
  })
})

describe('an agent that takes a no for the end of its turn', () => {
  it('is told what was refused, and goes on', async () => {
    const outcome = await work(testAcpAgent(), 'touchy')
    expect(outcome).toMatchObject({ status: 'done', usage: { inputTokens: 20, outputTokens: 2 } })
    expect(outcome.text).toMatch(/^no\nIt was told: It was refused to use a tool, "Use execute": .+\n.+ without it\.$/)
    expect(outcome.refusals).toHaveLength(1)
  })

  it('is not told for ever', async () => {
    const outcome = await work(testAcpAgent(), 'touchy always')
    expect(outcome).toMatchObject({ status: 'failed', why: expect.stringContaining('did not get its way') })
    expect(outcome.refusals).toHaveLength(6)
  })

  it('fails when it stops and nothing was refused', async () => {
    const outcome = await work(testAcpAgent(), 'touchy', { scope: { tools: ['execute'], mode: 'enforce' } })
    expect(outcome).toMatchObject({ status: 'failed', why: expect.stringContaining('nobody told it to') })
  })
})
