import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { realMachine } from '../../../src/store/machine/real.ts'
import { changedSince, type FileMarks, fileMarks } from '../../../src/store/plans/file-marks.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'steadplan-marks-'))
  mkdirSync(join(root, 'a'))
  writeFileSync(join(root, 'a/one.md'), 'one')
  writeFileSync(join(root, 'two.md'), 'two')
})
afterEach(() => rmSync(root, { recursive: true }))

const look = (before?: FileMarks) => fileMarks(realMachine, [root, join(root, 'nothing')], 1000, before)
const named = (paths: readonly string[]) => paths.map((path) => path.slice(root.length + 1)).sort()

it('nothing changed: nothing is named, also when files grow old between two looks', async () => {
  const first = await look()
  const old = new Date(Date.now() - 60_000)
  const later = { ...realMachine, now: () => ({ ...realMachine.now(), wallMs: Date.now() + 60_000 }) }
  const second = await fileMarks(later, [root], 1000, first)
  expect(named(changedSince(first, second))).toEqual([])
  expect(changedSince(second, await fileMarks(later, [root], 1000, second))).toEqual([])
  utimesSync(join(root, 'two.md'), old, old)
  expect(named(changedSince(second, await look(second)))).toEqual(['two.md'])
})

it('what came, went and changed is named; hidden files and what editors leave are not', async () => {
  const first = await look()
  writeFileSync(join(root, 'a/new.md'), 'new')
  writeFileSync(join(root, 'a/.hidden'), 'x')
  writeFileSync(join(root, 'a/one.md~'), 'x')
  writeFileSync(join(root, 'a/one.md'), 'ONE and more')
  rmSync(join(root, 'two.md'))
  expect(named(changedSince(first, await look(first)))).toEqual(['a/new.md', 'a/one.md', 'two.md'])
})

it('a second write in the same tick, of the same size, is seen', async () => {
  const path = join(root, 'two.md')
  const first = await look()
  const { atime, mtime } = statSync(path)
  writeFileSync(path, 'TWO')
  utimesSync(path, atime, mtime)
  expect(named(changedSince(first, await look(first)))).toEqual(['two.md'])
})
