import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../../src/dialects/planloop/session.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readPlanState } from '../../../src/store/plan-log.ts'
import { planloopHome } from '../../../src/store/planloop/planloop-home.ts'
import { readSession } from '../../../src/store/planloop/session-fold.ts'
import { sessionPlace } from '../../../src/store/planloop/session-place.ts'
import { readTasks, readWholeSession } from '../../../src/store/planloop/tasks.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

/**
 * C47: what earlier releases wrote is read by this one, with the same result. A folder for each format there ever was, made
 * by the release that wrote it and never changed: the directory of a session, and what it was expected to say.
 */
const fixtures = 'test/store/planloop/fixtures/formats'

describe.each(readdirSync(fixtures))('C47: %s', (format) => {
  const { id, tasks, status, signals, leases, ...rest } = JSON.parse(
    readFileSync(join(fixtures, format, 'expected.json'), 'utf8'),
  )

  function copy() {
    const place = sessionPlace(planloopHome({}, temporaryDirectory()), id)
    cpSync(join(fixtures, format, 'state'), place.directory, { recursive: true })
    return place
  }

  it.each([true, false])('is read with the same result (with its snapshot: %s)', async (withSnapshot) => {
    const place = copy()
    if (!withSnapshot) rmSync(join(place.directory, 'snapshot-session.json'))
    const session = await readSession(realMachine, place)
    expect(seen(session)).toEqual({ ...rest, status, signals, leases })
    expect(await readTasks(realMachine, place, session.tasks.values())).toEqual(tasks)
  })

  it('is read whole with the same result', async () => {
    const whole = await readWholeSession(realMachine, copy())
    expect(seen(whole.session)).toEqual({ ...rest, status, signals, leases })
    expect(whole.tasks).toEqual(tasks)
  })

  it('is a plan to whoever does not know of sessions', async () => {
    const state = await readPlanState(realMachine, copy())
    expect(state.status).toBe(status)
    expect(state.steps.get('2')).toMatchObject({ status: 'complete', proven: true })
    expect(state.steps.get('3')).toMatchObject({ status: 'in_progress', by: 'codex-1' })
  })
})

function seen({ goal, project, needsApproval, meta, version, signals, plan }: Session) {
  const leases = [...plan.leases].map(([on, { holder, token }]) => [on, holder, token])
  return { goal, project, needsApproval, meta, version, status: plan.status, signals: [...signals.values()], leases }
}
