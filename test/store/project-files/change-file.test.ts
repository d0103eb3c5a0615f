import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/plan/diagnostics/fault.ts'
import type { Files } from '../../../src/store/files/port.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { changeFile, restoreFile } from '../../../src/store/project-files/change-file.ts'
import { missingDirectories } from '../../../src/store/project-files/directories.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { testMachine } from '../../support/machine.ts'
import { MemoryDisk } from '../../support/memory-disk.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

let top = ''
let root = ''
let file = ''

beforeEach(() => {
  top = realpathSync(temporaryDirectory())
  root = join(top, 'project')
  file = join(root, 'a.txt')
  mkdirSync(root)
  mkdirSync(join(top, 'outside'))
  writeFileSync(file, 'before')
})

function content(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const edit = { before: 'before', after: 'after' }
const made = { before: undefined, after: 'new' }

describe('a change of a file', () => {
  it('takes the place of what is there, with its mode', async () => {
    chmodSync(file, 0o755)
    expect(await changeFile(realMachine, root, { real: file, ...edit })).toEqual([])
    expect([content(file), statSync(file).mode & 0o777]).toEqual(['after', 0o755])
    expect(readdirSync(root)).toEqual(['a.txt'])
  })

  it('makes the directories that are missing, and answers which', async () => {
    const real = join(root, 'x/y/new.txt')
    const missing = [join(root, 'x'), join(root, 'x/y')]
    expect(await missingDirectories(realMachine, real)).toEqual(missing)
    expect(await changeFile(realMachine, root, { real, ...made })).toEqual(missing)
    expect([content(real), readdirSync(join(root, 'x/y'))]).toEqual(['new', ['new.txt']])
  })

  it('is made without hard links, where there are none', async () => {
    const files: Files = { ...realFiles, link: () => Promise.reject(diskError('EPERM')) }
    await changeFile(testMachine(files), root, { real: join(root, 'new.txt'), ...made })
    expect(readdirSync(root)).toEqual(['a.txt', 'new.txt'])
  })

  it.each<[string, () => void, { before: string | undefined; after: string }]>([
    ['has changed', () => writeFileSync(file, 'beforE'), edit],
    ['has grown', () => writeFileSync(file, 'before and more'), edit],
    ['is gone', () => rmSync(file), edit],
    ['is there after all', () => {}, made],
  ])('is refused when the file %s, which stays as it is', async (_name, act, change) => {
    act()
    const there = content(file)
    await expect(changeFile(realMachine, root, { real: file, ...change })).rejects.toMatchObject({
      code: 'E_CHANGED_SINCE_CHECKED',
    })
    expect([content(file), readdirSync(root)]).toEqual([there, there === undefined ? [] : ['a.txt']])
  })

  it('is refused when somebody makes the file in the last moment, and keeps theirs', async () => {
    const real = join(root, 'new.txt')
    const link: Files['link'] = async (from, to) => {
      writeFileSync(to, 'theirs')
      return realFiles.link(from, to)
    }
    await expect(changeFile(testMachine({ ...realFiles, link }), root, { real, ...made })).rejects.toMatchObject({
      code: 'E_CHANGED_SINCE_CHECKED',
    })
    expect([content(real), readdirSync(root)]).toEqual(['theirs', ['a.txt', 'new.txt']])
  })

  it('outside of the project is refused', async () => {
    for (const real of [join(top, 'outside/x'), join(root, '../x'), join(top, 'project-evil')]) {
      await expect(changeFile(realMachine, root, { real, ...made })).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    }
  })

  it('F73: is refused when a link has taken the place of the file', async () => {
    writeFileSync(join(top, 'outside/target'), 'before')
    rmSync(file)
    symlinkSync(join(top, 'outside/target'), file)
    await expect(changeFile(realMachine, root, { real: file, ...edit })).rejects.toMatchObject({ code: 'E_NOT_A_FILE' })
    expect([content(join(top, 'outside/target')), readdirSync(root)]).toEqual(['before', ['a.txt']])
  })

  it.each(['folder/a.txt', 'folder/deeper/new.txt'])(
    'F73: is refused when a link has taken the place of a folder: %s',
    async (path) => {
      symlinkSync(join(top, 'outside'), join(root, 'folder'))
      const change = changeFile(realMachine, root, { real: join(root, path), ...made })
      await expect(change).rejects.toMatchObject({ code: 'E_OUTSIDE' })
      expect(readdirSync(join(top, 'outside'))).toEqual([])
    },
  )

  it('F73: is refused when a link takes the place of the folder just before it is written', async () => {
    mkdirSync(join(root, 'folder'))
    const open: Files['open'] = async (path, how) => {
      if (how === 'create') {
        renameSync(join(root, 'folder'), join(root, 'away'))
        symlinkSync(join(top, 'outside'), join(root, 'folder'))
      }
      return realFiles.open(path, how)
    }
    const change = changeFile(testMachine({ ...realFiles, open }), root, { real: join(root, 'folder/x'), ...made })
    await expect(change).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    expect(readdirSync(join(top, 'outside'))).toEqual([])
  })

  it('F74: a link that waits at the temporary name is neither followed nor removed', async () => {
    const nonce = 'f'.repeat(32)
    const planted = join(root, `.a.txt.${nonce}.tmp`)
    symlinkSync(join(top, 'outside/target'), planted)
    const change = changeFile(realMachine, root, { real: file, ...edit, nonce })
    await expect(change).rejects.toMatchObject({ code: 'E_NAME_TAKEN' })
    expect([content(file), lstatSync(planted).isSymbolicLink()]).toEqual(['before', true])
    expect(readdirSync(join(top, 'outside'))).toEqual([])
  })

  it('F75: what else is linked to the file keeps what it holds', async () => {
    linkSync(file, join(top, 'outside/hard'))
    await changeFile(realMachine, root, { real: file, ...edit })
    expect([content(file), content(join(top, 'outside/hard'))]).toEqual(['after', 'before'])
  })

  it('F75: a directory in its place is refused', async () => {
    rmSync(file)
    mkdirSync(file)
    await expect(changeFile(realMachine, root, { real: file, ...edit })).rejects.toMatchObject({ code: 'E_NOT_A_FILE' })
    expect(readdirSync(root)).toEqual(['a.txt'])
  })
})

describe('a change is taken back', () => {
  it('to what was there', async () => {
    const change = { real: file, ...edit, made: [] }
    await changeFile(realMachine, root, change)
    for (const _twice of [1, 2]) await restoreFile(realMachine, root, change)
    expect([content(file), readdirSync(root)]).toEqual(['before', ['a.txt']])
  })

  it('with the directories that were made', async () => {
    const change = { real: join(root, 'x/y/new.txt'), ...made }
    const directories = await changeFile(realMachine, root, change)
    for (const _twice of [1, 2]) await restoreFile(realMachine, root, { ...change, made: directories })
    expect(readdirSync(root)).toEqual(['a.txt'])
  })

  it('but not with directories in which something is by now, nor with any that are not above the file', async () => {
    const change = { real: join(root, 'x/y/new.txt'), ...made }
    const directories = await changeFile(realMachine, root, change)
    writeFileSync(join(root, 'x/other'), '')
    mkdirSync(join(root, 'empty'))
    const forged = [...directories, join(root, 'empty'), join(top, 'outside'), root]
    await restoreFile(realMachine, root, { ...change, made: forged })
    expect([readdirSync(join(root, 'x')), readdirSync(root), readdirSync(top)]).toEqual([
      ['other'],
      ['a.txt', 'empty', 'x'],
      ['outside', 'project'],
    ])
  })

  it.each([edit, made])('unless somebody has changed the file since: %j', async (change) => {
    const real = join(root, change === edit ? 'a.txt' : 'new.txt')
    await changeFile(realMachine, root, { real, ...change })
    writeFileSync(real, 'theirs')
    await expect(restoreFile(realMachine, root, { real, ...change, made: [] })).rejects.toMatchObject({
      code: 'E_CHANGED_SINCE_CHECKED',
    })
    expect(content(real)).toBe('theirs')
  })
})

describe.each<[string, { before: string | undefined; after: string }, path: string]>([
  ['an edit', edit, '/project/a.txt'],
  ['a new file', made, '/project/x/y/new.txt'],
])('B16: %s', (_name, change, real) => {
  async function disk(): Promise<MemoryDisk> {
    const memory = new MemoryDisk()
    const files = memory.files()
    await files.mkdir('/project')
    await files.syncDirectory('/')
    await changeFile(testMachine(files), '/project', { real: '/project/a.txt', before: undefined, after: 'before' })
    return memory
  }

  async function held(memory: MemoryDisk): Promise<string | undefined> {
    try {
      const opened = await memory.files().open(real, 'read')
      return Buffer.from(await opened.read(0, 100)).toString()
    } catch {
      return undefined
    }
  }

  /** How many calls it takes when nothing fails. */
  async function callCount(): Promise<number> {
    const { files, calls } = countingFiles((await disk()).files(), {})
    await changeFile(testMachine(files), '/project', { real, ...change })
    return calls.length
  }

  it.each(['EIO', 'ENOSPC', 'EROFS'])(
    'leaves old or new and no leftovers when any call fails with %s',
    async (code) => {
      for (let k = 1; k <= (await callCount()); k++) {
        const memory = await disk()
        const before = memory.describe()
        const { files, calls } = countingFiles(memory.files(), {
          before: (_call, index) => {
            if (index === k) throw diskError(code)
          },
        })
        const failure = await changeFile(testMachine(files), '/project', { real, ...change }).catch((error) => error)
        const { name, path } = calls[k - 1]!
        const where = `call ${k}: ${name} ${path}`
        expect(failure, where).toBeInstanceOf(Fault)
        expect(memory.describe(), where).not.toContain('.tmp')
        if (failure.code === 'E_INDETERMINATE') expect(await held(memory), where).toBe(change.after)
        else expect(memory.describe(), where).toBe(before)
      }
    },
  )

  it(`leaves old or new when the process dies at any call and the power goes (seed ${seed})`, async () => {
    const choose = randomFrom(seed)
    for (let k = 1; k <= (await callCount()) + 1; k++) {
      const memory = await disk()
      const { files } = countingFiles(memory.files(), {
        before: (_call, index) => {
          if (index >= k) throw diskError('EIO')
        },
      })
      const isDone = await changeFile(testMachine(files), '/project', { real, ...change }).then(
        () => true,
        () => false,
      )
      for (let round = 0; round < 50; round++) {
        const after = await held(memory.powerOff(choose))
        if (isDone) expect(after, `done, call ${k}`).toBe(change.after)
        else expect([change.before, change.after], `call ${k}`).toContain(after)
      }
    }
  })

  it('is taken back wherever taking it back was cut off', async () => {
    for (let k = 1; k < 40; k++) {
      const memory = await disk()
      const start = memory.describe()
      const directories = await changeFile(testMachine(memory.files()), '/project', { real, ...change })
      const { files } = countingFiles(memory.files(), {
        before: (_call, index) => {
          if (index >= k) throw diskError('EIO')
        },
      })
      const taken = { real, ...change, made: directories }
      await restoreFile(testMachine(files), '/project', taken).catch(() => {})
      await restoreFile(testMachine(memory.files()), '/project', taken)
      expect(memory.describe().replace(/^.*\.tmp=.*\n?/gm, ''), `call ${k}`).toBe(start)
    }
  })
})
