import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { listVersions } from '../../../src/store/content/history.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { placeOf } from '../../../src/store/plans/found-plan.ts'
import { findHomePlans } from '../../../src/store/plans/home-plans.ts'
import { newName } from '../../../src/store/plans/new-name.ts'
import { openPlan } from '../../../src/store/plans/open-plan.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { testMachine } from '../../support/machine.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { create } from './create.ts'

describe('a new plan', () => {
  test('is version 1 of its history, by whoever made it', async () => {
    const root = temporaryDirectory()
    const { version, opened } = await create(realMachine, root, 'login')
    expect({ version, isSound: opened.isSound }).toEqual({ version: 1, isSound: true })
    const { versions } = await listVersions(realMachine, placeOf(opened.found))
    expect(versions).toMatchObject([{ published: true, version: { version: 1, by: 'ann' } }])
  })

  test.each(['login', 'LOGIN', 'Login'])('does not take the name of another, also not as %s', async (name) => {
    const root = temporaryDirectory()
    await create(realMachine, root, 'login')
    await expect(create(realMachine, root, name)).rejects.toMatchObject({ code: 'E_PLAN_EXISTS' })
    expect(fs.readdirSync(join(root, 'plans'))).toEqual(['login'])
  })

  test('does not take the name of one that is gone: its log would count for the new one', async () => {
    const root = temporaryDirectory()
    await create(realMachine, root, 'login')
    fs.rmSync(join(root, 'plans/login'), { recursive: true })
    await expect(create(realMachine, root, 'login')).rejects.toMatchObject({ code: 'E_PLAN_EXISTS' })
  })

  test('A1: of two at once with one name one is made, whole', async () => {
    const root = temporaryDirectory()
    const made = await Promise.allSettled([1, 2, 3, 4].map(() => create(realMachine, root, 'login')))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of made) if (one.status === 'rejected') expect(isFault(one.reason, 'E_PLAN_EXISTS')).toBe(true)
  })

  test('with faults is not written', async () => {
    const root = temporaryDirectory()
    const files = new Map([
      ['plan.md', Buffer.from('---\ntitle: T\n---\n')],
      ['tasks/x.md', Buffer.from('x')],
    ])
    await expect(create(realMachine, root, 'login', files)).rejects.toMatchObject({
      code: 'E_TASK_NAME',
      diagnostics: [{}],
    })
    expect(fs.readdirSync(root)).toEqual([])
  })

  test('B16: killed after any call of the disk it is there whole or not at all, and the next try succeeds', async () => {
    const ends = new Set<string>()
    for (let k = 1; ; k++) {
      const root = temporaryDirectory()
      const isDone = await killedAfter(k, root)
      const machine = testMachine(realFiles, { pid: 2, dead: (pid) => pid === 1 })
      const { plans } = await findHomePlans(machine, { root, state: join(root, '.steadplan') }, 1000)
      const codes: string[] = []
      for (const plan of plans)
        codes.push(...(await openPlan(machine, plan, options)).diagnostics.map(({ code }) => code))
      const again = await create(machine, root, 'login').then(
        () => 'made',
        (error) => error.code,
      )
      // A directory for the tasks may be left behind; nothing stands in it.
      const allowed = ['made', 'made E_NO_STEPS E_PLAN_FILE_MISSING', 'E_PLAN_EXISTS']
      expect(allowed, `after call ${k}`).toContain([again, ...codes].join(' '))
      ends.add(again)
      if (isDone) break
    }
    expect(ends).toEqual(new Set(['made', 'E_PLAN_EXISTS']))
  })
})

const options = { limits: defaultLimits, facts: {} }

/** Makes a plan, and after its k-th call to the disk no other succeeds. Answers whether it came to its end. */
function killedAfter(k: number, root: string): Promise<boolean> {
  const { files } = countingFiles(realFiles, {
    before: (_call, index) => {
      if (index > k) throw diskError('EKILLED')
    },
  })
  return create(testMachine(files, { pid: 1 }), root, 'login').then(
    () => true,
    () => false,
  )
}

test('names of the same title differ by chance, and are names everywhere', () => {
  const names = Array.from({ length: 50 }, () => newName('Add a login page', realMachine.nonce()))
  expect(new Set(names).size).toBe(50)
  for (const name of names) expect(name).toMatch(/^add-a-login-page-[0-9a-z]{4}$/)
  expect(newName('…', '0'.repeat(32))).toBe('untitled-0000')
})
