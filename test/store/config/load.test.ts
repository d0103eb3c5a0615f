import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasErrors } from '../../../src/plan/diagnostics/diagnostic.ts'
import { setSetting } from '../../../src/store/config/edit.ts'
import { type Key, keys, settings } from '../../../src/store/config/settings.ts'
import { trustProject } from '../../../src/store/config/trust.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { load, newProject, places, write } from './project.ts'

const defaults = Object.fromEntries(keys.map((key) => [key, settings[key].default]))

test('without any file the defaults count', async () => {
  const { values, origins, diagnostics, files } = await load(newProject())
  expect(values).toEqual(defaults)
  expect([...origins.values()]).toEqual(keys.map(() => ({ layer: 'default' })))
  expect(diagnostics).toEqual([])
  expect(files.map(({ layer, isThere }) => [layer, isThere])).toEqual([
    ['user', false],
    ['project', false],
  ])
})

test.each([
  { layers: [], ms: 10_000, layer: 'default' },
  { layers: ['user'], ms: 1000, layer: 'user' },
  { layers: ['user', 'project'], ms: 2000, layer: 'project' },
  { layers: ['user', 'project', 'environment'], ms: 3000, layer: 'environment' },
  { layers: ['user', 'project', 'environment', 'flag'], ms: 4000, layer: 'flag' },
  { layers: ['user', 'flag'], ms: 4000, layer: 'flag' },
])('of $layers the last one wins', async ({ layers, ms, layer }) => {
  const project = newProject({
    ...(layers.includes('user') && { user: { lock: { wait: '1s' } } }),
    ...(layers.includes('project') && { project: { lock: { wait: '2s' } } }),
  })
  const { values, origins, diagnostics } = await load(project, {
    env: layers.includes('environment') ? { STEADPLAN_LOCK_WAIT: '3s' } : {},
    flags: layers.includes('flag') ? { 'lock.wait': '4s' } : {},
  })
  expect(values['lock.wait']).toBe(ms)
  expect(origins.get('lock.wait')?.layer).toBe(layer)
  expect(diagnostics).toEqual([])
})

test('each value says where it is written', async () => {
  const project = newProject({ project: '{\n  "lock": { "wait": "2s" },\n  "$schema": "x"\n}\n' })
  const { origins, diagnostics } = await load(project, {
    env: { STEADPLAN_LEASE_TTL: '1m', STEADPLAN_LIMITS_DATA: '' },
  })
  expect(diagnostics).toEqual([])
  expect(origins.get('lock.wait')).toMatchObject({
    layer: 'project',
    file: project.projectFile,
    range: { start: { line: 2, column: 13 }, end: { line: 2, column: 25 } },
  })
  expect(origins.get('lease.ttl')).toEqual({ layer: 'environment', variable: 'STEADPLAN_LEASE_TTL' })
  expect(origins.get('limits.data')).toEqual({ layer: 'default' })
})

interface FaultRow {
  readonly name: string
  readonly project: string | object
  /** Code and place of each. */
  readonly found: readonly string[]
  readonly actual?: string
  readonly expected?: string
  readonly hint?: string
}

test.each<FaultRow>([
  {
    name: 'an unknown group',
    project: '{"lok": {}}',
    found: ['E_CONFIG 1:2'],
    actual: '"lok"',
    hint: 'Did you mean `lock`?',
  },
  {
    name: 'an unknown setting',
    project: '{"lock": {"wiat": "1s"}}',
    found: ['E_CONFIG 1:11'],
    actual: '"wiat"',
    hint: 'Did you mean `lock.wait`?',
  },
  {
    name: 'a setting outside of its group',
    project: '{"ttl": "1s"}',
    found: ['E_CONFIG 1:2'],
    hint: 'Did you mean `lease.ttl`?',
  },
  {
    name: 'a name with a dot',
    project: '{"lock.wait": "1s"}',
    found: ['E_CONFIG 1:2'],
    hint: 'Write it as "lock": { "wait": "1s" }.',
  },
  { name: 'a name that is like none', project: '{"zebra": 1}', found: ['E_CONFIG 1:2'] },
  {
    name: 'a wrong unit',
    project: '{"lock": {"wait": "10x"}}',
    found: ['E_CONFIG 1:19'],
    actual: '"10x"',
    expected: '0ms to 1h',
  },
  {
    name: 'a wrong type',
    project: '{"limits": {"nesting": "64"}}',
    found: ['E_CONFIG 1:24'],
    expected: 'from 1 to 500',
  },
  { name: 'a null', project: '{"lock": {"wait": null}}', found: ['E_CONFIG 1:19'], actual: 'null' },
  { name: 'a value for a group', project: '{"lock": 5}', found: ['E_CONFIG 1:10'], actual: '5', expected: '{ … }' },
  { name: 'no object', project: '[1]', found: ['E_CONFIG 1:1'] },
  {
    name: 'an item of a list',
    project: '{"process": {"pass": ["A", 3]}}',
    found: ['E_CONFIG 1:28'],
  },
  { name: 'a variable', project: '{"process": {"env": {"A": "1", "B": 2}}}', found: ['E_CONFIG 1:37'], actual: '2' },
  {
    name: 'the name of a variable',
    project: '{"process": {"env": {"A=": "1"}}}',
    found: ['E_CONFIG 1:22'],
    actual: '"A="',
  },
  { name: 'a $schema that is no text', project: '{"$schema": 1}', found: ['E_CONFIG 1:13'] },
  { name: 'a $schema in a group', project: '{"lock": {"$schema": "x"}}', found: ['E_CONFIG 1:11'] },
  { name: 'a comment', project: '{ // x\n}', found: ['E_JSON 1:3'] },
  { name: 'a key twice', project: '{"lock": {"wait": "1s", "wait": "2s"}}', found: ['E_DUPLICATE_KEY 1:25'] },
  { name: 'nothing', project: '', found: ['E_EMPTY 1:1'] },
  {
    name: 'all of them at once',
    project: '{"lok": 1,\n"lock": {"wait": 1},\n"limits": {"data": 0, "x": 0},}',
    found: ['E_CONFIG 1:2', 'E_CONFIG 2:18', 'E_CONFIG 3:20', 'E_CONFIG 3:23', 'E_JSON 3:31'],
  },
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'].flatMap((key): FaultRow[] => [
    { name: `${key} (D56)`, project: `{"${key}": {"lock": {"wait": "1s"}}}`, found: ['E_CONFIG 1:2'] },
    { name: `${key} in a group (D56)`, project: `{"lock": {"${key}": {"wait": "1s"}}}`, found: ['E_CONFIG 1:11'] },
  ]),
  {
    name: '__proto__ as a variable (D56)',
    project: '{"process": {"env": {"__proto__": "1"}}}',
    found: ['E_CONFIG 1:22'],
  },
])('says of $name where and what', async ({ project, found, actual, expected, hint }) => {
  const place = newProject({ project })
  const { values, diagnostics } = await load(place)
  expect(places(diagnostics)).toEqual(found)
  expect(values).toEqual(defaults)
  expect(diagnostics.every(({ file }) => file === place.projectFile)).toBe(true)
  if (actual !== undefined) expect(diagnostics[0]!.actual).toBe(actual)
  if (expected !== undefined) expect(diagnostics[0]!.expected).toContain(expected)
  if (hint !== undefined) expect(diagnostics[0]!.hint).toBe(hint)
  expect(Object.prototype).not.toHaveProperty('lock')
})

test('a faulty setting gives way to the layer below, the others stay', async () => {
  const project = newProject({
    user: { lock: { wait: '1s' }, lease: { ttl: '1m' } },
    project: { lock: { wait: 'soon' }, limits: { nesting: 8 }, unknown: true },
  })
  const { values, diagnostics } = await load(project, {
    env: { STEADPLAN_LEASE_TTL: 'later' },
    flags: { 'limits.nesting': 'x' },
  })
  expect(values).toEqual({ ...defaults, 'lock.wait': 1000, 'lease.ttl': 60_000, 'limits.nesting': 8 })
  expect(places(diagnostics)).toEqual(['E_CONFIG 3:13', 'E_CONFIG 8:3', 'E_CONFIG', 'E_CONFIG'])
})

test.each([
  { name: 'STEADPLAN_LOK_WAIT', hint: 'Did you mean `STEADPLAN_LOCK_WAIT`?' },
  { name: 'STEADPLAN_LOCK_PATIENCE', hint: /config list/ },
])('warns of the variable $name', async ({ name, hint }) => {
  const { diagnostics } = await load(newProject(), { env: { [name]: '1s' } })
  expect(diagnostics).toMatchObject([{ code: 'E_CONFIG', severity: 'warning', actual: name }])
  expect(diagnostics[0]!.hint).toMatch(hint)
})

test.each(['STEADPLAN_LONG', 'STEADPLAN_SEED', 'STEADPLAN_DEBUG', 'STEADPLAN_SOMETHING_ELSE', 'LOCK_WAIT'])(
  'does not mind the variable %s',
  async (name) => expect((await load(newProject(), { env: { [name]: '1' } })).diagnostics).toEqual([]),
)

test('names an unknown flag', async () => {
  const { diagnostics } = await load(newProject(), { flags: { 'lock.wiat': '1s' } })
  expect(diagnostics[0]).toMatchObject({ code: 'E_CONFIG', severity: 'error', hint: 'Did you mean `lock.wait`?' })
})

test('a file that is cut off at any byte is a fault, and nothing in it counts (B33)', async () => {
  const whole = Buffer.from(
    JSON.stringify({ limits: { nesting: 64, data: 1234 }, lock: { wait: '15s' }, process: { pass: ['ÄÖ'] } }, null, 2),
  )
  const project = newProject()
  for (let length = 0; length < whole.length; length++) {
    for (const file of [project.userFile, project.projectFile]) {
      write(file, whole.subarray(0, length))
      const { values, diagnostics } = await load(project)
      expect(values, `cut at ${length}`).toEqual(defaults)
      expect(hasErrors(diagnostics), `cut at ${length}`).toBe(true)
      fs.rmSync(file)
    }
  }
})

test.each<{ name: string; make: (path: string) => void; code: string }>([
  { name: 'a directory', make: (path) => fs.mkdirSync(path), code: 'E_NOT_A_FILE' },
  { name: 'a link', make: (path) => fs.symlinkSync('/etc/passwd', path), code: 'E_NOT_A_FILE' },
  { name: 'not UTF-8', make: (path) => fs.writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), code: 'E_ENCODING' },
  { name: 'too large', make: (path) => fs.writeFileSync(path, ' '.repeat(1024 * 1024 + 1)), code: 'E_TOO_LARGE' },
  { name: 'too deep', make: (path) => fs.writeFileSync(path, '['.repeat(1000)), code: 'E_TOO_DEEP' },
])("a project's file that is $name", async ({ make, code }) => {
  const project = newProject()
  make(project.projectFile)
  const { values, diagnostics } = await load(project)
  expect(diagnostics.map((one) => one.code)).toEqual([code])
  expect(values).toEqual(defaults)
})

test("a person's own file may be a link, as in a repository of dot files", async () => {
  const project = newProject({ user: '{}' })
  const real = join(project.workspace.root, 'dot.json')
  write(real, { lock: { wait: '1s' } })
  fs.rmSync(project.userFile)
  fs.symlinkSync(real, project.userFile)
  expect((await load(project)).values['lock.wait']).toBe(1000)
})

test("a file where the person's directory should be is no configuration", async () => {
  const project = newProject()
  write(project.userDirs.config, 'a file')
  expect((await load(project)).diagnostics).toEqual([])
})

test('values have the types that the settings promise', async () => {
  const { values } = await load(newProject())
  const size: number = values['limits.data']
  const names: readonly string[] = values['process.pass']
  const variables: ReadonlyMap<string, string> = values['process.env']
  const key: Key = 'lock.wait'
  expect([size, names, variables, values[key]]).toEqual([8 * 1024 * 1024, [], new Map(), 10_000])
})

describe('a setting that counts only in files', () => {
  test.each([
    ['the environment', { env: { STEADPLAN_APPROVAL_POLICY: 'auto' } }],
    ['the command line', { flags: { 'approval.policy': 'auto' } }],
  ])('is not taken from %s, which says so', async (_title, given) => {
    const { values, origins, diagnostics } = await load(newProject({ user: { approval: { policy: 'risky' } } }), given)
    expect(values['approval.policy']).toBe('risky')
    expect(origins.get('approval.policy')).toMatchObject({ layer: 'user' })
    expect(diagnostics).toMatchObject([{ code: 'E_CONFIG', severity: 'error', actual: 'auto' }])
    expect(diagnostics[0]!.message).toContain('counts only in a configuration file')
  })

  test('is taken from the project once that is trusted', async () => {
    const project = newProject({ project: { approval: { policy: 'auto' } } })
    const before = await load(project)
    expect(before.values['approval.policy']).toBe('ask')
    expect(before.untrusted.has('approval.policy')).toBe(true)
    await trustProject(realMachine, project, before.untrusted)
    expect((await load(project)).values['approval.policy']).toBe('auto')
  })
})

test('a key that was written where the name of its variable belongs is not repeated', async () => {
  const secret = 'sk-ant-secret'
  const { diagnostics } = await load(newProject(), {
    env: { STEADPLAN_PLANNER_KEY: secret },
    flags: { 'planner.key': secret },
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(['E_CONFIG', 'E_CONFIG'])
  expect(JSON.stringify(diagnostics)).not.toContain('secret')
  const set = setSetting(realMachine, { ...newProject(), layer: 'user' }, 'planner.key', secret)
  await expect(set).rejects.toThrow(/^E_CONFIG: `planner.key` has a value that it cannot have\.$/)
  await expect(set).rejects.toMatchObject({ diagnostics: [{ actual: '(not repeated here)' }] })
})

test('G85: a cloned repository cannot say who plans, with which key, and where the key is sent', async () => {
  const planner = { source: 'command', command: './evil', url: 'https://evil.example', key: 'AWS_SECRET_ACCESS_KEY' }
  const { values, untrusted } = await load(newProject({ project: { planner: { ...planner, attempts: 5 } } }))
  expect([...untrusted.keys()]).toEqual(['planner.source', 'planner.command', 'planner.url', 'planner.key'])
  expect(values).toMatchObject({ 'planner.source': '', 'planner.command': '', 'planner.url': '', 'planner.key': '' })
  expect(values['planner.attempts']).toBe(5)
})
