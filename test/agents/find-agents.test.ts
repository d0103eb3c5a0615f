import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { findAgents } from '../../src/agents/find-agents.ts'
import { testAgent } from '../../src/agents/test-agent.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testAcpAgent } from './support.ts'

function program(path: string, mode = 0o755): void {
  writeFileSync(path, '#!/bin/sh\ntouch ran\n')
  chmodSync(path, mode)
}

it('finds the agents on the PATH without running them', async () => {
  const [first, second] = [temporaryDirectory(), temporaryDirectory()]
  program(join(second, 'goose'))
  program(join(first, 'codex-acp'), 0o644)
  program(join(second, 'codex-acp'))
  program(join(first, 'real-gemini'))
  symlinkSync(join(first, 'real-gemini'), join(second, 'gemini'))
  symlinkSync(join(first, 'nothing'), join(first, 'opencode'))
  mkdirSync(join(first, 'pi'))
  const found = await findAgents(realMachine, {
    PATH: ['', '.', 'relative', '/no/such', first, second].join(delimiter),
  })
  expect(found.map(({ definition, program }) => [definition.name, program])).toEqual([
    ['codex', join(second, 'codex-acp')],
    ['gemini', join(second, 'gemini')],
    ['goose', join(second, 'goose')],
  ])
})

it('finds nothing without a PATH', async () => {
  expect(await findAgents(realMachine, {})).toEqual([])
})

it('tests an agent with one question', async () => {
  const agent = testAcpAgent()
  const good = await testAgent(agent, { machine: realMachine, cwd: agent.cwd })
  expect(good).toEqual({ ok: true, version: '1.2.3', durationMs: expect.any(Number), text: 'rested' })
})

it('tells why an agent did not pass its test', async () => {
  const agent = testAcpAgent('login')
  const bad = await testAgent(agent, { machine: realMachine, cwd: agent.cwd })
  expect(bad).toMatchObject({ ok: false, why: expect.stringContaining('login'), version: '1.2.3' })
})
