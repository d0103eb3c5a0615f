import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import type { PlanRecord } from '../../../src/plan/records.ts'
import type { StepStatus } from '../../../src/plan/step-status.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { applyFixes } from '../../../src/store/plans/fix.ts'
import { openPlaceOf } from '../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { openPlan, readingOf, sourceOf } from '../../../src/store/plans/open-plan.ts'
import { teddyPlan } from '../../../src/store/plans/teddy-plan.ts'
import { create, edit, execute, planOf, read } from '../../faces/cli/action-plans/plan-text.ts'
import { ambiguous, safe } from '../../faces/cli/teddy/plans.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const options = { limits: defaultLimits, facts: {} }

/** A plan in `docs/next.md` of a project with these files. */
function setUp(plan: string | undefined, files: Readonly<Record<string, string>> = {}) {
  const root = fs.realpathSync(temporaryDirectory())
  const workspace = { root, state: join(root, '.steadplan') }
  const write = (path: string, text: string) => {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true })
    fs.writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  if (plan !== undefined) write('docs/next.md', plan)
  const found = teddyPlan(workspace, 'docs/next.md', 1e6)
  const open = () => openPlan(realMachine, found, options)
  const faults = async () => (await open()).diagnostics.map(({ code, file, range }) => [code, file, range?.start.line])
  /** Says in the log what became of steps, by their positions. */
  const log = async (...statuses: readonly StepStatus[]) => {
    const { reading } = await open()
    const own = await openPlanLog(realMachine, await openPlaceOf(realMachine, found), {
      lockWaitMs: 1e3,
      command: 'test',
    })
    const records = statuses.flatMap((to, at): PlanRecord[] => {
      const move = { type: 'step.moved', step: reading.plan.steps[at]!.id, by: 'ann' } as const
      if (to === 'pending') return []
      const begun: PlanRecord = { ...move, from: 'pending', to: 'in_progress' }
      return to === 'in_progress' ? [begun] : [begun, { ...move, from: 'in_progress', to }]
    })
    await own.decide(() => ({ records, answer: undefined }))
  }
  return { root, found, open, faults, log, write }
}

describe('a plan of actions', () => {
  it('is read as steps, each after the one before it', async () => {
    const { open } = setUp(planOf(create('a.txt', 'a\n'), execute('cat a.txt')))
    const { reading, isSound, diagnostics, list } = await open()
    expect({ isSound, diagnostics }).toEqual({ isSound: true, diagnostics: [] })
    expect(reading.plan).toMatchObject({ key: 'docs/next.md', dialect: 'teddy', title: 'A page about installing' })
    const [first, second] = reading.plan.steps
    expect([first!.title, second!.title, second!.dependsOn]).toEqual(['CREATE a.txt', 'EXECUTE cat a.txt', [first!.id]])
    expect(list!.actions).toHaveLength(2)
  })

  it('gives the text of its file by the name that diagnostics give it, and of no other', async () => {
    const opened = await setUp(planOf(read('a'))).open()
    expect(sourceOf(opened, 'docs/next.md')).toBe(planOf(read('a')))
    expect(sourceOf(opened, 'docs/other.md')).toBeUndefined()
  })

  it('B35: one that is gone has one fault, which says so', async () => {
    expect((await setUp(undefined).open()).diagnostics).toMatchObject([
      { code: 'E_NO_STEPS' },
      { code: 'E_PLAN_FILE_MISSING', file: 'docs/next.md' },
    ])
  })

  it('F73: one that is a link is not read', async () => {
    const { root, faults } = setUp(planOf(read('a')), { 'elsewhere.md': planOf(read('b')) })
    fs.rmSync(join(root, 'docs/next.md'))
    fs.symlinkSync('../elsewhere.md', join(root, 'docs/next.md'))
    expect(await faults()).toEqual([['E_NOT_A_FILE', 'docs/next.md', undefined]])
  })
})

describe('in the project', () => {
  const plan = planOf(create('a.txt', 'a\n'), edit('b.txt', 'two', 'zwei'), execute('true'), edit('a.txt', 'a', 'A'))

  it('faults of the text and of what it wants from the project are named at once', async () => {
    const { faults } = setUp(plan.replace('## Rationale', '## Rational'), { 'a.txt': 'x\n', 'b.txt': 'one\n' })
    expect(await faults()).toEqual([
      ['E_TEDDY_STRUCTURE', 'docs/next.md', 1],
      ['E_TEDDY_STRUCTURE', 'docs/next.md', 6],
      ['E_TEDDY_EXISTS', 'docs/next.md', expect.any(Number)],
      ['E_TEDDY_FIND_NONE', 'docs/next.md', expect.any(Number)],
    ])
  })

  it('says what each action does to its file, in the text as it will be then', async () => {
    const { open } = setUp(plan, { 'b.txt': 'one\ntwo\n' })
    const { actions, reading } = await open()
    const changes = reading.plan.steps.map(({ id }) => [...actions.get(id)!.changes.values()])
    expect(changes.map((own) => own.map(({ path, before, after }) => [path, before, after]))).toEqual([
      [['a.txt', undefined, 'a\n']],
      [['b.txt', 'one\ntwo\n', 'one\nzwei\n']],
      [],
      [['a.txt', 'a\n', 'A\n']],
    ])
  })

  it('what is done is not held against the project', async () => {
    const { log, faults, open } = setUp(plan, { 'b.txt': 'one\ntwo\n' })
    await log('complete', 'complete')
    expect(await faults()).toEqual([['E_TEDDY_MISSING', 'docs/next.md', 50]])
    const { reading, actions } = await open()
    expect(actions.get(reading.plan.steps[0]!.id)!.changes.size).toBe(0)
  })

  it('of a plan that is through nothing is asked', async () => {
    const { log, faults } = setUp(plan, { 'b.txt': 'one\ntwo\n' })
    await log('complete', 'skipped', 'complete', 'complete')
    expect(await faults()).toEqual([])
  })

  it('a step that failed is still to be done', async () => {
    const { log, faults, write } = setUp(plan, { 'b.txt': 'one\ntwo\n' })
    await log('failed')
    write('a.txt', 'x')
    expect(await faults()).toEqual([['E_TEDDY_EXISTS', 'docs/next.md', expect.any(Number)]])
  })

  it.each(['in_progress', 'interrupted'] as const)('C36: while one is %s nobody can say', async (status) => {
    const { log, faults, write } = setUp(plan, { 'b.txt': 'one\ntwo\n' })
    await log(status)
    write('a.txt', 'a\n')
    expect(await faults()).toEqual([])
  })

  it('a log that is damaged does not keep it from being read', async () => {
    const { root, log, open } = setUp(plan, { 'b.txt': 'one\n' })
    await log('complete')
    await log('pending', 'complete')
    const [name] = fs.readdirSync(join(root, '.steadplan/plans'))
    const file = join(root, '.steadplan/plans', name!, 'log.jsonl')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('in_progress', '1n_progress'))
    expect((await open()).reading.plan.steps).toHaveLength(4)
  })

  it('an earlier version is read without a look at the project', async () => {
    const { open, found } = setUp(plan, { 'a.txt': 'x\n' })
    const { content } = await open()
    expect(readingOf(found, content, options).diagnostics).toEqual([])
  })
})

describe('what the yes to the plan does not cover', () => {
  const asking = async (
    plan: string,
    files: Readonly<Record<string, string>> = {},
    prepare = (_root: string) => {},
  ) => {
    const { root, open } = setUp(plan, files)
    prepare(root)
    const { reading, actions } = await open()
    return reading.plan.steps.map(({ id, approval }) => [approval, actions.get(id)!.consents.map(({ what }) => what)])
  }

  it.each(['.git/hooks/pre-commit', '.GIT/config', '.github/workflows/x.yml', '.vscode/tasks.json', 'a/.envrc'])(
    'F77: a file that another program obeys: %s',
    async (path) => {
      expect(await asking(planOf(create(path, 'x\n')))).toEqual([['user', [path]]])
      expect(await asking(planOf(edit(path, 'a', 'b')), { [path]: 'a\n' })).toEqual([['user', [path]]])
    },
  )

  it('F77: one that a link leads to', async () => {
    const plan = planOf(edit('docs/ci.yml', 'a', 'b'))
    const link = (root: string) => fs.symlinkSync('../.github/workflows/ci.yml', join(root, 'docs/ci.yml'))
    expect(await asking(plan, { '.github/workflows/ci.yml': 'a\n' }, link)).toEqual([['user', ['docs/ci.yml']]])
  })

  it.each(['PATH', 'Path', 'LD_PRELOAD', 'NODE_OPTIONS', 'GIT_SSH_COMMAND'])('G83: %s for a command', async (name) => {
    const plan = planOf(execute('true', `**env:**\n  - \`${name}\`: "x"\n  - \`LANG\`: "C"`))
    expect(await asking(plan)).toEqual([['user', [name]]])
  })

  it('nothing else asks', async () => {
    const plan = planOf(
      create('a.txt', 'x\n'),
      execute('true', '**env:**\n  - `NODE_ENV`: "test"'),
      read('.git/config'),
    )
    expect(await asking(plan, { '.git/config': '' })).toEqual([
      [undefined, []],
      [undefined, []],
      [undefined, []],
    ])
  })

  it('G84: it is no part of what is signed', async () => {
    const plan = planOf(create('.envrc', 'x\n'))
    const { open } = setUp(plan)
    expect(Buffer.from((await open()).reading.signed.plan).toString()).toBe(plan)
  })
})

describe('--fix', () => {
  it('E67: makes the fences safe, once', async () => {
    const { open } = setUp(ambiguous)
    const { fixed, changes, after } = applyFixes(await open(), options)
    expect(fixed).toHaveLength(1)
    expect(Buffer.from(changes.get('next.md')!).toString()).toBe(safe)
    expect(after.diagnostics.filter(({ fix }) => fix)).toEqual([])
  })

  it('takes the fences off that all of it stands between', async () => {
    const { open } = setUp(`Here it is:\n\n\`\`\`\`\`markdown\n${safe}\`\`\`\`\`\n`)
    const { after } = applyFixes(await open(), options)
    expect(after.isSound).toBe(true)
  })

  it('offers nothing where the fences are not at fault', async () => {
    const { open } = setUp(safe.replace('### `READ`', '### `REED`'))
    expect((await open()).diagnostics.map(({ code, fix }) => [code, fix])).toEqual([
      ['E_TEDDY_ACTION_UNKNOWN', undefined],
    ])
  })

  it('D61: bytes that are no text are left as they are', async () => {
    const { root, open } = setUp(ambiguous)
    fs.writeFileSync(join(root, 'docs/next.md'), Buffer.concat([Buffer.from(ambiguous), Buffer.from([0xff, 0xfe])]))
    expect(applyFixes(await open(), options).changes.size).toBe(0)
  })
})

describe('actions in the text of a step', () => {
  const actions = planOf(create('a.txt', 'a\n'), execute('true')).split('## Action Plan')[1]!
  const openHome = async (body: string) => {
    const { root } = setUp(undefined, {
      'plans/login/plan.md': '---\ntitle: Login\n---\n\nWhy.\n',
      'plans/login/tasks/01-page.md': `---\nid: page\n---\n\n${body}`,
      'plans/login/tasks/02-words.md': '---\nid: words\n---\n\n## What\n\nCREATE it, then READ it.\n',
    })
    return openPlan(realMachine, homePlan({ root, state: join(root, '.steadplan') }, 'login', 1e6), options)
  }

  it('belong to that step, and words to none', async () => {
    const { actions: byStep, isSound, list } = await openHome(`Make the page.\n\n## Action Plan${actions}`)
    expect([...byStep].map(([id, own]) => [id, own.actions.map(({ kind }) => kind)])).toEqual([
      ['page', ['CREATE', 'EXECUTE']],
    ])
    expect({ isSound, list }).toEqual({ isSound: true, list: undefined })
  })

  it('have their faults at their places in the file of the step', async () => {
    const { diagnostics } = await openHome(`Make the page.\n\n## Action Plan${actions.replace('EXECUTE', 'EXCUTE')}`)
    expect(diagnostics).toMatchObject([
      {
        code: 'E_TEDDY_ACTION_UNKNOWN',
        file: 'plans/login/tasks/01-page.md',
        range: { start: { line: 17, column: 1 } },
      },
    ])
  })

  it('F77: ask for what the yes to the plan does not cover', async () => {
    const { reading } = await openHome(`## Action Plan${actions.replaceAll('a.txt', '.git/config')}`)
    expect(reading.plan.steps.map(({ id, approval }) => [id, approval])).toEqual([
      ['page', 'user'],
      ['words', undefined],
    ])
  })
})
