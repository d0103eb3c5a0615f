import { expect, test } from 'vitest'
import { quickCommand } from '../../../../src/faces/cli/steadplan/loop/quick-command.ts'

test.each<[string, NodeJS.ProcessEnv, object | undefined]>([
  ['next login --agent a', {}, { plan: 'login', agent: 'a', json: false }],
  ['next login --json --agent a.b-2 --budget 20', {}, { plan: 'login', agent: 'a.b-2', json: true, budget: 20 }],
  ['next login', { AGENTCTL_AGENT: 'env' }, { plan: 'login', agent: 'env', json: false }],
  ['next login', {}, undefined],
  ['next', { AGENTCTL_AGENT: 'env' }, undefined],
  ['next --agent a', {}, undefined],
  ['next plans/login --agent a', {}, undefined],
  ['next ../login --agent a', {}, undefined],
  ['next login --agent', {}, undefined],
  ['next login --agent a --budget', {}, undefined],
  ['next login --agent a --budget 0', {}, undefined],
  ['next login --agent=a', {}, undefined],
  ['next login --agent a --set lease.ttl=1s', {}, undefined],
  ['next login --agent --json', {}, undefined],
  ['next login --help', { AGENTCTL_AGENT: 'env' }, undefined],
  ['done login --agent a', {}, undefined],
])('%s', (line, env, expected) => {
  expect(quickCommand(line.split(' '), env)).toEqual(expected)
})
