import { describe, expect, it } from 'vitest'
import { type AgentDefinition, definitionFaults } from '../../src/agents/definition.ts'
import { openAgent } from '../../src/agents/open-agent.ts'
import { presets } from '../../src/agents/presets.ts'
import { knownAgents } from '../../src/rules/known-agents.ts'
import { realMachine } from '../../src/store/machine/real.ts'

describe('a definition', () => {
  it.each<[Omit<AgentDefinition, 'name'>, RegExp[]]>([
    [{ kind: 'person' }, []],
    [{ kind: 'person', argv: ['x'] }, [/is a person and has a program/]],
    [{ kind: 'acp', argv: ['x', 'acp'] }, []],
    [{ kind: 'acp' }, [/has no program/]],
    [{ kind: 'acp', argv: ['x', '{prompt}'] }, [/needs no place for a prompt/]],
    [{ kind: 'acp', argv: ['x'], promptBy: 'stdin' }, [/needs no place for a prompt/]],
    [{ kind: 'command', argv: [' ', 'a\0'] }, [/names no program/, /holds a NUL/]],
    [{ kind: 'command', argv: ['{prompt}'] }, [/takes the prompt as its program/]],
    [{ kind: 'command', argv: ['x', '{prompt}'], promptBy: 'stdin' }, [/as an argument and on standard input/]],
    [{ kind: 'command', argv: ['x'], env: { set: new Map([['a=b', '']]) } }, [/holds `=`/]],
    [{ kind: 'command', argv: ['{prompt}', '{prompt}'], promptBy: 'stdin' }, [/its program/, /standard input/]],
  ])('%o has the faults %o', (definition, expected) => {
    const messages = definitionFaults({ name: 'x', ...definition }).map(({ message }) => message)
    expect(messages).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it('with a fault opens nothing', () => {
    const open = () => openAgent({ name: 'x', kind: 'command' }, { machine: realMachine })
    expect(open).toThrow('E_BAD_AGENT')
  })
})

describe('the presets', () => {
  it('have no faults, and open without starting anything', () => {
    for (const definition of presets.values()) {
      expect(definitionFaults(definition)).toEqual([])
      const agent = openAgent(definition, { machine: realMachine })
      expect(agent?.name).toBe(definition.kind === 'person' ? undefined : definition.name)
    }
  })

  it('know every agent that a plan may name without a word in the configuration', () => {
    expect(knownAgents.filter((name) => !presets.has(name))).toEqual([])
  })
})
