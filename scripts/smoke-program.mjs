/** Uses each part of the library once. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGraph, movePlan, waves } from '../dist/lib/plan.mjs'
import { runProcess } from '../dist/lib/process.mjs'
import {
  claim,
  commit,
  examine,
  listVersions,
  openPlanLog,
  openPlanPlace,
  readContent,
  realMachine,
} from '../dist/lib/store.mjs'

const root = mkdtempSync(join(tmpdir(), 'steadplan-smoke-'))
try {
  const steps = [
    { id: 'a', dependsOn: [] },
    { id: 'b', dependsOn: ['a'] },
  ]
  assert.deepEqual(waves(buildGraph(steps)).waves, [['a'], ['b']])

  const workspace = { root, state: join(root, '.steadplan') }
  mkdirSync(join(root, 'plan'))
  const files = { key: 'plan', base: join(root, 'plan'), files: ['plan.md'], folders: ['tasks'], fileCap: 1 << 20 }
  const place = await openPlanPlace(realMachine, workspace, files)
  const lock = { waitMs: 1000, command: 'smoke' }
  const changes = new Map([
    ['plan.md', Buffer.from('# A plan\n')],
    ['tasks/01-a.md', Buffer.from('Do a.\n')],
  ])
  const { content } = await commit(
    realMachine,
    place,
    await readContent(realMachine, place),
    changes,
    { by: 'smoke' },
    lock,
  )
  assert.equal((await readContent(realMachine, place)).etag, content.etag)
  assert.equal((await listVersions(realMachine, place)).versions.length, 1)

  const log = await openPlanLog(realMachine, place, { lockWaitMs: 1000, command: 'smoke' })
  await log.decide((state) => ({ records: movePlan(state, 'propose', { by: 'smoke' }), answer: undefined }))
  await claim(realMachine, log, { on: 'run', holder: 'smoke', ttlMs: 1000 })
  await assert.rejects(claim(realMachine, log, { on: 'run', holder: 'other', ttlMs: 1000 }), { code: 'E_CLAIMED' })
  assert.equal((await examine(realMachine, workspace)).findings.length, 0)

  const { succeeded, stdout } = await runProcess({ argv: [process.execPath, '-p', '6 * 7'], cwd: root })
  assert.equal(succeeded && stdout.text, '42\n')
} finally {
  rmSync(root, { recursive: true })
}
