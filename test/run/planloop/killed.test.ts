import { cpSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { StatusAnswer } from '../../../src/dialects/planloop/status-answer.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { updateSession } from '../../../src/run/planloop/update.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { currentSession } from '../../../src/store/planloop/current-session.ts'
import { listSessions } from '../../../src/store/planloop/list-sessions.ts'
import { readKeptStatus } from '../../../src/store/planloop/plain/kept-status.ts'
import { readWholeSession } from '../../../src/store/planloop/tasks.ts'
import { startChild } from '../../support/children.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { rounds } from '../../support/long.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { type Loop, loopAt, loopWith, startLoop, task, updatingIn } from './session-kit.ts'

const payload = {
  add_tasks: [task('Add a second part', { dependencies: [2] })],
  update_tasks: [{ id: 2, status: 'DONE', result: 'It is there.' }],
} as const

/** The tasks as they are before the update and after it; there is nothing in between. */
async function stateOf(loop: Loop): Promise<'old' | 'new'> {
  const { tasks } = await readWholeSession(realMachine, loop.place)
  const seen = tasks.map(({ status, result }) => `${status} ${result ?? ''}`.trim())
  if (seen.join() === 'DONE,TODO') return 'old'
  expect(seen).toEqual(['DONE', 'DONE It is there.', 'TODO'])
  return 'new'
}

/** What is answered quickly is what is answered slowly. */
async function answersOf({ place, status }: Loop): Promise<StatusAnswer> {
  const answer = await status({ compact: true })
  const kept = await readKeptStatus(realFiles, place.directory, place.active)
  if (kept !== undefined) expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(answer)))
  return answer
}

describe('B16: killed after each call to the disk', () => {
  it('an update happened or did not, and the next command works', async () => {
    const before = await loopWith([task('Add one part')])
    const seen = new Set<string>()
    let calls = 0
    for (let k = 1; ; k += rounds(3, 1)) {
      const loop = copyOf(before)
      const { lines } = await startChild('dying-looper', { root: loop.root, id: loop.place.plan, what: 'update', k })
        .ended
      const state = await stateOf(loop)
      expect((await answersOf(loop)).now.reason).toBe('ready_for_task')
      seen.add(state)
      if (lines.includes('finished')) expect(state).toBe('new')
      await loop.update({ update_tasks: [{ id: 2, status: 'DONE', result: 'It is there.' }] })
      await answersOf(loop)
      rmSync(loop.root, { recursive: true })
      if (lines.includes('finished')) break
      calls = k
    }
    expect(calls).toBeGreaterThan(20)
    expect([...seen].sort()).toEqual(['new', 'old'])
  })

  it('a start left a whole session or none', async () => {
    const before = await startLoop()
    for (let k = 1; ; k += rounds(4, 1)) {
      const { root, home, place } = copyOf(before)
      const { lines } = await startChild('dying-looper', { root, what: 'start', k }).ended
      const { sessions, diagnostics } = await listSessions(realMachine, home)
      expect(diagnostics).toEqual([])
      expect([1, 2]).toContain(sessions.length)
      const current = await currentSession(realMachine, home, root)
      expect(sessions.map(({ id }) => id)).toContain(current ?? place.plan)
      for (const { id } of sessions) expect((await answersOf(loopAt(root, id))).now.reason).toBe('ready_for_task')
      rmSync(root, { recursive: true })
      if (lines.includes('finished')) break
    }
  })
})

describe('B24: a disk that refuses call k', () => {
  it.each(['ENOSPC', 'EIO', 'EACCES'])('%s: an update is refused or taken, never half', async (code) => {
    const before = await loopWith([task('Add one part')])
    for (let k = 1; ; k += rounds(2, 1)) {
      const loop = copyOf(before)
      let isOver = false
      const { files, calls } = countingFiles(realFiles, {
        before: (_call, index) => {
          if (index === k && !isOver) throw diskError(code)
        },
      })
      const machine = { ...realMachine, files }
      const taken = await loop
        .open(machine)
        .then((open) => updateSession(open, payload, updatingIn(loop.root)))
        .then(
          () => true,
          (error: unknown) => {
            expect(isFault(error), String(error)).toBe(true)
            return false
          },
        )
      isOver = true
      const wasReached = calls.length >= k
      const state = await stateOf(loop)
      if (taken) expect(state, `call ${k}, ${calls[k - 1]?.name}`).toBe('new')
      await answersOf(loop)
      // By the same process, which may still hold the lock that it could not remove.
      const next = { add_tasks: [], update_tasks: [{ id: 2, notes: 'The next one works.' }] }
      await updateSession(await loop.open(machine), next, updatingIn(loop.root))
      rmSync(loop.root, { recursive: true })
      if (!wasReached) break
    }
  })
})

/** The same project and the same home, elsewhere. */
function copyOf({ root, place }: Loop): Loop {
  const copy = temporaryDirectory()
  cpSync(root, copy, { recursive: true })
  return loopAt(copy, place.plan)
}
