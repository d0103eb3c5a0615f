import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { openWorkspace } from '../../src/store/workspace/open.ts'
import { openPlanPlace, planPlace } from '../../src/store/workspace/plan-place.ts'
import { userDirectories } from '../../src/store/workspace/user-directories.ts'
import { findWorkspace } from '../../src/store/workspace.ts'
import { countingFiles, diskError } from '../support/counting-files.ts'
import { testMachine } from '../support/machine.ts'
import { MemoryDisk } from '../support/memory-disk.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Lays out files (`a/b`) and directories (`a/`) and answers where. */
function lay(layout: Record<string, string>): string {
  const top = fs.realpathSync(temporaryDirectory())
  for (const [path, content] of Object.entries(layout)) {
    const full = join(top, path)
    fs.mkdirSync(path.endsWith('/') ? full : dirname(full), { recursive: true })
    if (!path.endsWith('/')) fs.writeFileSync(full, content.replaceAll('TOP', top))
  }
  return top
}

const worktree = {
  'shop/.git/worktrees/login/commondir': '../..\n',
  'shop/.git/worktrees/login/gitdir': 'TOP/login/.git\n',
  'login/.git': 'gitdir: TOP/shop/.git/worktrees/login\n',
}

interface Row {
  readonly name: string
  readonly layout: Record<string, string>
  readonly cwd: string
  readonly root: string
  /** Where `.steadplan` is expected, when not in the root. */
  readonly state?: string
  readonly home?: string
}

const rows: Row[] = [
  { name: 'nothing at all: cwd', layout: { 'a/b/': '' }, cwd: 'a/b', root: 'a/b' },
  {
    name: 'the nearest .steadplan',
    layout: { '.steadplan/': '', 'a/.steadplan/': '', 'a/b/c/': '' },
    cwd: 'a/b/c',
    root: 'a',
  },
  { name: 'the nearest steadplan.json', layout: { 'a/steadplan.json': '{}', 'a/b/': '' }, cwd: 'a/b', root: 'a' },
  { name: 'a file called .steadplan is none', layout: { 'a/.steadplan': '', 'a/b/': '' }, cwd: 'a/b', root: 'a/b' },
  {
    name: 'a directory called steadplan.json is none',
    layout: { 'a/steadplan.json/': '', 'a/b/': '' },
    cwd: 'a/b',
    root: 'a/b',
  },
  { name: 'the git root', layout: { 'a/.git/': '', 'a/b/c/': '' }, cwd: 'a/b/c', root: 'a' },
  {
    name: 'a project inside of a checkout',
    layout: { '.git/': '', 'a/steadplan.json': '{}', 'a/b/': '' },
    cwd: 'a/b',
    root: 'a',
  },
  {
    name: 'a checkout inside of a project',
    layout: { '.steadplan/': '', 'a/.git/': '', 'a/b/': '' },
    cwd: 'a/b',
    root: 'a',
  },
  {
    name: 'a linked worktree',
    layout: { ...worktree, 'login/src/': '' },
    cwd: 'login/src',
    root: 'login',
    state: 'shop',
  },
  {
    name: 'a linked worktree with a state directory of its own',
    layout: { ...worktree, 'login/.steadplan/': '', 'shop/.steadplan/': '' },
    cwd: 'login',
    root: 'login',
    state: 'shop',
  },
  {
    name: 'a linked worktree inside of the main checkout',
    layout: {
      'shop/.steadplan/': '',
      'shop/.git/worktrees/login/commondir': '../..\n',
      'shop/.git/worktrees/login/gitdir': 'TOP/shop/trees/login/.git\n',
      'shop/trees/login/.git': 'gitdir: TOP/shop/.git/worktrees/login\n',
    },
    cwd: 'shop/trees/login',
    root: 'shop/trees/login',
    state: 'shop',
  },
  {
    name: 'a linked worktree by relative paths',
    layout: {
      ...worktree,
      'shop/.git/worktrees/login/gitdir': '../../../../login/.git\n',
      'login/.git': 'gitdir: ../shop/.git/worktrees/login\n',
    },
    cwd: 'login',
    root: 'login',
    state: 'shop',
  },
  {
    name: 'a part of a linked worktree that the main checkout has too',
    layout: { ...worktree, 'login/api/steadplan.json': '{}', 'shop/api/': '' },
    cwd: 'login/api',
    root: 'login/api',
    state: 'shop/api',
  },
  {
    name: 'a part of a linked worktree that the main checkout has not',
    layout: { ...worktree, 'login/api/steadplan.json': '{}' },
    cwd: 'login/api',
    root: 'login/api',
  },
  {
    name: 'a worktree that the repository does not name back',
    layout: { ...worktree, 'shop/.git/worktrees/login/gitdir': 'TOP/elsewhere/.git\n' },
    cwd: 'login',
    root: 'login',
  },
  {
    name: 'a directory that brings its own worktree files along and names a repository of somebody else',
    layout: {
      'shop/.git/': '',
      'evil/.git': 'gitdir: TOP/evil/x\n',
      'evil/x/commondir': 'TOP/shop/.git\n',
      'evil/x/gitdir': 'TOP/evil/.git\n',
    },
    cwd: 'evil',
    root: 'evil',
  },
  {
    name: 'a worktree of a bare repository',
    layout: {
      'shop.git/worktrees/login/commondir': '../..\n',
      'shop.git/worktrees/login/gitdir': 'TOP/login/.git\n',
      'login/.git': 'gitdir: TOP/shop.git/worktrees/login\n',
    },
    cwd: 'login',
    root: 'login',
  },
  {
    name: 'a worktree whose repository is gone',
    layout: { 'login/.git': 'gitdir: /nowhere/.git/worktrees/login\n', 'login/a/': '' },
    cwd: 'login/a',
    root: 'login',
  },
  {
    name: 'a submodule',
    layout: {
      '.steadplan/': '',
      '.git/modules/lib/HEAD': '',
      'lib/.git': 'gitdir: ../.git/modules/lib\n',
      'lib/src/': '',
    },
    cwd: 'lib/src',
    root: 'lib',
  },
  ...['', 'garbage', 'gitdir: ', 'gitdir: a\nb', 'gitdir: a\0b', '\u{fffd}', 'x'.repeat(100_000)].map((content) => ({
    name: `a .git file that says ${JSON.stringify(content.slice(0, 20))} is nobody's`,
    layout: { 'a/.steadplan/': '', 'a/b/.git': content },
    cwd: 'a/b',
    root: 'a',
  })),
  { name: 'not the home directory', layout: { '.steadplan/': '', 'a/b/': '' }, cwd: 'a/b', root: 'a/b', home: '' },
  {
    name: 'not a checkout that is the home directory',
    layout: { '.git/': '', 'a/': '' },
    cwd: 'a',
    root: 'a',
    home: '',
  },
  { name: 'the home directory from inside of itself', layout: { '.steadplan/': '' }, cwd: '', root: '', home: '' },
]

test.each(rows)('finds $name', async ({ layout, cwd, root, state, home }) => {
  const top = lay(layout)
  const env = home === undefined ? {} : { HOME: join(top, home) }
  expect(await findWorkspace(realMachine, join(top, cwd), env)).toEqual({
    root: join(top, root),
    state: join(top, state ?? root, '.steadplan'),
  })
})

test('finds what git itself made: a worktree and a submodule', async () => {
  const top = lay({ 'lib/a': '1', 'shop/a': '1' })
  const git = (where: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', '-c', 'protocol.file.allow=always', ...args], {
      cwd: join(top, where),
      stdio: 'pipe',
    })
  for (const where of ['lib', 'shop']) {
    git(where, 'init', '-q')
    git(where, 'add', '.')
    git(where, 'commit', '-qm', 'x')
  }
  git('shop', 'submodule', '--quiet', 'add', join(top, 'lib'), 'lib')
  git('shop', 'worktree', 'add', '-q', '../login')
  const at = (where: string) => findWorkspace(realMachine, join(top, where), {})
  expect(await at('login')).toEqual({ root: join(top, 'login'), state: join(top, 'shop/.steadplan') })
  expect(await at('shop/lib')).toEqual({ root: join(top, 'shop/lib'), state: join(top, 'shop/lib/.steadplan') })

  await openWorkspace(realMachine, await at('shop'))
  expect(git('shop', 'status', '--porcelain', '--untracked-files=all').toString()).not.toContain('.steadplan')
})

test('a symbolic link to a project is the project', async () => {
  const top = lay({ 'real/.steadplan/': '', 'real/a/': '' })
  fs.symlinkSync(join(top, 'real'), join(top, 'link'))
  expect((await findWorkspace(realMachine, join(top, 'link/a'), {})).root).toBe(join(top, 'real'))
})

test('a directory that is not there is still an answer', async () => {
  const top = lay({})
  expect((await findWorkspace(realMachine, join(top, 'gone/too'), {})).root).toBe(join(top, 'gone/too'))
})

test('opening makes what is missing, and only that', async () => {
  const root = lay({})
  const workspace = { root, state: join(root, '.steadplan') }
  await openWorkspace(realMachine, workspace)
  expect(fs.readdirSync(workspace.state).sort()).toEqual(['.gitignore', 'owners', 'plans'])
  expect(fs.readFileSync(join(workspace.state, '.gitignore'), 'utf8')).toBe('*\n')

  fs.writeFileSync(join(workspace.state, '.gitignore'), 'mine')
  fs.rmdirSync(join(workspace.state, 'plans'))
  await openWorkspace(realMachine, workspace)
  expect(fs.readFileSync(join(workspace.state, '.gitignore'), 'utf8')).toBe('mine')
  expect(fs.existsSync(join(workspace.state, 'plans'))).toBe(true)
})

test('an open workspace survives a power loss', async () => {
  const disk = new MemoryDisk()
  await disk.files().mkdir('/p')
  await disk.files().syncDirectory('/')
  await openWorkspace(testMachine(disk.files()), { root: '/p', state: '/p/.steadplan' })
  expect(disk.powerOff(() => 0).describe()).toBe(disk.describe())
})

test.each([
  { name: 'the project is gone', make: (root: string) => fs.rmdirSync(root), code: 'E_NO_WORKSPACE' },
  {
    name: 'a file is in the way',
    make: (root: string) => fs.writeFileSync(join(root, '.steadplan'), ''),
    code: 'E_NO_WORKSPACE',
  },
  {
    name: 'the repository brought a link along',
    make: (root: string) => fs.symlinkSync(temporaryDirectory(), join(root, '.steadplan')),
    code: 'E_NO_WORKSPACE',
  },
  {
    name: 'the repository brought a link along inside',
    make: (root: string) => {
      fs.mkdirSync(join(root, '.steadplan'))
      fs.symlinkSync(temporaryDirectory(), join(root, '.steadplan/owners'))
    },
    code: 'E_NO_WORKSPACE',
  },
])('opening refuses when $name', async ({ make, code }) => {
  const root = lay({})
  make(root)
  const opened = openWorkspace(realMachine, { root, state: join(root, '.steadplan') })
  await expect(opened).rejects.toSatisfy((error) => isFault(error, code as 'E_NO_WORKSPACE'))
})

test.each(['ENOSPC', 'EROFS', 'EACCES'])('opening on a disk that answers %s is a fault at every call', async (code) => {
  const open = async (at: number) => {
    const root = lay({})
    const counted = countingFiles(realMachine.files, {
      before: (_, index) => {
        if (index === at) throw diskError(code)
      },
    })
    const machine = { ...realMachine, files: counted.files }
    await openWorkspace(machine, { root, state: join(root, '.steadplan') })
    return counted.calls.length
  }
  const calls = await open(0)
  for (let at = 1; at <= calls; at++) {
    // The call that fails may be one whose failure is no harm, such as looking for a file.
    const error = await open(at).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error === undefined || isFault(error, 'E_DISK'), `call ${at}: ${String(error)}`).toBe(true)
  }
})

const workspace = { root: '/p', state: '/p/.steadplan' }
const plan = { base: '/p/plans/login', files: ['plan.md'], folders: ['tasks'], fileCap: 10 }

test('a plan has its place below plans/', () => {
  const directory = '/p/.steadplan/plans/login-page-24aba428'
  expect(planPlace(workspace, { key: 'plans/Login page!', ...plan })).toEqual({
    ...plan,
    plan: 'plans/Login page!',
    root: '/p',
    directory,
    active: `${directory}/log.jsonl`,
    lock: `${directory}/lock`,
    history: `${directory}/history.jsonl`,
    owners: '/p/.steadplan/owners',
  })
})

test.each([
  { key: 'plans/login', slug: 'login' },
  { key: 'a\\b\\C.md', slug: 'c-md' },
  { key: 'plans/login/', slug: 'login' },
  { key: '../..', slug: 'plan' },
  { key: '', slug: 'plan' },
  { key: '計画', slug: 'plan' },
  { key: '__proto__', slug: 'proto' },
  { key: `${'x'.repeat(39)} y`, slug: 'x'.repeat(39) },
  { key: 'x'.repeat(100_000), slug: 'x'.repeat(40) },
])('the directory of a plan $slug', ({ key, slug }) => {
  const { directory } = planPlace(workspace, { key, ...plan })
  expect(dirname(directory)).toBe('/p/.steadplan/plans')
  expect(directory.slice(dirname(directory).length + 1)).toMatch(new RegExp(`^${slug}-[0-9a-f]{8}$`))
})

test('plans whose names look alike are kept apart', () => {
  const names = ['a b', 'a-b', 'A b', 'x/a b'].map((key) => planPlace(workspace, { key, ...plan }).directory)
  expect(new Set(names).size).toBe(names.length)
})

test('opening the place of a plan makes its directory', async () => {
  const root = lay({})
  const place = await openPlanPlace(realMachine, { root, state: join(root, '.steadplan') }, { key: 'k', ...plan })
  expect(fs.statSync(place.directory).isDirectory()).toBe(true)
})

test.each([
  { platform: 'linux', env: {}, config: '/h/.config/steadplan', state: '/h/.local/state/steadplan' },
  { platform: 'darwin', env: {}, config: '/h/.config/steadplan', state: '/h/.local/state/steadplan' },
  {
    platform: 'linux',
    env: { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' },
    config: '/c/steadplan',
    state: '/s/steadplan',
  },
  {
    platform: 'linux',
    env: { XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' },
    config: '/h/.config/steadplan',
    state: '/h/.local/state/steadplan',
  },
  {
    platform: 'win32',
    env: { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L', XDG_CONFIG_HOME: '/c' },
    config: 'C:\\R\\steadplan',
    state: 'C:\\L\\steadplan',
  },
  {
    platform: 'win32',
    env: {},
    config: '\\h\\AppData\\Roaming\\steadplan',
    state: '\\h\\AppData\\Local\\steadplan',
  },
] as const)('the directories of a person on $platform with $env', ({ platform, env, config, state }) => {
  expect(userDirectories(env, '/h', platform)).toEqual({ config, state })
})
