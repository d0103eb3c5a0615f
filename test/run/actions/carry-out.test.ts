import { beforeEach, describe, expect, it } from 'vitest'
import { readActionsIn } from '../../../src/dialects/teddy/embedded.ts'
import type { ActionRecord } from '../../../src/plan/action-records.ts'
import type { Acting } from '../../../src/run/actions/acting.ts'
import { openBackground } from '../../../src/run/actions/background.ts'
import { carryOutAction } from '../../../src/run/actions/carry-out.ts'
import { watchFiles } from '../../../src/run/changed-files.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { stepOf } from '../run-kit.ts'
import { makeProject } from './make-project.ts'
import { chat, create, execute, type TeddyProject } from './teddy-project.ts'

let project: TeddyProject
let said: ActionRecord[]
beforeEach(async () => {
  project = await makeProject([])
  said = []
})

/** Carries out one action as the engine would that begins it without looking. */
function carryOut(text: string, more: Partial<Acting> = {}) {
  const [action] = readActionsIn(`## Action Plan\n\n${text}`)!.plan.actions
  const { root: cwd, place } = project
  return carryOutAction(action!, {
    machine: realMachine,
    cwd,
    env: {},
    watch: watchFiles(realMachine, cwd),
    timeoutMs: 10_000,
    cancel: new AbortController().signal,
    research: { url: '', command: '' },
    outputCap: 1000,
    place,
    step: stepOf('a'),
    change: undefined,
    isApart: false,
    hasOwnYes: false,
    say: async (record) => void said.push(record),
    background: openBackground(),
    onOutput: () => {},
    ...more,
  })
}

describe('the last line of defence', () => {
  it('G83 a variable that changes what runs is not set without a yes to this very action', async () => {
    const action = execute('touch ran', '- **env:**\n    - `NODE_OPTIONS`: "--require ./evil.js"\n')
    expect(await carryOut(action)).toMatchObject({ status: 'failed', why: expect.stringContaining('E_ENVIRONMENT') })
    expect([project.has('ran'), said]).toEqual([false, []])
    expect(await carryOut(action, { hasOwnYes: true })).toMatchObject({ status: 'succeeded' })
  })

  it.each(['.git/config', '.GIT/hooks/pre-commit'])('F77 %s is not written without one', async (path) => {
    const change = { path, real: `${project.root}/${path}`, before: undefined, after: 'x' }
    const refused = await carryOut(create(path, 'x\n'), { change })
    expect(refused).toMatchObject({ status: 'failed', why: expect.stringContaining('E_NOT_APPROVED') })
    expect([project.has(path), said]).toEqual([false, []])
    expect(await carryOut(create(path, 'x\n'), { change, hasOwnYes: true })).toMatchObject({ status: 'succeeded' })
  })

  it('F72 a change that leads out of the project is not made, whoever checked it', async () => {
    const change = { path: 'a', real: `${project.root}-evil/a`, before: undefined, after: 'x' }
    expect(await carryOut(create('a', 'x\n'), { change })).toMatchObject({
      status: 'failed',
      why: expect.stringContaining('E_OUTSIDE'),
    })
  })
})

describe('a run that was stopped', () => {
  it('begins nothing more', async () => {
    const cancel = AbortSignal.abort()
    expect(await carryOut(execute('touch ran'), { cancel })).toMatchObject({ status: 'interrupted' })
    expect(project.has('ran')).toBe(false)
  })

  it('does not wait for an answer', async () => {
    const cancel = new AbortController()
    const answer = carryOut(chat('Well?'), { cancel: cancel.signal, chat: () => new Promise(() => {}) })
    cancel.abort()
    expect(await answer).toMatchObject({ status: 'interrupted' })
  })

  it('a message that nobody can be shown is in the record and does not fail', async () => {
    expect(await carryOut(chat('Well?'))).toEqual({ status: 'succeeded' })
  })
})
