import { expect, test } from 'vitest'
import { quickDone } from '../../../../src/faces/cli/steadplan/loop/quick-done-command.ts'

const plain = { plan: 'login', step: 'schema', agent: 'a', result: '', json: false }

test.each<[string[], NodeJS.ProcessEnv, object | undefined]>([
  [['done', 'login', 'schema', '--agent', 'a'], {}, plain],
  [['done', 'login', 'schema', '--json', '--agent', 'a'], {}, { ...plain, json: true }],
  [['done', 'login', 'schema', '--agent', 'a', '--result', 'It is\ndone.'], {}, { ...plain, result: 'It is\ndone.' }],
  [['done', 'login', 'schema'], { AGENTCTL_AGENT: 'env' }, { ...plain, agent: 'env' }],
  [['done', 'login', 'schema'], {}, undefined],
  [['done', 'schema', '--agent', 'a'], {}, undefined],
  [['done', 'login', 'schema', 'more', '--agent', 'a'], {}, undefined],
  [['done', 'plans/login', 'schema', '--agent', 'a'], {}, undefined],
  [['done', 'login', '../schema', '--agent', 'a'], {}, undefined],
  [['done', 'login', 'schema', '--agent'], {}, undefined],
  [['done', 'login', 'schema', '--agent', 'a', '--result'], {}, undefined],
  [['done', 'login', 'schema', '--agent', 'a', '--result', '--json'], {}, undefined],
  [['done', 'login', 'schema', '--agent', 'a', '--token', '3'], {}, undefined],
  [['done', 'login', 'schema', '--agent', 'a', '--result-file', '-'], {}, undefined],
  [['done', 'login', 'schema', '--agent', 'a', '--set', 'lease.ttl=1s'], {}, undefined],
  [['done', 'login', 'schema', '--help'], { AGENTCTL_AGENT: 'env' }, undefined],
  [['next', 'login', '--agent', 'a'], {}, undefined],
])('%j', (args, env, expected) => {
  expect(quickDone(args, env)).toEqual(expected)
})
