import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PlanState } from '../../../src/plan/state.ts'
import { readKeptPlan } from '../../../src/run/pull/kept-plan.ts'
import type { PlanPlace } from '../../../src/store/content/place.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { placeOf } from '../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { readUserKey } from '../../../src/store/user-key.ts'
import { userDirectories } from '../../../src/store/workspace/user-directories.ts'
import { Puller, planOf } from '../../faces/cli/loop/puller.ts'

const plan = planOf({ schema: 'verify:\n  - npm test', docs: 'approval: user\ndepends_on: [schema]' })
let puller: Puller
let place: PlanPlace
let key: Uint8Array | undefined
let file: string

beforeEach(async () => {
  puller = await Puller.approved(plan)
  await puller.next('a')
  place = placeOf(homePlan({ root: puller.root, state: join(puller.root, '.steadplan') }, 'login', 1024 * 1024))
  key = await readUserKey(realMachine, userDirectories(puller.env, puller.home, 'linux'))
  file = join(place.directory, 'approved.json')
})

const read = async (state?: PlanState) =>
  readKeptPlan(realMachine, place, key, (state ?? (await puller.state)).approval!)

test('it is the plan as it was approved', async () => {
  const kept = await read()
  expect(kept?.reading.plan).toMatchObject({
    key: 'plans/login',
    title: 'Login',
    steps: [
      { id: 'schema', text: 'Do schema.', dependsOn: [], verify: ['npm test'] },
      { id: 'docs', approval: 'user', dependsOn: ['schema'] },
    ],
  })
  expect(kept?.hasOwnYes(await puller.state, 'docs')).toBe(false)
  expect(kept?.files.get('docs')).toBe('plans/login/tasks/02-docs.md')
})

describe('it is not believed', () => {
  test('with a byte changed anywhere', async () => {
    const bytes = fs.readFileSync(file)
    for (const at of [0, 63, 64, 65, bytes.indexOf('npm test'), bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      fs.writeFileSync(file, changed)
      expect(await read()).toBeUndefined()
    }
  })

  test.each([0, 1, 64, 65, 100])('cut off after %d bytes', async (length) => {
    fs.truncateSync(file, length)
    expect(await read()).toBeUndefined()
  })

  test('P7: when it came with a repository, together with the log', async () => {
    const other = await Puller.approved(plan)
    await other.next('b')
    fs.rmSync(join(puller.root, '.steadplan'), { recursive: true })
    fs.cpSync(join(other.root, '.steadplan'), join(puller.root, '.steadplan'), { recursive: true })
    expect(await read()).toBeUndefined()
    expect(await puller.next('a')).toMatchObject({ code: 1, reason: 'unapproved' })
  })

  test('after another yes', async () => {
    const before = await puller.state
    puller.write('plans/login/tasks/01-schema.md', '---\nid: schema\n---\n\nDo it otherwise.\n')
    await puller.approve()
    expect(await read()).toBeUndefined()
    expect(await read(before)).toBeDefined()
    await puller.next('a')
    expect((await read())?.reading.plan.steps[0]?.text).toBe('Do it otherwise.')
  })
})

test('it can be deleted; the next who asks makes it again', async () => {
  fs.rmSync(file)
  expect(await read()).toBeUndefined()
  await puller.next('a')
  expect(await read()).toBeDefined()
})
