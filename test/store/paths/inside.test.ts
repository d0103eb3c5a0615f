import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, win32 } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/plan/diagnostics/fault.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { resolveInside } from '../../../src/store/paths/inside.ts'
import { isInside } from '../../../src/store/paths/is-inside.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

describe('F72: inside by the letters of the path', () => {
  it.each([
    ['/w/plans', '/w/plans', true],
    ['/w/plans', '/w/plans/', true],
    ['/w/plans/', '/w/plans', true],
    ['/w/plans', '/w/plans/a', true],
    ['/w/plans//', '//w//plans//a//', true],
    ['/w/plans', '/w/plans/a/../b', true],
    ['/w/plans', '/w/plans/..a', true],
    ['/w/plans', '/w/plans/...', true],
    ['/', '/etc', true],
    ['/w/plans', '/w/plans-evil', false],
    ['/w/plans', '/w/plans-evil/a', false],
    ['/w/plans/', '/w/plans-evil/', false],
    ['/w/plans', '/w/plan', false],
    ['/w/plans', '/w', false],
    ['/w/plans', '/', false],
    ['/w/plans', '/w/plans/..', false],
    ['/w/plans', '/w/plans/../plans-evil', false],
    ['/w/plans', '/w/plans/a/../../..', false],
    ['/w/plans', '/W/Plans/a', false],
    ['/w/plans', 'a', false],
    ['/w/plans', '', false],
    ['w/plans', '/w/plans/a', false],
  ])('POSIX: of %s, %s: %s', (root, path, expected) => {
    expect(isInside(root, path, posix)).toBe(expected)
  })

  it('a path with a NUL is inside of nothing', () => {
    expect(isInside('/w/plans', '/w/plans/a\0', posix)).toBe(false)
    expect(isInside('C:\\w', 'C:\\w\\a\0', win32)).toBe(false)
  })

  it.each([
    ['C:\\w\\plans', 'C:\\w\\plans\\a', true],
    ['C:\\w\\plans', 'c:/W/PLANS/a', true],
    ['C:\\w\\plans\\', 'C:\\w\\plans', true],
    ['C:\\', 'C:\\w', true],
    ['\\\\server\\share\\w', '\\\\server\\share\\w\\a', true],
    ['C:\\w\\plans', 'C:\\w\\plans-evil', false],
    ['C:\\w\\plans', 'C:\\w\\plans\\..\\x', false],
    ['C:\\w\\plans', 'C:\\w\\plans/../../x', false],
    ['C:\\w\\plans', 'D:\\w\\plans\\a', false],
    ['C:\\w\\plans', '\\w\\plans\\a', false],
    ['C:\\w\\plans', '/w/plans/a', false],
    ['C:\\w\\plans', 'C:a', false],
    ['C:\\w\\plans', 'C:\\w\\plans:stream', false],
    ['C:\\w\\plans', '\\\\server\\share\\a', false],
    ['C:\\w\\plans', '\\\\?\\C:\\w\\plans\\..\\x', false],
    ['C:\\w\\plans', 'C:\\w\\plans\\.. \\x', false],
    ['C:\\w\\plans', 'C:\\w\\plans\\...\\x', false],
    ['\\\\server\\share\\w', '\\\\server\\other\\w\\a', false],
  ])('Windows: of %s, %s: %s', (root, path, expected) => {
    expect(isInside(root, path, win32)).toBe(expected)
  })
})

/**
 *     plans/            the root
 *       a/b/c.md
 *       to-a      ─▶ a          to-outside ─▶ ../outside       to-sibling ─▶ ../plans-evil
 *       to-file   ─▶ a/b/c.md   to-secret  ─▶ ../outside/secret
 *       to-root   ─▶ .          to-slash   ─▶ /                up ─▶ ..
 *       dangling  ─▶ nothing    dangling-out ─▶ ../outside/nothing
 *       loop      ─▶ loop       ping ─▶ pong ─▶ ping
 *       a/twice   ─▶ ../to-outside
 *     plans-evil/  outside/secret
 *     alias       ─▶ plans
 */
let top: string
let root: string

beforeAll(() => {
  top = realpathSync(temporaryDirectory())
  root = join(top, 'plans')
  mkdirSync(join(root, 'a/b'), { recursive: true })
  for (const folder of ['plans-evil', 'outside']) mkdirSync(join(top, folder))
  writeFileSync(join(root, 'a/b/c.md'), 'c')
  writeFileSync(join(top, 'outside/secret'), 'secret')
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
  symlinkSync('plans', join(top, 'alias'))
})

const links = {
  'to-a': 'a',
  'to-file': 'a/b/c.md',
  'to-root': '.',
  'to-outside': '../outside',
  'to-secret': '../outside/secret',
  'to-sibling': '../plans-evil',
  'to-slash': '/',
  up: '..',
  dangling: 'nothing',
  'dangling-out': '../outside/nothing',
  loop: 'loop',
  ping: 'pong',
  pong: 'ping',
  'a/twice': '../to-outside',
}

describe('F72, F73: a path is resolved to where it really leads', () => {
  it.each([
    ['', ''],
    ['.', ''],
    ['a/b/c.md', 'a/b/c.md'],
    ['./a//b/./c.md', 'a/b/c.md'],
    ['a/b/', 'a/b'],
    ['a/../a/b', 'a/b'],
    ['new.md', 'new.md'],
    ['new/deep/er.md', 'new/deep/er.md'],
    ['a/b/c.md/below-a-file', 'a/b/c.md/below-a-file'],
    ['..a/...', '..a/...'],
    ['to-a/b/c.md', 'a/b/c.md'],
    ['to-a/new/x.md', 'a/new/x.md'],
    ['to-file', 'a/b/c.md'],
    ['to-root/to-root/a', 'a'],
    ['to-slash/../a', 'a'],
  ])('%s', async (path, expected) => {
    expect(await resolveInside(realMachine, root, path)).toBe(join(root, expected))
  })

  it('an absolute path that is inside', async () => {
    expect(await resolveInside(realMachine, root, join(root, 'a/x'))).toBe(join(root, 'a/x'))
  })

  it('a root behind a link, asked by its name, by its real name and with separators at the end', async () => {
    const alias = join(top, 'alias')
    for (const [from, path] of [
      [alias, 'a/x'],
      [alias, join(alias, 'a/x')],
      [alias, join(root, 'a/x')],
      [`${alias}//`, 'a/x'],
    ] as const) {
      expect(await resolveInside(realMachine, from, path)).toBe(join(root, 'a/x'))
    }
  })

  it.each([
    ['parents', '../outside/secret'],
    ['parents behind a name', 'a/../../outside/secret'],
    ['many parents', '../'.repeat(50)],
    ['an absolute path', '/etc/passwd'],
    ['two slashes', '//etc/passwd'],
    ['backslashes', '..\\..\\x'],
    ['a backslash within', 'a\\b'],
    ['a drive', 'C:\\x'],
    ['a drive with a slash', 'C:/x'],
    ['a NUL', 'a\0b'],
    ['a link to a directory', 'to-outside'],
    ['a link in the middle', 'to-outside/secret'],
    ['a link in the middle, nothing behind it', 'to-outside/new/deep.md'],
    ['a link to a file', 'to-secret'],
    ['below a link to a file', 'to-secret/x'],
    ['a link to the sibling', 'to-sibling/x'],
    ['a link to the root of the disk', 'to-slash/etc/passwd'],
    ['a link to the parent', 'up/outside/secret'],
    ['a link to a link', 'a/twice/secret'],
    ['a link through a link', 'to-a/twice/secret'],
    ['a link to nothing', 'dangling'],
    ['below a link to nothing', 'dangling/x'],
    ['a link to nothing outside', 'dangling-out'],
    ['a link to itself', 'loop'],
    ['below a link to itself', 'loop/x/y'],
    ['two links to each other', 'ping/x'],
  ])('refuses %s', async (_, path) => {
    await expect(resolveInside(realMachine, root, path)).rejects.toMatchObject({ code: 'E_OUTSIDE' })
  })

  it('refuses the sibling whose name begins like the root', async () => {
    for (const path of ['../plans-evil', `${root}-evil`, `${root}-evil/`, join(top, 'plans', '..', 'plans-evil')]) {
      await expect(resolveInside(realMachine, root, path), path).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    }
  })

  it('says so when the root is gone, or a path is longer than the system takes', async () => {
    const gone = resolveInside(realMachine, join(top, 'gone'), 'a')
    await expect(gone).rejects.toMatchObject({ code: 'E_NO_WORKSPACE' })
    const long = resolveInside(realMachine, root, 'a'.repeat(300))
    await expect(long).rejects.toMatchObject({ code: 'E_BAD_NAME' })
    const endless = resolveInside(realMachine, root, 'a/'.repeat(100_000))
    await expect(endless).rejects.toMatchObject({ code: 'E_BAD_NAME' })
  })

  it('does not ask the disk about a path that leads out by its letters', async () => {
    const asked: string[] = []
    const files = {
      ...realMachine.files,
      realpath: (path: string) => {
        asked.push(path)
        return realMachine.files.realpath(path)
      },
    }
    await expect(resolveInside({ ...realMachine, files }, root, '/net/evil/x')).rejects.toThrow(Fault)
    expect(asked).toEqual([root])
  })
})

describe(`whatever the path is, the answer is inside or a fault (seed ${seed})`, () => {
  it('F72, F73: paths of names, links, parents and separators', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', '/', root), hostilePath, async (start, path) => {
        await checkAnswer(`${start}${path}`)
      }),
      { numRuns: rounds(3_000, 300_000), seed },
    )
  })

  it('F72, F73: any text at all', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), checkAnswer), {
      numRuns: rounds(1_000, 100_000),
      seed,
    })
  })
})

const hostilePath = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...Object.keys(links), 'a', 'b', 'c.md', 'twice', 'new') },
        { weight: 2, arbitrary: fc.constantFrom('.', '..', '...', '', 'plans', 'plans-evil', 'outside', 'secret') },
        { weight: 1, arbitrary: fc.constantFrom('..\\', 'C:', '\0', '%2e%2e', '.. ', '~', '\u2025', 'a'.repeat(300)) },
      ),
      fc.constantFrom('/', '//', '/./', '\\', ''),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.flat().join(''))

async function checkAnswer(path: string): Promise<void> {
  let answer: string
  try {
    answer = await resolveInside(realMachine, root, path)
  } catch (error) {
    expect(error, JSON.stringify(path)).toBeInstanceOf(Fault)
    return
  }
  const way = relative(realpathSync(root), wouldBe(answer))
  expect(way.split('/')[0], JSON.stringify(path)).not.toBe('..')
  expect(isAbsolute(way)).toBe(false)
  expect(wouldBe(answer), 'no link is left').toBe(answer)
}

/** Where a file made at the path would be, found another way: by the first ancestor that `realpath` of Node knows. */
function wouldBe(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(wouldBe(dirname(path)), basename(path))
  }
}
