import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlanRecord } from '../../../src/plan/records.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { findPlans } from '../../../src/store/plans/find-plans.ts'
import { openPlaceOf } from '../../../src/store/plans/found-plan.ts'
import { teddyPlan } from '../../../src/store/plans/teddy-plan.ts'
import { findTeddyPlans } from '../../../src/store/plans/teddy-plans.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

function project(...files: readonly string[]) {
  const root = fs.realpathSync(temporaryDirectory())
  const workspace = { root, state: join(root, '.steadplan') }
  const write = (file: string) => {
    fs.mkdirSync(dirname(join(root, file)), { recursive: true })
    fs.writeFileSync(join(root, file), '')
  }
  for (const file of files) write(file)
  const find = async (machine = realMachine) => {
    const { plans, past = [], diagnostics } = await findTeddyPlans(machine, workspace, 1000)
    const names = (some: typeof plans) => some.map(({ name }) => name)
    return { plans: names(plans), past: names(past), faults: diagnostics.map(({ code, file }) => `${code} ${file}`) }
  }
  return { root, workspace, find }
}

const turns = (session: string, ...numbers: readonly string[]) =>
  numbers.map((number) => `.teddy/sessions/${session}/${number}/plan.md`)

/** Puts the plan of a turn into a status, by the moves that lead there. */
async function moved(workspace: { root: string; state: string }, turn: string, moves: readonly string[][]) {
  const found = teddyPlan(workspace, `.teddy/sessions/${turn}/plan.md`, 1000)
  const log = await openPlanLog(realMachine, await openPlaceOf(realMachine, found), {
    lockWaitMs: 1000,
    command: 'test',
  })
  const records = moves.map(([from, event, to]) => ({ type: 'plan.moved', from, event, to, by: 'ann' }) as PlanRecord)
  await log.decide(() => ({ records, answer: undefined }))
}

const executing = [
  ['draft', 'propose', 'proposed'],
  ['proposed', 'approve', 'approved'],
  ['approved', 'start', 'executing'],
]
const completed = [...executing, ['executing', 'complete', 'completed']]
const failed = [...executing, ['executing', 'fail', 'failed']]

describe('the plans of teddy in a project', () => {
  it('are the turns of its sessions and what was kept without one', async () => {
    const { find } = project(
      ...turns('login', '01'),
      ...turns('pay', '01'),
      '.teddy/plans/rename.md',
      '.teddy/plans/.rename.md.swp',
      '.teddy/plans/notes.txt',
      '.teddy/sessions/login/session.context',
      '.teddy/sessions/login/notes/plan.md',
      '.teddy/sessions/login/1/plan.md',
      '.teddy/memos.yaml',
      'docs/next.md',
    )
    expect(await find()).toEqual({ plans: ['login/01', 'pay/01', 'rename.md'], past: [], faults: [] })
  })

  it('are none where there is no .teddy', async () => {
    expect(await project('README.md').find()).toEqual({ plans: [], past: [], faults: [] })
  })

  it('have keys that no other plan has', async () => {
    const { root, workspace } = project(...turns('plans', '01'), 'plans/01/plan.md', '.teddy/plans/a.md')
    const home = { root: join(root, 'home'), state: join(root, 'home/.steadplan') }
    const { plans } = await findPlans(realMachine, workspace, home, 1000)
    expect(plans.map(({ name, files, prefix }) => [name, files.key, prefix])).toEqual([
      ['01', 'plans/01', 'plans/01/'],
      ['plans/01', '.teddy/sessions/plans/01', '.teddy/sessions/plans/01/'],
      ['a.md', '.teddy/plans/a.md', '.teddy/plans/'],
    ])
  })
})

describe('of the turns of a session', () => {
  it('the latest counts, by its number', async () => {
    const { find } = project(...turns('login', '02', '99', '100', '10'))
    expect(await find()).toMatchObject({ plans: ['login/100'], past: ['login/02', 'login/10', 'login/99'] })
  })

  it('one that has no plan yet is none', async () => {
    const { find } = project(
      ...turns('login', '01'),
      '.teddy/sessions/login/02/input.md',
      '.teddy/sessions/new/01/input.md',
    )
    expect(await find()).toMatchObject({ plans: ['login/01'], past: [] })
  })

  it('those before it count that are under way, back to the first that is not', async () => {
    const { find, workspace } = project(...turns('login', '01', '02', '03', '04'))
    await moved(workspace, 'login/01', executing)
    await moved(workspace, 'login/02', completed)
    await moved(workspace, 'login/03', executing)
    await moved(workspace, 'login/04', completed)
    expect(await find()).toMatchObject({ plans: ['login/03', 'login/04'], past: ['login/01', 'login/02'] })
  })

  it('a plan that failed, or that nobody took up, has the next one in its place', async () => {
    const { find, workspace } = project(...turns('a', '01', '02'), ...turns('b', '01', '02'))
    await moved(workspace, 'a/01', failed)
    expect(await find()).toMatchObject({ plans: ['a/02', 'b/02'], past: ['a/01', 'b/01'] })
  })

  it('one whose log cannot be read may be under way', async () => {
    const { find, workspace } = project(...turns('login', '01', '02'))
    await moved(workspace, 'login/01', executing)
    await moved(workspace, 'login/01', completed.slice(-1))
    const [name] = fs.readdirSync(join(workspace.state, 'plans'))
    const log = join(workspace.state, 'plans', name!, 'log.jsonl')
    fs.writeFileSync(log, fs.readFileSync(log, 'utf8').replace('proposed', 'pr0posed'))
    expect(await find()).toMatchObject({ plans: ['login/01', 'login/02'] })
  })

  it('a thousand cost as many looks at the disk as two', async () => {
    const callsFor = async (count: number) => {
      const names = Array.from({ length: count }, (_, at) => String(at + 1).padStart(4, '0'))
      const { find, workspace } = project(...turns('login', ...names))
      await moved(workspace, `login/${names.at(-2)}`, completed)
      const { files, calls } = countingFiles(realMachine.files, {})
      expect((await find({ ...realMachine, files })).plans).toEqual([`login/${names.at(-1)}`])
      return calls.length
    }
    expect(await callsFor(1000)).toBe(await callsFor(2))
  })
})

describe('what leads elsewhere is named and not followed', () => {
  it.each([
    ['.teddy', '.teddy/sessions/'],
    ['.teddy/sessions', '.teddy/sessions/'],
    ['.teddy/plans', '.teddy/plans/'],
    ['.teddy/sessions/login', '.teddy/sessions/login/'],
    ['.teddy/sessions/login/01', '.teddy/sessions/login/01/'],
    ['.teddy/plans/a.md', '.teddy/plans/a.md'],
  ])('F73: a link at %s', async (path, named) => {
    const { root, find } = project(...turns('login', '01'), '.teddy/plans/a.md')
    fs.renameSync(join(root, path), join(root, 'elsewhere'))
    fs.symlinkSync(join(root, 'elsewhere'), join(root, path))
    const { plans, faults } = await find()
    expect(faults).toContain(`E_NOT_A_FILE ${named}`)
    expect(plans).not.toContain(path.endsWith('a.md') || path.endsWith('plans') ? 'a.md' : 'login/01')
  })

  it('F75: pipes among the plans', async () => {
    const { root, find } = project(...turns('login', '01'))
    fs.mkdirSync(join(root, '.teddy/plans'))
    execFileSync('mkfifo', [join(root, '.teddy/plans/pipe.md')])
    expect(await find()).toEqual({ plans: ['login/01'], past: [], faults: ['E_NOT_A_FILE .teddy/plans/pipe.md'] })
  })

  it('F76: names that some system reads otherwise are refused', async () => {
    const { find } = project(...turns('CON', '01'), ...turns('ok', '01'), '.teddy/plans/nul.md')
    expect(await find()).toMatchObject({
      plans: ['ok/01'],
      faults: ['E_BAD_NAME .teddy/sessions/CON/', 'E_BAD_NAME .teddy/plans/nul.md'],
    })
  })
})
