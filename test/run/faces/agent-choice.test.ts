import { describe, expect, test } from 'vitest'
import type { Step } from '../../../src/plan/types.ts'
import { agentTable, chooseAgents, openAgents } from '../../../src/run/agent-choice.ts'
import { realMachine } from '../../../src/store/machine/real.ts'

const step = (id: string, agent?: string): Step => ({
  id,
  title: id,
  text: '',
  dependsOn: [],
  ...(agent === undefined ? {} : { agent }),
})

const table = agentTable(new Map([['mine', { kind: 'command', argv: ['mine'], pass: ['KEY'], env: { A: '1' } }]]), {
  pass: ['COMMON'],
  set: new Map([
    ['A', '0'],
    ['B', '2'],
  ]),
})

const chosen = (steps: readonly Step[], installed: readonly string[], preferred?: string) => {
  const { byStep, faults } = chooseAgents(steps, { table, installed: new Set(installed), preferred })
  return {
    agents: Object.fromEntries([...byStep].map(([id, { name }]) => [id, name])),
    faults: faults.map(({ code, message }) => `${code} ${message}`),
  }
}

describe('who does which step', () => {
  test('the step names its agent, else the one that is preferred, else the only one there is', () => {
    const steps = [step('a', 'codex'), step('b'), step('c', 'person')]
    expect(chosen(steps, ['codex', 'mine'], 'mine').agents).toEqual({ a: 'codex', b: 'mine', c: 'person' })
    expect(chosen(steps, ['codex']).agents).toEqual({ a: 'codex', b: 'codex', c: 'person' })
  })

  test.each([
    [[], undefined, 'No agent is named, and none of those that are known is installed.'],
    [['codex', 'mine'], undefined, 'No agent is named, and several are installed.'],
    [['codex'], 'mine', 'The program of the agent "mine" is not installed.'],
    [['codex'], 'minne', 'There is no agent "minne".'],
    [['codex'], 'person', 'A person cannot stand in for every step that names no agent.'],
  ])('installed %j, preferred %j: %s', (installed, preferred, message) => {
    expect(chosen([step('a'), step('b')], installed, preferred)).toEqual({
      agents: {},
      faults: [`E_NO_AGENT ${message}`],
    })
  })

  test('all that is missing is told at once, each name once', () => {
    const { faults } = chosen([step('a', 'x'), step('b', 'x'), step('c', 'codex'), step('d')], [])
    expect(faults).toHaveLength(3)
  })

  test('what is said of one agent wins over what is said of all programs', () => {
    const { env } = table.get('mine')!
    expect(env?.pass).toEqual(['COMMON', 'KEY'])
    expect([...(env?.set ?? [])]).toEqual([
      ['A', '1'],
      ['B', '2'],
    ])
  })

  test('with a fault nothing is opened; a step without an agent fails by a fault', () => {
    const options = { machine: realMachine, cwd: '/', timeoutMs: 1 }
    const none = chooseAgents([step('a')], { table, installed: new Set() })
    expect(() => openAgents(none, options)).toThrow('E_NO_AGENT')
    const some = openAgents(chooseAgents([step('a')], { table, installed: new Set(['mine']) }), options)
    expect(some.agentFor(step('a')).name).toBe('mine')
    expect(() => some.agentFor(step('z'))).toThrow('E_NO_AGENT')
  })
})
