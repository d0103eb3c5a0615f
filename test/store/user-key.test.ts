import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import { openUserKey, readUserKey } from '../../src/store/user-key.ts'
import { countingFiles, diskError } from '../support/counting-files.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

function person() {
  const top = temporaryDirectory()
  const dirs = { config: join(top, 'config'), state: join(top, 'state/steadplan') }
  return { dirs, path: join(dirs.state, 'approval.key') }
}

describe('the key of a person', () => {
  it('is not there before it is needed, and looking makes nothing', async () => {
    const { dirs } = person()
    expect(await readUserKey(realMachine, dirs)).toBeUndefined()
    expect(fs.existsSync(dirs.state)).toBe(false)
  })

  it('is made once, readable by nobody else', async () => {
    const { dirs, path } = person()
    const key = await openUserKey(realMachine, dirs)
    expect(key).toHaveLength(64)
    expect(await openUserKey(realMachine, dirs)).toEqual(key)
    expect(fs.statSync(path).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(dirs.state)).toEqual(['approval.key'])
  })

  it('two people have two keys', async () => {
    expect(await openUserKey(realMachine, person().dirs)).not.toEqual(await openUserKey(realMachine, person().dirs))
  })

  it('of many who make it at the same time all use one', async () => {
    const { dirs } = person()
    const all = await Promise.all(Array.from({ length: 24 }, () => openUserKey(realMachine, dirs)))
    expect(new Set(all.map((key) => Buffer.from(key).toString())).size).toBe(1)
    expect(fs.readdirSync(dirs.state)).toEqual(['approval.key'])
  })

  it.each([
    ['empty', ''],
    ['too short', 'x'],
    ['too long', 'x'.repeat(65)],
  ])('that is %s is no key and is not replaced', async (_title, text) => {
    const { dirs, path } = person()
    fs.mkdirSync(dirs.state, { recursive: true })
    fs.writeFileSync(path, text)
    expect(await readUserKey(realMachine, dirs)).toBeUndefined()
    const error = await openUserKey(realMachine, dirs).catch((fault: unknown) => fault)
    expect(isFault(error, 'E_USER_KEY')).toBe(true)
    expect(fs.readFileSync(path, 'utf8')).toBe(text)
  })

  it('F74: a link in its place is not followed', async () => {
    const { dirs, path } = person()
    fs.mkdirSync(dirs.state, { recursive: true })
    fs.writeFileSync(join(dirs.state, 'other'), 'x'.repeat(64))
    fs.symlinkSync('other', path)
    for (const look of [readUserKey, openUserKey]) {
      expect(isFault(await look(realMachine, dirs).catch((fault: unknown) => fault))).toBe(true)
    }
  })

  it('B24: on a disk that fails at any call there is a whole key or none, and nothing is left behind', async () => {
    for (let at = 1; ; at++) {
      const { dirs, path } = person()
      let isOver = true
      const { files } = countingFiles(realMachine.files, {
        before: (_, index) => {
          if (index !== at) return
          isOver = false
          throw diskError('ENOSPC')
        },
      })
      const error = await openUserKey({ ...realMachine, files }, dirs).then(
        () => undefined,
        (fault: unknown) => fault,
      )
      expect(error === undefined || isFault(error), `call ${at}: ${String(error)}`).toBe(true)
      if (fs.existsSync(path)) expect(fs.statSync(path).size).toBe(64)
      expect(await openUserKey(realMachine, dirs)).toHaveLength(64)
      if (isOver) break
    }
  })
})
