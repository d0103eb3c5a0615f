import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../../../src/store/content/commit.ts'
import { type Changes, type Content, sha256 } from '../../../src/store/content/content.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { emptyJournal, sealLines } from '../../../src/store/journal/line.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { bytes, lockOptions, makePlace, placeIn, textsOf } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/**
 *     plan/       the base of the plan
 *     outside/    what nobody may touch
 */
let outside: string
let place: PlanPlace
let base: Content

const texts = { 'plan.md': 'the plan', 'tasks/01-a.md': 'task a' }
const theirs = { 'plan.md': 'theirs', 'x.tmp': 'theirs' }
const nonce = 'ab'.repeat(16)

beforeEach(async () => {
  const root = realpathSync(temporaryDirectory())
  outside = join(root, 'outside')
  place = await makePlace(realMachine.files, placeIn(root, 'directory'))
  for (const folder of [outside, join(place.base, 'tasks')]) mkdirSync(folder)
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(place.base, path), text)
  for (const [path, text] of Object.entries(theirs)) writeFileSync(join(outside, path), text)
  base = await readContent(realMachine, place)
})

afterEach(() => {
  const there = readdirSync(outside).map((name) => [name, readFileSync(join(outside, name), 'utf8')])
  expect(Object.fromEntries(there)).toEqual(theirs)
})

describe('F72: a path that is not one of the plan’s', () => {
  const foreign: [string, () => string][] = [
    ['above the base', () => '../outside/new.md'],
    ['of a file above the base', () => '../outside/plan.md'],
    ['above by way of a folder', () => 'tasks/../../outside/new.md'],
    ['absolute', () => join(outside, 'new.md')],
    ['of another folder', () => '.git/config'],
    ['of another file', () => 'other.md'],
    ['below a folder of a folder', () => 'tasks/more/a.md'],
    ['hidden', () => 'tasks/.a.md'],
    ['written in another way', () => 'tasks/./a.md'],
    ['with a NUL', () => 'tasks/a\0.md'],
    ['the folder itself', () => 'tasks/'],
    ['nothing', () => ''],
  ]

  it.each(foreign)('%s: a commit is refused before anything is written', async (_, path) => {
    const changes = new Map([[path(), bytes('evil')]])
    await expect(change(changes)).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    expect(existsSync(place.history)).toBe(false)
    expect(textsOf(await readContent(realMachine, place))).toEqual(texts)
  })

  it.each(foreign)('%s: not written either because a history that came along says so', async (_, path) => {
    forgeHistory(path(), nonce)
    await expect(readContent(realMachine, place)).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    await expect(change(new Map([['plan.md', bytes('new')]]))).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    expect(readdirSync(place.base).sort()).toEqual(['plan.md', 'tasks'])
  })

  it('a history that came along cannot have files removed either, as if they were temporary', async () => {
    forgeHistory('tasks/03-c.md', '/../../outside/x')
    await expect(change(new Map([['plan.md', bytes('new')]]))).rejects.toMatchObject({ code: 'E_HISTORY_CORRUPT' })
  })
})

function change(changes: Changes): Promise<unknown> {
  return commit(realMachine, place, base, changes, { by: 'test' }, lockOptions)
}

/** The history of a commit that was cut off after `plan.md`, with one more file to be published. */
function forgeHistory(path: string, temporary: string): void {
  const evil = { path, sha256: sha256('evil'), text: 'evil' }
  const changes = [
    { path: 'plan.md', from: null, to: sha256(texts['plan.md']) },
    { path, from: null, to: evil.sha256 },
  ]
  const version = { type: 'version', version: 1, parent: null, at: '', by: 'x', etag: 'x', temporary, changes }
  const entries = [
    { type: 'history', format: 1, plan: 'example', at: '' },
    { ...version, files: [evil] },
  ]
  writeFileSync(place.history, sealLines(entries, emptyJournal).text)
}
