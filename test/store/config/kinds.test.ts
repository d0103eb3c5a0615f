import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkValue } from '../../../src/store/config/check-value.ts'
import { formatDuration, parseDuration } from '../../../src/store/config/kinds/duration.ts'
import { formatSize, parseSize } from '../../../src/store/config/kinds/size.ts'
import { type Key, keys, settings } from '../../../src/store/config/settings.ts'
import { dataOf, textOf } from '../../../src/store/config/value-text.ts'

describe('sizes', () => {
  test.each([
    ['0', 0],
    ['4096', 4096],
    ['1B', 1],
    ['1kB', 1000],
    ['1KiB', 1024],
    ['3 MB', 3_000_000],
    ['1MiB', 1_048_576],
    ['2GB', 2e9],
    ['1GiB', 1_073_741_824],
  ])('%s', (text, bytes) => expect(parseSize(text)).toBe(bytes))

  test.each(['', 'MiB', '-1', '1.5MiB', '1mib', '1  MiB', '1MiB ', ' 1', '1e3', '0x10', '1'.repeat(16), '１'])(
    'not %j',
    (text) => expect(parseSize(text)).toBeNaN(),
  )

  test('are read back as they were', () => {
    fc.assert(fc.property(fc.nat(), (bytes) => parseSize(formatSize(bytes)) === bytes))
  })
})

describe('durations', () => {
  test.each([
    ['0s', 0],
    ['250ms', 250],
    ['10s', 10_000],
    ['5m', 300_000],
    ['2 h', 7_200_000],
    ['1d', 86_400_000],
  ])('%s', (text, ms) => expect(parseDuration(text)).toBe(ms))

  test.each(['', '10', 's', '-1s', '1.5s', '1S', '1s ', '1w', '1h30m', '9'.repeat(13)])('not %j', (text) =>
    expect(parseDuration(text)).toBeNaN(),
  )

  test('are read back as they were', () => {
    fc.assert(fc.property(fc.nat(), (ms) => parseDuration(formatDuration(ms)) === ms))
  })
})

/** What each setting takes and refuses. */
const table: { key: Key; good: unknown[]; bad: unknown[] }[] = [
  {
    key: 'limits.markdown',
    good: [1, '1', '1MiB', 268_435_456, '256MiB'],
    bad: [0, '0', 268_435_457, '257MiB', '1GiB'],
  },
  { key: 'limits.data', good: ['16 MB'], bad: [1.5, -1, true, null, [], {}, '1 TB'] },
  { key: 'limits.nesting', good: [1, 500], bad: [0, 501, '64', 1.5, null] },
  { key: 'agents.names', good: [[], ['mine']], bad: ['mine', [1]] },
  { key: 'agents.default', good: ['', 'codex'], bad: ['a b', null, 1] },
  {
    key: 'agents.define',
    good: [{}, { me: { kind: 'acp', argv: ['x'], pass: ['A'], env: { B: '1' }, promptBy: 'stdin' } }],
    bad: [[], { me: {} }, { me: { kind: 'acp', argv: [] } }, { me: { kind: 'x', argv: ['x'] } }, { 'a b': {} }],
  },
  { key: 'agents.timeout', good: ['1s'], bad: ['0s', 5] },
  { key: 'run.jobs', good: [1, 64], bad: [0, 65] },
  { key: 'run.retries', good: [0, 20], bad: [-1, 21] },
  { key: 'run.budget', good: [500, 1_000_000], bad: [499, 1_000_001] },
  { key: 'run.worktree', good: ['off', 'run', 'step'], bad: ['', 'Run', 'on', true, null] },
  {
    key: 'planner.source',
    good: ['', 'command', 'anthropic/claude-x', 'openai/gpt-x', 'compatible/org/model:free'],
    bad: ['anthropic', 'anthropic/', 'mine/x', 'anthropic/a b', 'Command', 'command/x', 'openai/x\n', null],
  },
  { key: 'planner.command', good: ['', 'claude -p', "mine --ask '{prompt}'"], bad: ['a | b', ['a'], null] },
  {
    key: 'planner.url',
    good: ['', 'https://models.example/v1', 'http://127.0.0.1:8080', 'http://[::1]/v1/'],
    bad: [
      'models.example',
      'ftp://x',
      'file:///etc',
      'https://me:secret@x/v1',
      'https://me@x',
      'https://x?a=b',
      'https://x#a',
      null,
    ],
  },
  {
    key: 'planner.key',
    good: ['', 'ANTHROPIC_API_KEY', '_K2'],
    bad: ['sk-ant-abc', 'abc', '2K', 'A B', 'A=B', 'A\n', '$KEY', null],
  },
  { key: 'planner.attempts', good: [1, 10], bad: [0, 11, '3'] },
  { key: 'planner.timeout', good: ['1s', '1h'], bad: ['0s', 5] },
  { key: 'notify.command', good: ['', 'notify-send plan'], bad: ['a; b', null] },
  { key: 'research.url', good: ['', 'http://127.0.0.1:8888/search'], bad: ['search.example', 'file:///etc', null] },
  { key: 'research.command', good: ['', "find-it '{query}'"], bad: ['a | b', ['a'], null] },
  { key: 'approval.policy', good: ['ask', 'risky', 'auto'], bad: ['', 'Auto', 'yes', true, null, ['ask']] },
  { key: 'planloop.approval', good: ['off', 'ask'], bad: ['', 'on', true, null] },
  { key: 'lock.wait', good: ['0ms', '10s', '1h'], bad: ['61m', 10_000, '10', null] },
  { key: 'lease.ttl', good: ['1s', '24d'], bad: ['0s', '999ms', '25d'] },
  { key: 'process.timeout', good: ['1s'], bad: ['0s', ''] },
  { key: 'process.output', good: ['256KiB'], bad: [0] },
  { key: 'process.pass', good: [[], ['A', 'ProgramFiles(x86)']], bad: ['A', [''], ['A=B'], ['a\0b'], [1], [null], {}] },
  {
    key: 'process.env',
    good: [{}, { A: '', B: 'x=y' }],
    bad: [[], { '': 'x' }, { 'A=B': 'x' }, { A: 1 }, { A: 'x\0' }],
  },
]

describe.each(table)('$key', ({ key, good, bad }) => {
  test.each(good.map((data) => ({ data })))('can be $data', ({ data }) =>
    expect(checkValue(key, data as string)).toHaveProperty('value'),
  )
  test.each(bad.map((data) => ({ data })))('cannot be $data', ({ data }) =>
    expect(checkValue(key, data as string)).toHaveProperty('faults'),
  )
})

test('every setting is in the table above and takes its own default', () => {
  expect(table.map(({ key }) => key)).toEqual(keys)
  for (const key of keys) {
    const value = settings[key].default
    expect(checkValue(key, dataOf(key, textOf(key, value)))).toEqual({ value })
  }
})

test.each([
  { key: 'process.pass', text: 'A, B,,C', value: ['A', 'B', 'C'] },
  { key: 'process.pass', text: '', value: [] },
  { key: 'process.pass', text: '["A,B"]', value: ['A,B'] },
  {
    key: 'process.env',
    text: 'A=1,B=x=y',
    value: new Map([
      ['A', '1'],
      ['B', 'x=y'],
    ]),
  },
  { key: 'process.env', text: '{"A": "1,2"}', value: new Map([['A', '1,2']]) },
  { key: 'limits.nesting', text: '32', value: 32 },
  { key: 'approval.policy', text: 'risky', value: 'risky' },
  { key: 'limits.data', text: '1000', value: 1000 },
] as const)('the text $text for $key', ({ key, text, value }) => {
  expect(checkValue(key, dataOf(key, text))).toEqual({ value })
})

test.each([
  ['process.pass', '["A"'],
  ['process.env', 'A'],
  ['process.env', '{"A": 1}'],
  ['process.env', '{"__proto__": "x"}'],
  ['process.env', '__proto__=x'],
  ['limits.nesting', 'many'],
  ['approval.policy', 'never'],
] as const)('no value for %s: %s', (key, text) => {
  expect(checkValue(key, dataOf(key, text))).toHaveProperty('faults')
})

test('lists and variables are read back as they were', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => !/[=\0]/.test(text) && text !== '__proto__')
  const value = fc.string().filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(checkValue('process.pass', dataOf('process.pass', textOf('process.pass', names)))).toEqual({
        value: names,
      })
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const variables = new Map(pairs)
      const read = checkValue('process.env', dataOf('process.env', textOf('process.env', variables)))
      expect(read).toEqual({ value: variables })
    }),
  )
})
