import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/plan/diagnostics/fault.ts'
import { commit } from '../../../src/store/content/commit.ts'
import { type Changes, type Content, sha256 } from '../../../src/store/content/content.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { examine } from '../../../src/store/doctor/examine.ts'
import { emptyJournal } from '../../../src/store/journal/line.ts'
import { openPen } from '../../../src/store/journal/pen.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { bytes, lockOptions, makePlace, placeIn, textsOf } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/**
 *     project/        the workspace
 *       plan/         the base of the plan
 *       .git/config   what git obeys
 *       out           ─▶ ../outside
 *     outside/        what nobody may touch
 */
let root: string
let outside: string
let place: PlanPlace
let base: Content

const texts = { 'plan.md': 'the plan', 'tasks/01-a.md': 'task a' }
const theirs = { 'plan.md': 'theirs', 'x.tmp': 'theirs' }

beforeEach(async () => {
  const top = realpathSync(temporaryDirectory())
  root = join(top, 'project')
  outside = join(top, 'outside')
  place = await makePlace(realMachine.files, placeIn(root, 'directory'))
  for (const folder of [outside, join(place.base, 'tasks'), join(root, '.git')]) mkdirSync(folder)
  writeFileSync(join(root, '.git/config'), 'theirs')
  symlinkSync('../outside', join(root, 'out'))
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(place.base, path), text)
  for (const [path, text] of Object.entries(theirs)) writeFileSync(join(outside, path), text)
  base = await readContent(realMachine, place)
})

afterEach(() => {
  const there = readdirSync(outside).map((name) => [name, readFileSync(join(outside, name), 'utf8')])
  expect(Object.fromEntries(there)).toEqual(theirs)
  expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('theirs')
  expect(readdirSync(root).sort()).toEqual(['.git', '.steadplan', 'out', 'plan'])
})

describe('F72: a path that is not one of the plan’s', () => {
  const foreign: [string, () => string][] = [
    ['above the base', () => '../../outside/new.md'],
    ['of a file above the base', () => '../../outside/plan.md'],
    ['above by way of a folder', () => 'tasks/../../../outside/new.md'],
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
    await forgeHistory(path())
    await expect(readContent(realMachine, place)).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    await expect(change(new Map([['plan.md', bytes('new')]]))).rejects.toMatchObject({ code: 'E_OUTSIDE' })
    expect(readdirSync(place.base).sort()).toEqual(['plan.md', 'tasks'])
  })

  it('a history that came along cannot have files removed either, as if they were temporary', async () => {
    await forgeHistory('tasks/03-c.md', { temporary: '/../../../outside/x' })
    await expect(change(new Map([['plan.md', bytes('new')]]))).rejects.toMatchObject({ code: 'E_HISTORY_CORRUPT' })
  })
})

describe('F72, F77: doctor, which knows of a plan only what its history says', () => {
  it.each([
    ['../outside', 'new.md'],
    ['../outside', 'tasks/new.md'],
    ['../outside', 'plan.md'],
    ['out', 'new.md'],
    ['plan', '../../outside/new.md'],
    ['plan', 'tasks/../../../outside/new.md'],
    ['plan', '../new.md'],
    ['.', '../outside/new.md'],
    ['.', '.git/config'],
    ['.git', 'config'],
    ['.git/hooks', 'pre-commit'],
    ['.', '.vscode/tasks.json'],
    ['.vscode', 'tasks.json'],
    ['.', '.envrc'],
    ['.pi', 'settings.json'],
  ])('mends nothing in %s/%s', async (base, path) => {
    await forgeHistory(path, { base })
    await mend()
  })

  it.each([
    ['plan', 'tasks/02-b.md'],
    ['plan', 'new.md'],
  ])('mends %s/%s, which is a plan’s', async (base, path) => {
    await forgeHistory(path, { base })
    await mend()
    expect(readFileSync(join(root, base, path), 'utf8')).toBe('evil')
  })

  it('a plan in a home of its dialect is mended there', async () => {
    mkdirSync(join(root, '.pi/plans'), { recursive: true })
    await forgeHistory('PLAN-a.md', { base: '.pi/plans' })
    await mend()
    expect(readFileSync(join(root, '.pi/plans/PLAN-a.md'), 'utf8')).toBe('evil')
    rmSync(join(root, '.pi'), { recursive: true })
  })

  it('F75: a pipe in the place of the history is looked at and left alone', async () => {
    execFileSync('mkfifo', [place.history])
    const { findings } = await examine(realMachine, { root, state: join(root, '.steadplan') })
    expect(findings.map(({ diagnostic }) => diagnostic.code)).toEqual(['E_NOT_A_FILE'])
  })
})

async function mend(): Promise<void> {
  const { findings } = await examine(realMachine, { root, state: join(root, '.steadplan') })
  for (const { mend } of findings) {
    await mend?.().catch((error: unknown) => expect(error).toBeInstanceOf(Fault))
  }
}

function change(changes: Changes): Promise<unknown> {
  return commit(realMachine, place, base, changes, { by: 'test' }, lockOptions)
}

/** The history of a commit that was cut off after its first change, with one more file to be published. */
async function forgeHistory(path: string, { base = '', temporary = 'ab'.repeat(16) } = {}): Promise<void> {
  const evil = { path, sha256: sha256('evil'), text: 'evil' }
  // Of a file that was to go and is gone, as of one that was to be written and is, it has to be believed.
  const done = {
    path: base === '' ? 'plan.md' : 'gone.md',
    from: null,
    to: base === '' ? sha256(texts['plan.md']) : null,
  }
  const changes = [done, { path, from: null, to: evil.sha256 }]
  const version = { type: 'version', version: 1, parent: null, at: '', by: 'x', etag: 'x', temporary, changes }
  const entries = [
    { type: 'history', format: 1, plan: 'example', base, at: '' },
    { ...version, files: [evil] },
  ]
  const pen = await openPen(realMachine.files, place.history, emptyJournal, 10_000)
  await pen.write(entries)
  await pen.close()
}
