import { describe, expect, it, vi } from 'vitest'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { openPlanner, type PlannerValues } from '../../src/planner/open-planner.ts'
import { modelServer } from './model-server.ts'
import { plannerValues } from './planner-kit.ts'

function opened(over: Partial<PlannerValues>, env: NodeJS.ProcessEnv = {}) {
  return openPlanner(plannerValues(over), { env, cwd: process.cwd(), environment: { pass: ['OTHER'] } })
}

describe('a planner that cannot be opened says what to set', () => {
  it.each<[string, Partial<PlannerValues>, NodeJS.ProcessEnv, string, string]>([
    ['nothing is configured', {}, {}, 'E_NO_PLANNER', 'planner.source'],
    ['no key of Anthropic', { 'planner.source': 'anthropic/m' }, {}, 'E_NO_KEY', 'ANTHROPIC_API_KEY'],
    ['no key of OpenAI', { 'planner.source': 'openai/m' }, { OPENAI_API_KEY: '' }, 'E_NO_KEY', 'OPENAI_API_KEY'],
    ['blanks', { 'planner.source': 'openai/m' }, { OPENAI_API_KEY: ' \n' }, 'E_NO_KEY', 'OPENAI_API_KEY'],
    [
      'no key in the variable that was named',
      { 'planner.source': 'anthropic/m', 'planner.key': 'MINE' },
      { ANTHROPIC_API_KEY: 'k' },
      'E_NO_KEY',
      'MINE',
    ],
    [
      'a key that is named for a compatible endpoint',
      { 'planner.source': 'compatible/m', 'planner.url': 'http://127.0.0.1:1', 'planner.key': 'MINE' },
      {},
      'E_NO_KEY',
      'MINE',
    ],
    ['no address', { 'planner.source': 'compatible/m' }, {}, 'E_NO_PLANNER', 'planner.url'],
    ['no command', { 'planner.source': 'command' }, {}, 'E_NO_PLANNER', 'planner.command'],
  ])('%s', (_, values, env, code, named) => {
    let error: unknown
    try {
      opened(values, env)
    } catch (thrown) {
      error = thrown
    }
    if (!isFault(error)) throw new Error('no fault', { cause: error })
    const { message, hint = '' } = error.diagnostics[0]!
    expect(error.code).toBe(code)
    expect(`${message} ${hint}`).toContain(named)
  })

  it('what no header can hold is no key, and is not repeated', () => {
    const open = () => opened({ 'planner.source': 'anthropic/m' }, { ANTHROPIC_API_KEY: 'secret\nX-Evil: 1' })
    expect(open).toThrow(/^E_NO_KEY: (?!.*secret)/)
  })
})

it('a key is taken without the line end that a file left behind it', async () => {
  const server = await modelServer({ text: 'x' })
  const source = opened({ 'planner.source': 'anthropic/a/b', 'planner.url': server.url }, { ANTHROPIC_API_KEY: ' k\n' })
  expect(source.name).toBe('anthropic/a/b')
  await source.ask({ system: '', prompt: 'p' })
  expect(server.requests[0]!.headers['x-api-key']).toBe('k')
  expect(server.requests[0]!.body.model).toBe('a/b')
})

it('a command gets the variable that is to hold its key, and no other secret', async () => {
  vi.stubEnv('PLANNER_TEST_KEY', 'given')
  vi.stubEnv('PLANNER_TEST_OTHER', 'kept')
  const script = 'console.log(process.env.PLANNER_TEST_KEY, process.env.PLANNER_TEST_OTHER)'
  const source = opened({
    'planner.source': 'command',
    'planner.command': `'${process.execPath}' -e '${script}'`,
    'planner.key': 'PLANNER_TEST_KEY',
  })
  const { text } = await source.ask({ system: 's', prompt: 'p' })
  vi.unstubAllEnvs()
  expect(text).toBe('given undefined\n')
})
