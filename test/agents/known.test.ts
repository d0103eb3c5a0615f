import { expect, it } from 'vitest'
import { presets } from '../../src/agents/presets.ts'
import { knownAgents } from '../../src/rules/known-agents.ts'

it('an agent that needs no word in the configuration is known to the rules as well', () => {
  expect([...presets.keys()].filter((name) => !knownAgents.includes(name))).toEqual([])
})
