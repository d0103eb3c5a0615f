import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import type { ConfigPlaces } from '../../../src/store/config/files.ts'
import { isTrusted, trustProject, untrustProject } from '../../../src/store/config/trust.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { load, newProject, type Project, places, write } from './project.ts'

/** What a hostile repository brings along. */
const hostile = { lock: { wait: '1s' }, process: { env: { NODE_OPTIONS: '--require ./evil.js' } } }

async function trust(project: ConfigPlaces) {
  return trustProject(realMachine, project, (await load(project)).untrusted)
}

/** What commands get of the project's variables. */
async function obeyed(project: ConfigPlaces): Promise<Record<string, string>> {
  return Object.fromEntries((await load(project)).values['process.env'])
}

describe('settings of a freshly cloned repository that can change which code runs (G85)', () => {
  test('are not obeyed, and named; the others are', async () => {
    const project = newProject({ project: hostile })
    const { values, untrusted, origins, diagnostics } = await load(project)
    expect(values['process.env']).toEqual(new Map())
    expect(origins.get('process.env')).toEqual({ layer: 'default' })
    expect(values['lock.wait']).toBe(1000)
    expect([...untrusted.keys()]).toEqual(['process.env'])
    expect(diagnostics).toMatchObject([
      { code: 'E_UNTRUSTED', file: project.projectFile, actual: '{"NODE_OPTIONS":"--require ./evil.js"}' },
    ])
    expect(diagnostics[0]!.message).toContain('process.env')
    expect(diagnostics[0]!.hint).toContain('steadplan config trust')
  })

  test('are named one by one', async () => {
    const project = newProject({ project: { process: { env: { A: '1' }, pass: ['TOKEN'], timeout: '1m' } } })
    expect(places((await load(project)).diagnostics)).toEqual(['E_UNTRUSTED 3:5', 'E_UNTRUSTED 6:5'])
  })

  test('are obeyed once agreed to, until the agreement is taken back', async () => {
    const project = newProject({ project: hostile })
    expect(await trust(project)).toEqual({ isChanged: true })
    const { values, untrusted, diagnostics } = await load(project)
    expect(values['process.env']).toEqual(new Map([['NODE_OPTIONS', '--require ./evil.js']]))
    expect([untrusted.size, diagnostics]).toEqual([0, []])

    expect(await untrustProject(realMachine, project)).toEqual({ isChanged: true })
    expect(await obeyed(project)).toEqual({})
    expect(await untrustProject(realMachine, project)).toEqual({ isChanged: false })
  })

  test("give way to the person's own until then", async () => {
    const project = newProject({ project: hostile, user: { process: { env: { MINE: '1' } } } })
    expect(await obeyed(project)).toEqual({ MINE: '1' })
  })

  test('need no agreement where they come from the person: own file, environment, flags', async () => {
    const project = newProject({ user: hostile })
    expect(await obeyed(project)).toEqual(hostile.process.env)
    const { values } = await load(newProject(), {
      env: { STEADPLAN_PROCESS_ENV: 'A=1' },
      flags: { 'process.pass': 'B' },
    })
    expect([values['process.env'], values['process.pass']]).toEqual([new Map([['A', '1']]), ['B']])
  })
})

describe('an agreement', () => {
  const agreed = { process: { env: { NODE_OPTIONS: '--require ./a.js', B: '2' }, pass: ['X', 'Y'] } }
  test.each<{ name: string; project: object; isTrusted: boolean }>([
    { name: 'nothing', project: agreed, isTrusted: true },
    {
      name: 'one byte of a value',
      project: { process: { ...agreed.process, env: { NODE_OPTIONS: '--require ./b.js', B: '2' } } },
      isTrusted: false,
    },
    {
      name: 'a name',
      project: { process: { ...agreed.process, env: { NODE_OPTIONs: '--require ./a.js', B: '2' } } },
      isTrusted: false,
    },
    {
      name: 'one more variable',
      project: { process: { ...agreed.process, env: { ...agreed.process.env, C: '' } } },
      isTrusted: false,
    },
    { name: 'one variable fewer', project: { process: { ...agreed.process, env: { B: '2' } } }, isTrusted: false },
    { name: 'a whole setting fewer', project: { process: { env: agreed.process.env } }, isTrusted: false },
    { name: 'the order of a list', project: { process: { ...agreed.process, pass: ['Y', 'X'] } }, isTrusted: false },
    { name: 'the two parts of a list', project: { process: { ...agreed.process, pass: ['X","Y'] } }, isTrusted: false },
    {
      name: 'the order of keys',
      project: { process: { pass: ['X', 'Y'], env: { B: '2', NODE_OPTIONS: '--require ./a.js' } } },
      isTrusted: true,
    },
    { name: 'another setting', project: { ...agreed, lock: { wait: '9s' } }, isTrusted: true },
    {
      name: 'another setting of the same group',
      project: { process: { ...agreed.process, timeout: '9s' } },
      isTrusted: true,
    },
    { name: 'another setting to a fault', project: { ...agreed, lock: { wait: 'x' } }, isTrusted: true },
    { name: 'the settings to none', project: {}, isTrusted: true },
  ])('after a change of $name', async ({ project: changed, isTrusted: expected }) => {
    const project = newProject({ project: agreed })
    await trust(project)
    write(project.projectFile, changed)
    const { untrusted, values } = await load(project)
    expect(untrusted.size === 0).toBe(expected)
    if (!expected) expect([values['process.env'], values['process.pass']]).toEqual([new Map(), []])
  })

  test('does not come back by way of a faulty value', async () => {
    const project = newProject({ project: { process: { env: { A: '1' }, pass: 'wrong' } } })
    await trust(project)
    expect(await obeyed(project)).toEqual({ A: '1' })
    write(project.projectFile, { process: { env: { A: '1' }, pass: ['TOKEN'] } })
    expect(await obeyed(project)).toEqual({})
  })

  test('counts for what was shown, not for what the file says by then', async () => {
    const project = newProject({ project: hostile })
    const { untrusted } = await load(project)
    write(project.projectFile, { process: { env: { NODE_OPTIONS: '--require ./worse.js' } } })
    await trustProject(realMachine, project, untrusted)
    expect(await obeyed(project)).toEqual({})
  })

  test('counts for one directory: another project under the same path is another content', async () => {
    const project = newProject({ project: hostile })
    await trust(project)
    fs.rmSync(project.workspace.root, { recursive: true })
    write(project.projectFile, { process: { env: { NODE_OPTIONS: '--require ./other.js' } } })
    expect(await obeyed(project)).toEqual({})
  })

  test('counts for one directory: the same content elsewhere is another project', async () => {
    const project = newProject({ project: hostile })
    await trust(project)
    const copy = `${project.workspace.root}-copy`
    fs.cpSync(project.workspace.root, copy, { recursive: true })
    expect(await obeyed({ ...project, workspace: { root: copy, state: '' } })).toEqual({})
    expect(await obeyed(project)).toEqual(hostile.process.env)
  })

  test('counts by whatever link the directory is reached, and not for the link', async () => {
    const project = newProject({ project: hostile })
    const link = join(temporaryDirectory(), 'link')
    fs.symlinkSync(project.workspace.root, link)
    const linked = { ...project, workspace: { root: link, state: '' } }
    await trust(linked)
    expect(await obeyed(project)).toEqual(hostile.process.env)
    expect(fs.readFileSync(project.trustFile, 'utf8')).not.toContain(link)

    const other = newProject({ project: { process: { env: { NODE_OPTIONS: '--require ./other.js' } } } })
    fs.rmSync(link)
    fs.symlinkSync(other.workspace.root, link)
    expect(await obeyed(linked)).toEqual({})
  })

  test('leaves those of other projects alone, also when many are given at once', async () => {
    const first = newProject({ project: hostile })
    const others = Array.from({ length: 10 }, () => ({ ...newProject({ project: hostile }), userDirs: first.userDirs }))
    await Promise.all([first, ...others].map(trust))
    for (const project of [first, ...others]) expect(await obeyed(project)).toEqual(hostile.process.env)
    await untrustProject(realMachine, first)
    for (const project of others) expect(await obeyed(project)).toEqual(hostile.process.env)
  })

  test('is kept with its time', async () => {
    const project = newProject({ project: hostile })
    await trust(project)
    const { version, projects } = JSON.parse(fs.readFileSync(project.trustFile, 'utf8'))
    expect([version, projects.length, projects[0].path]).toEqual([1, 1, project.workspace.root])
    expect(projects[0].hash).toMatch(/^[0-9a-f]{64}$/)
    expect(Date.parse(projects[0].at)).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('a damaged trust file', () => {
  const garbled = (project: Project): Record<string, string> => {
    const entry = { path: project.workspace.root, hash: '0'.repeat(64), at: '' }
    return {
      empty: '',
      'not JSON': '{"version": 1',
      'another version': '{"version": 2, "projects": []}',
      'an array': '[]',
      null: 'null',
      'projects that are no list': '{"version": 1, "projects": {}}',
      'an entry that is none': '{"version": 1, "projects": [null]}',
      'a hash that is none': JSON.stringify({ version: 1, projects: [{ ...entry, hash: true }] }),
      'a hash in capitals': JSON.stringify({ version: 1, projects: [{ ...entry, hash: 'A'.repeat(64) }] }),
      '__proto__ (D56)': `{"__proto__": ${JSON.stringify({ version: 1, projects: [entry] })}}`,
      '__proto__ in an entry (D56)': `{"version": 1, "projects": [{"__proto__": ${JSON.stringify(entry)}}]}`,
      'bytes that are no text': '\u0000\u0001\ufffd',
    }
  }

  test.each(Object.keys(garbled(newProject())))('with %s trusts nothing, says so and is kept', async (name) => {
    const project = newProject({ project: hostile })
    const text = garbled(project)[name]!
    write(project.trustFile, text)
    const { values, diagnostics } = await load(project)
    expect(values['process.env']).toEqual(new Map())
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_TRUST_FILE', 'E_UNTRUSTED'])
    expect(fs.readFileSync(project.trustFile, 'utf8')).toBe(text)

    const { movedTo } = await trust(project)
    expect(fs.readFileSync(movedTo!, 'utf8')).toBe(text)
    expect(await obeyed(project)).toEqual(hostile.process.env)
    expect(Object.prototype).not.toHaveProperty('projects')
  })

  test('cut off at any byte trusts nothing and is no crash (B33)', async () => {
    const project = newProject({ project: hostile })
    await trust(project)
    const whole = fs.readFileSync(project.trustFile)
    // The last byte is the line end.
    for (let length = 0; length < whole.length - 1; length++) {
      write(project.trustFile, whole.subarray(0, length))
      expect(await obeyed(project), `cut at ${length}`).toEqual({})
    }
  })

  test('that is a link or a directory is left to the person', async () => {
    for (const make of [(path: string) => fs.mkdirSync(path), (path: string) => fs.symlinkSync('/dev/null', path)]) {
      const project = newProject({ project: hostile })
      fs.mkdirSync(dirname(project.trustFile), { recursive: true })
      make(project.trustFile)
      expect(places((await load(project)).diagnostics)[0]).toBe('E_TRUST_FILE')
      await expect(trust(project)).rejects.toSatisfy((error) => isFault(error, 'E_NOT_A_FILE'))
    }
  })
})

test('a disk that fails at any call leaves the old agreements or the new ones', async () => {
  const change = async (at: number) => {
    const project = newProject({ project: hostile })
    await trust(project)
    write(project.projectFile, { process: { env: { A: '2' } } })
    const { untrusted } = await load(project)
    const { files, calls } = countingFiles(realMachine.files, {
      before: (_, index) => {
        if (index === at) throw diskError('ENOSPC')
      },
    })
    const error = await trustProject({ ...realMachine, files }, project, untrusted).then(
      () => undefined,
      (error: unknown) => error,
    )
    return { project, error, calls: calls.length }
  }
  const { calls } = await change(0)
  for (let at = 1; at <= calls; at++) {
    const { project, error } = await change(at)
    expect(error === undefined || isFault(error, 'E_DISK'), `call ${at}: ${String(error)}`).toBe(true)
    expect(JSON.parse(fs.readFileSync(project.trustFile, 'utf8')).projects).toHaveLength(1)
    if (error === undefined) expect(await obeyed(project)).toEqual({ A: '2' })
  }
})

test('where nothing is asked for, nothing has to be agreed to', async () => {
  expect(await isTrusted(realMachine, newProject(), new Map())).toEqual({ isTrusted: true, diagnostics: [] })
})
