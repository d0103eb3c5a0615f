import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Action, TeddyPlan } from '../../../src/dialects/teddy/plan.ts'
import { readTeddy } from '../../../src/dialects/teddy/read.ts'
import { checkActions } from '../../../src/rules/actions/check.ts'
import { type Found, fileCap } from '../../../src/rules/actions/facts.ts'
import type { Files } from '../../../src/store/files/port.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { gatherFacts } from '../../../src/store/project-files/facts.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { testMachine } from '../../support/machine.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

let root = ''
let outside = ''

beforeAll(() => {
  const top = realpathSync(temporaryDirectory())
  root = join(top, 'project')
  outside = join(top, 'project-evil')
  for (const path of [root, outside, join(root, 'src'), join(root, '.git'), join(root, 'aux'), join(root, 'ab:c')]) {
    mkdirSync(path)
  }
  writeFileSync(join(root, 'src/a.ts'), 'a\r\n')
  writeFileSync(join(outside, 'secret'), 'secret')
  writeFileSync(join(root, '.git/config'), '[core]\n')
  writeFileSync(join(root, 'utf16'), Buffer.from('\ufeffabc', 'utf16le'))
  writeFileSync(join(root, 'nul'), 'a\0b')
  writeFileSync(join(root, 'latin1'), Buffer.from('é', 'latin1'))
  writeFileSync(join(root, 'large'), '')
  truncateSync(join(root, 'large'), 10 * 2 ** 30)
  symlinkSync('src', join(root, 'link'))
  symlinkSync('a.ts', join(root, 'src/b.ts'))
  symlinkSync(outside, join(root, 'out'))
  symlinkSync(join(outside, 'secret'), join(root, 'secret'))
  symlinkSync('nowhere', join(root, 'dangling'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync('.git', join(root, 'harmless'))
  linkSync(join(outside, 'secret'), join(root, 'hard'))
  execFileSync('mkfifo', [join(root, 'pipe')])
})

const nowhere = { start: 0, end: 0 }

function planOf(kind: 'EDIT' | 'CREATE' | 'READ' | 'EXECUTE', ...paths: readonly string[]): TeddyPlan {
  const actions = paths.map((path, at): Action => {
    const start = { position: at + 1, heading: nowhere, ...nowhere }
    const written = { value: path, ...nowhere }
    const text = { value: 'x', ...nowhere }
    if (kind === 'EDIT')
      return { ...start, kind, path: written, matchAll: false, edits: [{ find: text, replace: text }] }
    if (kind === 'CREATE') return { ...start, kind, path: written, overwrite: false, content: text }
    if (kind === 'READ') return { ...start, kind, resource: { kind: 'file', target: path, ...nowhere } }
    return { ...start, kind, cwd: written, env: [], command: text, allowFailure: false, background: false }
  })
  return { title: { value: 'T', ...nowhere }, header: [], memos: [], actions }
}

async function found(kind: 'EDIT' | 'CREATE' | 'READ' | 'EXECUTE', path: string): Promise<Found> {
  return (await gatherFacts(realMachine, root, planOf(kind, path))).found.get(path)!
}

describe('what a plan names is looked up', () => {
  it.each<[path: string, expected: unknown]>([
    ['src/a.ts', { is: 'text', text: 'a\r\n', real: 'src/a.ts' }],
    ['./src//../src/a.ts', { is: 'text', real: 'src/a.ts' }],
    ['link/a.ts', { is: 'text', real: 'src/a.ts' }],
    ['src/b.ts', { is: 'text', real: 'src/a.ts' }],
    ['src', { is: 'directory', real: 'src' }],
    ['new/er/file.ts', { is: 'nothing', real: 'new/er/file.ts' }],
    ['utf16', { is: 'bytes', why: 'it is not a text in UTF-8' }],
    ['nul', { is: 'bytes', why: 'it is not a text in UTF-8' }],
    ['latin1', { is: 'bytes', why: 'it is not a text in UTF-8' }],
    ['src/a.ts/below', { is: 'refused', code: 'E_NOT_A_FILE' }],
  ])('%s', async (path, expected) => {
    const one = await found('EDIT', path)
    expect('real' in one ? { ...one, real: relative(root, one.real) } : one).toMatchObject(expected as object)
  })

  it('a file that is only read is not opened, and each is asked for once', async () => {
    const { files, calls } = countingFiles(realFiles, {})
    const plan = planOf('READ', 'src/a.ts', 'link/a.ts', 'src/a.ts', 'src/b.ts')
    const facts = await gatherFacts(testMachine(files), root, plan)
    expect([...facts.found.values()].map(({ is }) => is)).toEqual(['file', 'file', 'file'])
    expect(calls).toEqual([{ name: 'stat', path: join(root, 'src/a.ts') }])
  })

  it('two spellings of one file are read once', async () => {
    const { files, calls } = countingFiles(realFiles, {})
    await gatherFacts(testMachine(files), root, planOf('EDIT', 'src/a.ts', 'link/a.ts', 'src/b.ts'))
    expect(calls.filter(({ name }) => name === 'open to read')).toHaveLength(1)
  })

  it('what the disk does not let us see is refused, and the rest is found', async () => {
    const files: Files = {
      ...realFiles,
      open: async (path, how) => {
        if (path.endsWith('a.ts')) throw Object.assign(new Error('no'), { code: 'EACCES' })
        return realFiles.open(path, how)
      },
    }
    const facts = await gatherFacts(testMachine(files), root, planOf('EDIT', 'src/a.ts', 'new.ts'))
    expect(facts.found.get('src/a.ts')).toMatchObject({ is: 'refused', code: 'E_DISK' })
    expect(facts.found.get('new.ts')).toMatchObject({ is: 'nothing' })
  })

  it('a project that is gone is a fault', async () => {
    await expect(gatherFacts(realMachine, join(root, 'gone'), planOf('READ', 'a'))).rejects.toMatchObject({
      code: 'E_NO_WORKSPACE',
    })
  })

  it('a path made of thousands of names is looked at and nothing more', async () => {
    expect(await found('CREATE', Array(1500).fill('a').join('/'))).toMatchObject({ is: 'nothing' })
    expect(await found('CREATE', Array(5000).fill('a').join('/'))).toMatchObject({ is: 'refused', code: 'E_BAD_NAME' })
    expect(await found('CREATE', 'a'.repeat(300))).toMatchObject({ is: 'refused', code: 'E_BAD_NAME' })
  })
})

describe('paths that mean harm', () => {
  it.each<[number: string, path: string, code: string]>([
    ['F71', '../../etc/passwd', 'E_OUTSIDE'],
    ['F71', 'a/../../b', 'E_OUTSIDE'],
    ['F71', '..\\..\\x', 'E_OUTSIDE'],
    ['F71', '/etc/passwd', 'E_OUTSIDE'],
    ['F71', 'C:\\x', 'E_OUTSIDE'],
    ['F71', 'C:/x', 'E_OUTSIDE'],
    ['F71', '%2e%2e/x', 'E_OUTSIDE'],
    ['F71', 'src/.%2E/x', 'E_OUTSIDE'],
    ['F71', 'a\0b', 'E_OUTSIDE'],
    ['F72', '../project-evil/secret', 'E_OUTSIDE'],
    ['F72', '//etc//passwd', 'E_OUTSIDE'],
    ['F73', 'out/secret', 'E_OUTSIDE'],
    ['F73', 'out/new.txt', 'E_OUTSIDE'],
    ['F73', 'secret', 'E_OUTSIDE'],
    ['F73', 'dangling', 'E_OUTSIDE'],
    ['F73', 'dangling/new', 'E_OUTSIDE'],
    ['F73', 'loop', 'E_OUTSIDE'],
    ['F75', 'pipe', 'E_NOT_A_FILE'],
    ['F76', 'CON', 'E_BAD_NAME'],
    ['F76', 'docs/nul.md', 'E_BAD_NAME'],
    ['F76', 'plan.md:stream', 'E_BAD_NAME'],
    ['F76', 'plan.md.', 'E_BAD_NAME'],
    ['F76', 'plan.md ', 'E_BAD_NAME'],
    ['F76', 'PLAN~1', 'E_BAD_NAME'],
    ['F76', 'new/aux/file', 'E_BAD_NAME'],
    ['G88', 'new/\u202egnp.exe', 'E_BAD_NAME'],
  ])('%s: %j is refused for every action', async (_number, path, code) => {
    for (const kind of ['CREATE', 'EDIT', 'READ', 'EXECUTE'] as const) {
      const plan = planOf(kind, path)
      const facts = await gatherFacts(realMachine, root, plan)
      expect(facts.found.get(path), kind).toMatchObject({ is: 'refused', code })
      const { diagnostics, changes } = checkActions(plan, { file: 'p', text: '', facts, isMeant: () => true })
      expect(diagnostics.map((one) => [one.code, one.severity])).toEqual([[code, 'error']])
      expect(changes.size).toBe(0)
    }
  })

  it('F76: a name that is there already is the business of the project', async () => {
    expect(await found('CREATE', 'aux/file')).toMatchObject({ is: 'nothing' })
    expect(await found('CREATE', 'ab:c/file')).toMatchObject({ is: 'nothing' })
  })

  it('F75: 10 GB are not read', async () => {
    expect(await found('EDIT', 'large')).toEqual({
      is: 'bytes',
      real: join(root, 'large'),
      why: `files of more than ${fileCap} bytes are not edited`,
    })
    expect(await found('READ', 'large')).toMatchObject({ is: 'file' })
  })

  it('F75: a hard link is a file of the project like any other', async () => {
    expect(await found('EDIT', 'hard')).toMatchObject({ is: 'text', text: 'secret' })
  })

  it('F73: a folder that becomes a link out of the project while it is looked at is refused', async () => {
    const swapped = join(root, 'swapped')
    mkdirSync(swapped)
    writeFileSync(join(swapped, 'secret'), 'own')
    const machine = testMachine({
      ...realFiles,
      open: async (path, how) => {
        execFileSync('mv', [swapped, `${swapped}-away`])
        symlinkSync(outside, swapped)
        return realFiles.open(path, how)
      },
    })
    const facts = await gatherFacts(machine, root, planOf('EDIT', 'swapped/secret'))
    expect(facts.found.get('swapped/secret')).toMatchObject({ is: 'refused', code: 'E_OUTSIDE' })
  })

  it('F75: what becomes a pipe while it is looked at is refused and not waited for', async () => {
    const path = join(root, 'turns')
    writeFileSync(path, 'text')
    const machine = testMachine({
      ...realFiles,
      open: async (path, how) => {
        execFileSync('rm', [path])
        execFileSync('mkfifo', [path])
        return realFiles.open(path, how)
      },
    })
    const facts = await gatherFacts(machine, root, planOf('EDIT', 'turns'))
    expect(facts.found.get('turns')).toMatchObject({ is: 'refused', code: 'E_NOT_A_FILE' })
  })

  it('a folder that nobody may enter is refused', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0)
    const one = await found('EDIT', 'closed/file')
    chmodSync(closed, 0o700)
    // Root may enter every folder.
    expect(one).toMatchObject(process.getuid?.() === 0 ? { is: 'nothing' } : { is: 'refused', code: 'E_DISK' })
  })
})

describe('F77: what other programs obey', () => {
  async function checked(kind: 'CREATE' | 'EDIT' | 'READ', path: string) {
    const plan = planOf(kind, path)
    const facts = await gatherFacts(realMachine, root, plan)
    return checkActions(plan, { file: 'p', text: '', facts, isMeant: () => true })
  }

  it.each([
    '.git/hooks/pre-commit',
    '.GIT/config',
    '.Claude/settings.json',
    '.cursor/mcp.json',
    'packages/web/.vscode/tasks.json',
    '.teddy/memos.yaml',
    'steadplan.json',
    // By the real path.
    'harmless/hooks/pre-push',
  ])('%s needs a yes that names it', async (path) => {
    const { consents, diagnostics, changes } = await checked('CREATE', path)
    expect(diagnostics).toEqual([])
    expect(consents).toEqual([{ position: 1, what: path, why: expect.stringContaining('is protected') }])
    expect(changes.get(1)?.after).toBe('x')
  })

  it('to read it needs none', async () => {
    expect(await checked('READ', '.git/config')).toMatchObject({ consents: [], diagnostics: [] })
  })

  it.each(['.steadplan/plans/a/log.jsonl', '.STEADPLAN/approvals', 'src/../.steadplan/x', '.steadplan/.git/x'])(
    '%s is ours, and no yes allows it',
    async (path) => {
      const { consents, diagnostics, changes } = await checked('CREATE', path)
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['E_PROTECTED', 'error']])
      expect([consents, changes.size]).toEqual([[], 0])
    },
  )
})

it('F78: of a link whose text names another file, the target counts', async () => {
  const text = '# T\n\n## Action Plan\n\n### `READ`\n- **Resource:** [safe.md](/../../.ssh/id_rsa)\n'
  const { plan, diagnostics } = readTeddy('p', Buffer.from(text))
  const facts = await gatherFacts(realMachine, root, plan!)
  expect(diagnostics.map(({ code }) => code)).toContain('E_TEDDY_LINK_TEXT')
  expect([...facts.found]).toEqual([
    ['../../.ssh/id_rsa', { is: 'refused', code: 'E_OUTSIDE', why: 'the path leads out' }],
  ])
})

it('what is remembered is handed on', async () => {
  const remembered = { memos: ['a'], context: ['b'] }
  expect(await gatherFacts(realMachine, root, planOf('READ'), remembered)).toEqual({ ...remembered, found: new Map() })
})
