import * as fs from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { setSetting, unsetSetting } from '../../../src/store/config/edit.ts'
import { setInText, unsetInText } from '../../../src/store/config/edit-text.ts'
import { readConfigText } from '../../../src/store/config/file-layer.ts'
import type { Kind } from '../../../src/store/config/kinds.ts'
import { type Key, keys, settingOf } from '../../../src/store/config/settings.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { load, newProject } from './project.ts'

function rootOf(text: string) {
  const { root } = readConfigText('steadplan.json', Buffer.from(text), 'project')
  return root!
}

function set(text: string, key: Key, data: never): string {
  return setInText(text, rootOf(text), key.split('.'), data)
}

function unset(text: string, key: Key): string | undefined {
  return unsetInText(text, rootOf(text), key.split('.'))
}

describe('setting a value in a text', () => {
  test.each<{ name: string; before: string; key: Key; data: unknown; after: string }>([
    {
      name: 'into nothing',
      before: '{}\n',
      key: 'lock.wait',
      data: '5s',
      after: '{\n  "lock": {\n    "wait": "5s"\n  }\n}\n',
    },
    {
      name: 'behind others',
      before: '{\n  "lease": { "ttl" : "1m" }\n}',
      key: 'lock.wait',
      data: '5s',
      after: '{\n  "lease": { "ttl" : "1m" },\n  "lock": {\n    "wait": "5s"\n  }\n}',
    },
    {
      name: 'in the place of another, with odd blanks around it',
      before: '{ "lock" :\n{"wait"   :   "1s"  } ,\n\n"x":[1,2]}',
      key: 'lock.wait',
      data: '5s',
      after: '{ "lock" :\n{"wait"   :   "5s"  } ,\n\n"x":[1,2]}',
    },
    {
      name: 'on one line',
      before: '{"lock":{"wait":"1s"}}',
      key: 'limits.nesting',
      data: 8,
      after: '{"lock":{"wait":"1s"}, "limits": {"nesting":8}}',
    },
    {
      name: 'into a group on one line',
      before: '{\n\t"process": { "timeout": "1m" }\n}\n',
      key: 'process.pass',
      data: ['A', 'B'],
      after: '{\n\t"process": { "timeout": "1m", "pass": ["A","B"] }\n}\n',
    },
    {
      name: 'with tabs and CRLF',
      before: '{\r\n\t"process": {\r\n\t\t"timeout": "1m"\r\n\t}\r\n}\r\n',
      key: 'process.env',
      data: { A: '1', B: 'x\ny' },
      after:
        '{\r\n\t"process": {\r\n\t\t"timeout": "1m",\r\n\t\t"env": {\r\n\t\t\t"A": "1",\r\n\t\t\t"B": "x\\ny"\r\n\t\t}\r\n\t}\r\n}\r\n',
    },
    {
      name: 'with four blanks, over a list of many lines',
      before: '{\n    "process": {\n        "pass": [\n            "A"\n        ]\n    }\n}\n',
      key: 'process.pass',
      data: ['B', 'C'],
      after: '{\n    "process": {\n        "pass": [\n            "B",\n            "C"\n        ]\n    }\n}\n',
    },
    {
      name: 'into an empty group',
      before: '{\n  "lock": {},\n  "x": 1\n}\n',
      key: 'lock.wait',
      data: '5s',
      after: '{\n  "lock": {\n    "wait": "5s"\n  },\n  "x": 1\n}\n',
    },
    {
      name: 'behind a BOM',
      before: '\ufeff{"lock":{"wait":"1s"}}',
      key: 'lock.wait',
      data: '5s',
      after: '\ufeff{"lock":{"wait":"5s"}}',
    },
    {
      name: 'so that what is not seen is written as an escape',
      before: '{"process":{"pass":[]}}',
      key: 'process.pass',
      data: ['a\u202eb'],
      after: '{"process":{"pass":["a\\u202eb"]}}',
    },
  ])('$name', ({ before, key, data, after }) => {
    expect(set(before, key, data as never)).toBe(after)
  })
})

describe('taking a value out of a text', () => {
  test.each<{ name: string; before: string; key: Key; after: string | undefined }>([
    {
      name: 'the first of several',
      before: '{\n "process" : {\n   "timeout": "1m",\n   "pass" : [ ]\n } }',
      key: 'process.timeout',
      after: '{\n "process" : {\n   "pass" : [ ]\n } }',
    },
    {
      name: 'the last of several',
      before: '{\n "process" : {\n   "timeout" : "1m",\n   "pass": []\n } }',
      key: 'process.pass',
      after: '{\n "process" : {\n   "timeout" : "1m"\n } }',
    },
    {
      name: 'the only one of its group',
      before: '{\n  "x": 1,\n  "lock": { "wait": "1s" }\n}\n',
      key: 'lock.wait',
      after: '{\n  "x": 1\n}\n',
    },
    {
      name: 'the only one of all',
      before: '{\n  "lock": {\n    "wait": "1s"\n  }\n}\n',
      key: 'lock.wait',
      after: '{}\n',
    },
    { name: 'none', before: '{"lock": {}}', key: 'lock.wait', after: undefined },
    { name: 'none of its group', before: '{"lease": {"ttl": "1m"}}', key: 'lock.wait', after: undefined },
  ])('$name', ({ before, key, after }) => {
    expect(unset(before, key)).toBe(after)
  })
})

/** Some of what each kind of setting can be. */
const ofKind: Record<Kind, unknown[]> = {
  size: [1, '2MiB'],
  count: [600, 601],
  duration: ['2m', '3m'],
  choice: [],
  agent: ['me', ''],
  agents: [{ me: { kind: 'command', argv: ['cat'] } }, {}],
  command: ['notify-send plan', ''],
  names: [['A', 'B'], []],
  variables: [{ A: '1', B: '\\"\n' }, {}],
  source: ['command', ''],
  url: ['http://127.0.0.1:1/v1', ''],
  variable: ['MY_KEY', ''],
}
const valuesOf = (key: Key): unknown[] => {
  const { kind, among = [], most = Number.POSITIVE_INFINITY } = settingOf(key)
  const all = kind === 'choice' ? [...among] : ofKind[kind]
  return kind === 'count' && most < 600 ? [8, 9] : all
}
const pair = fc.constantFrom(...keys).chain((key) => fc.tuple(fc.constant(key), fc.constantFrom(...valuesOf(key))))

test('any series of changes gives the same settings as doing it without a text, and can be undone to the byte', () => {
  const indents = fc.constantFrom(undefined, 1, 2, 4, '\t')
  fc.assert(
    fc.property(fc.array(pair), pair, indents, fc.boolean(), (pairs, [key, data], indent, isCrlf) => {
      const model: Record<string, Record<string, unknown>> = {}
      const put = (name: Key, value: unknown) => {
        const [group, leaf] = name.split('.') as [string, string]
        model[group] = { ...model[group], [leaf]: value }
      }
      for (const [name, value] of pairs) put(name, value)
      const text = JSON.stringify(model, null, indent).replaceAll('\n', isCrlf ? '\r\n' : '\n')
      const isNew = !pairs.some(([name]) => name === key)
      const changed = set(text, key, data as never)
      put(key, data)
      expect(JSON.parse(changed)).toEqual(model)
      if (isNew) expect(unset(changed, key)).toBe(text)
      if (isCrlf && text.includes('\n')) expect(changed.replaceAll('\r\n', '')).not.toContain('\n')
    }),
    { numRuns: 500 },
  )
})

describe('changing a file', () => {
  test('makes it, changes it, and takes the value out again', async () => {
    const project = newProject()
    const target = { ...project, layer: 'project' } as const
    expect(await setSetting(realMachine, target, 'lock.wait', '5s')).toEqual({
      file: project.projectFile,
      isChanged: true,
    })
    expect((await load(project)).values['lock.wait']).toBe(5000)
    expect((await setSetting(realMachine, target, 'lock.wait', '5s')).isChanged).toBe(false)
    expect((await unsetSetting(realMachine, target, 'lock.wait')).isChanged).toBe(true)
    expect(fs.readFileSync(project.projectFile, 'utf8')).toBe('{}\n')
    expect((await unsetSetting(realMachine, target, 'lock.wait')).isChanged).toBe(false)
  })

  test("makes the person's own with its directory, and keeps a link to it", async () => {
    const project = newProject()
    const target = { ...project, layer: 'user' } as const
    await setSetting(realMachine, target, 'lock.wait', '5s')
    expect((await load(project)).values['lock.wait']).toBe(5000)
    const real = `${project.userFile}.real`
    fs.renameSync(project.userFile, real)
    fs.symlinkSync(real, project.userFile)
    await setSetting(realMachine, target, 'lock.wait', '6s')
    expect(fs.lstatSync(project.userFile).isSymbolicLink()).toBe(true)
    expect((await load(project)).values['lock.wait']).toBe(6000)
  })

  test('unsetting what is in no file makes none', async () => {
    const project = newProject()
    await unsetSetting(realMachine, { ...project, layer: 'project' }, 'lock.wait')
    expect(fs.existsSync(project.projectFile)).toBe(false)
  })

  test.each<{ name: string; project: string; key: string; data: unknown; code: string }>([
    { name: 'a text that is cut off', project: '{"lock": {"wait": "1s"', key: 'lock.wait', data: '2s', code: 'E_JSON' },
    { name: 'a comment', project: '{ /* mine */ }', key: 'lock.wait', data: '2s', code: 'E_JSON' },
    { name: 'an empty file', project: '', key: 'lock.wait', data: '2s', code: 'E_EMPTY' },
    { name: 'a key twice', project: '{"lock": {}, "lock": {}}', key: 'lock.wait', data: '2s', code: 'E_DUPLICATE_KEY' },
    { name: 'a group that is none', project: '{"lock": 5}', key: 'lock.wait', data: '2s', code: 'E_CONFIG' },
    { name: 'no object', project: '[]', key: 'lock.wait', data: '2s', code: 'E_CONFIG' },
    { name: 'a wrong value', project: '{}', key: 'lock.wait', data: 'soon', code: 'E_CONFIG' },
    { name: 'an unknown key', project: '{}', key: 'lock.wiat', data: '2s', code: 'E_CONFIG' },
    { name: '__proto__ (D56)', project: '{}', key: '__proto__', data: '2s', code: 'E_CONFIG' },
    { name: '__proto__ below (D56)', project: '{}', key: '__proto__.wait', data: '2s', code: 'E_CONFIG' },
  ])('refuses $name and leaves the file as it is', async ({ project: text, key, data, code }) => {
    const project = newProject({ project: text })
    const done = setSetting(realMachine, { ...project, layer: 'project' }, key, data as never)
    await expect(done).rejects.toSatisfy((error) => isFault(error, code as 'E_JSON'))
    expect(fs.readFileSync(project.projectFile, 'utf8')).toBe(text)
  })

  test('mends one fault beside another', async () => {
    const project = newProject({ project: '{"lock": {"wait": "x"}, "lease": {"ttl": "y"}, "z": 1}' })
    await setSetting(realMachine, { ...project, layer: 'project' }, 'lock.wait', '1s')
    expect(fs.readFileSync(project.projectFile, 'utf8')).toBe('{"lock": {"wait": "1s"}, "lease": {"ttl": "y"}, "z": 1}')
  })

  test('keeps the mode of the file', async () => {
    const project = newProject({ project: '{}' })
    fs.chmodSync(project.projectFile, 0o600)
    await setSetting(realMachine, { ...project, layer: 'project' }, 'lock.wait', '1s')
    expect(fs.statSync(project.projectFile).mode & 0o777).toBe(0o600)
  })

  test('loses no change when many are made at once', async () => {
    const project = newProject()
    const target = { ...project, layer: 'project' } as const
    await Promise.all(keys.map((key) => setSetting(realMachine, target, key, valuesOf(key)[0] as never)))
    const { diagnostics, origins, untrusted } = await load(project)
    expect(diagnostics.map(({ code }) => code)).toEqual(
      keys.filter((key) => settingOf(key).needsTrust).map(() => 'E_UNTRUSTED'),
    )
    for (const key of keys) expect(untrusted.has(key) || origins.get(key)?.layer === 'project').toBe(true)
  })

  test('on a disk that fails at any call leaves the old file or the new one', async () => {
    const before = '{"lock": {"wait": "1s"}}'
    const after = '{"lock": {"wait": "2s"}}'
    const change = async (at: number) => {
      const project = newProject({ project: before })
      const { files, calls } = countingFiles(realMachine.files, {
        before: (_, index) => {
          if (index === at) throw diskError('ENOSPC')
        },
      })
      const target = { ...project, layer: 'project' } as const
      const error = await setSetting({ ...realMachine, files }, target, 'lock.wait', '2s').then(
        () => undefined,
        (error: unknown) => error,
      )
      return { text: fs.readFileSync(project.projectFile, 'utf8'), error, calls: calls.length }
    }
    const { calls, text } = await change(0)
    expect(text).toBe(after)
    for (let at = 1; at <= calls; at++) {
      const { text, error } = await change(at)
      expect(error === undefined || isFault(error, 'E_DISK', 'E_CONFIG'), `call ${at}: ${String(error)}`).toBe(true)
      expect([before, after], `call ${at}`).toContain(text)
      if (error === undefined) expect(text).toBe(after)
    }
  })
})
