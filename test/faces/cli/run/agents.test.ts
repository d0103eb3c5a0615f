import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listAgents } from '../../../../src/faces/cli/steadplan/run/agents.ts'
import { tryAgent } from '../../../../src/faces/cli/steadplan/run/try-agent.ts'
import { PlanPerson } from '../plan-person.ts'

function personWithAgent(settings: object = {}): PlanPerson {
  const person = new PlanPerson()
  const argv = [process.execPath, resolve('examples/agent/agent.mjs')]
  person.configure({
    agents: {
      define: { mine: { kind: 'acp', argv }, gone: { kind: 'command', argv: ['gone-from-here'] } },
      ...settings,
    },
  })
  return person
}

describe('steadplan agents', () => {
  test('lists what is known, what is there, and the one that is used', async () => {
    const person = personWithAgent()
    expect(await listAgents(person.terminal, person.context, {})).toBe(0)
    expect(person.out).toMatch(new RegExp(`^\\* mine +acp, yours +${process.execPath}$`, 'm'))
    expect(person.out).toMatch(/^ {2}gone +command, yours +not installed$/m)
    expect(person.out).toMatch(/^ {2}claude-code +acp +not installed$/m)
    expect(person.out).toMatch(/^ {2}person +person +you$/m)
  })

  test('says the same to programs, and why there is none to use', async () => {
    const person = personWithAgent({ default: 'gone' })
    await listAgents(person.terminal, person.context, { json: true })
    expect(person.json).toMatchObject({ why: 'The program of the agent "gone" is not installed.' })
    expect((person.json.agents as { name: string }[]).map(({ name }) => name)).toContain('mine')
  })

  test('what a project defines is not obeyed before somebody trusts it', async () => {
    const person = new PlanPerson()
    const argv = [process.execPath, join(person.root, 'evil.mjs')]
    person.write('steadplan.json', JSON.stringify({ agents: { define: { evil: { kind: 'command', argv } } } }))
    await listAgents(person.terminal, person.context, {})
    expect(person.err).toContain('E_UNTRUSTED')
    expect(person.out).not.toContain('evil')
  })
})

describe('steadplan agents test', () => {
  test('shows what is run, asks, and tells what came of it', async () => {
    const person = personWithAgent()
    expect(await tryAgent(person.terminal, person.context, 'mine', {})).toBe(1)
    expect(person.questions).toHaveLength(1)
    person.answers = ['y']
    expect(await tryAgent(person.hush().terminal, person.context, 'mine', {})).toBe(0)
    expect(person.err).toContain('agent.mjs')
    expect(person.out).toMatch(/^mine 1\.0\.0 answers after .+: ready\n$/)
  })

  test('for programs', async () => {
    const person = personWithAgent()
    expect(await tryAgent(person.terminal, person.context, 'mine', { json: true })).toBe(0)
    expect(person.json).toMatchObject({ name: 'mine', ok: true, version: '1.0.0' })
  })

  test('one that is not there is named with what is meant', async () => {
    const person = personWithAgent()
    await expect(tryAgent(person.terminal, person.context, 'mnie', {})).rejects.toMatchObject({ code: 'E_NO_AGENT' })
    await expect(tryAgent(person.terminal, person.context, 'person', {})).rejects.toMatchObject({ code: 'E_NO_AGENT' })
  })
})
