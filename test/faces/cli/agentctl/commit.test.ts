import { readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { visible } from '../../../../src/plan/diagnostics/visible.ts'
import type { PlanRecord } from '../../../../src/plan/records.ts'
import type { StepStatus } from '../../../../src/plan/step-status.ts'
import { listVersions } from '../../../../src/store/content/history.ts'
import { readContent } from '../../../../src/store/content/read.ts'
import { openPlanLog, readPlanState } from '../../../../src/store/plan-log.ts'
import { openPlaceOf } from '../../../../src/store/plans/found-plan.ts'
import { threadPlan } from '../../../../src/store/sessions/thread-plan.ts'
import { lock, small, writePlan } from '../../../store/sessions/session.ts'
import { Agent } from './agent.ts'

describe('plan commit', () => {
  it('submits every thread at once and says what happens next', async () => {
    const agent = new Agent()
    const extra = await agent.request()
    writePlan(agent.directory)
    writePlan(extra.plan_dir, { ...small, 'plan.md': '---\ntitle: Add logout\n---\n\nToo.\n' })
    expect(await agent.commit()).toEqual({
      code: 0,
      err: '',
      out: [
        'commit 1',
        '  s1  Add login  2 tasks  proposed  first',
        `  ${extra.thread_id}  Add logout  2 tasks  proposed  first`,
        'a person approves it: steadplan review s1',
        `a person approves it: steadplan review ${extra.thread_id}`,
        '',
      ].join('\n'),
    })
    expect(commitsOf(agent)).toEqual(['commit-000001.json'])
    expect(readCommit(agent, 1)).toMatchObject({
      version: 1,
      by: 'claude-code',
      plans: [
        {
          thread_id: 's1',
          plan_dir: agent.directory,
          plan: { title: 'Add login', body: 'Why and how.' },
          tasks: [
            { filename: '01-a.md', id: 'a', description: 'Do a.' },
            { filename: '02-b.md', id: 'b', depends_on: ['a'], description: 'Do b.' },
          ],
        },
        { thread_id: extra.thread_id },
      ],
      removed: [],
      cleared: [],
    })
  })

  it('answers programs with the same', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    expect(JSON.parse((await agent.commit(true)).out)).toEqual({
      committed: true,
      commit: 1,
      unchanged: false,
      threads: [
        {
          thread_id: 's1',
          plan_dir: agent.directory,
          title: 'Add login',
          tasks: 2,
          version: 1,
          status: 'proposed',
          amendment: false,
          changed: true,
        },
      ],
      removed: [],
      cleared: [],
      next: ['a person approves it: steadplan review s1'],
      diagnostics: [],
    })
  })

  it('names all faults of all directories in one run and submits nothing', async () => {
    const agent = new Agent()
    const [broken, empty] = [await agent.request(), await agent.request()]
    writePlan(agent.directory)
    writePlan(broken.plan_dir, {
      'plan.md': '---\ntitel: x\n---\nBody.\n',
      'tasks/01-a.md': '---\nid: A\ndepends_on: [nobody]\n---\n',
      'tasks/notes.md': 'x',
    })
    const { code, out, err } = await agent.commit()
    expect({ code, out }).toEqual({ code: 1, out: '' })
    for (const found of ['E_FIELD_UNKNOWN', 'E_DANGLING', 'E_TASK_NAME', 'E_PLAN_FILE_MISSING'])
      expect(err).toContain(found)
    expect(err).toContain(`${broken.plan_dir}/plan.md:2:1`)
    expect(err).toContain(`agentctl plan remove-thread --thread-id ${empty.thread_id}`)
    expect(err).toContain('nothing was committed')
    expect(commitsOf(agent)).toEqual([])
    expect((await stateOf(agent)).status).toBe('draft')
    const json = JSON.parse((await agent.commit(true)).out)
    expect(json.committed).toBe(false)
    expect(json.diagnostics.length).toBeGreaterThan(3)
  })

  it('asks for a plan where there is none, unless it was cleared', async () => {
    const agent = new Agent()
    expect(await agent.commit()).toMatchObject({ code: 1, err: expect.stringContaining('agentctl plan clear-current') })
    await agent.clear()
    const cleared = 'commit 1\n  s1  no plan for this thread\n'
    expect(await agent.commit()).toEqual({ code: 0, err: '', out: cleared })
    expect(await agent.commit()).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing changed since commit 1'),
    })
    expect(readCommit(agent, 1)).toMatchObject({ plans: [], cleared: ['s1'] })
    writePlan(agent.directory)
    expect(await agent.commit()).toMatchObject({ code: 0, out: expect.stringContaining('commit 2\n') })
    rmSync(agent.directory, { recursive: true })
    expect(await agent.commit()).toMatchObject({ code: 1, err: expect.stringContaining('E_PLAN_FILE_MISSING') })
  })

  it('makes no second commit of the same', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    expect((await agent.commit()).out).toContain(
      'nothing changed since commit 1\n  s1  Add login  2 tasks  proposed  unchanged',
    )
    expect(commitsOf(agent)).toEqual(['commit-000001.json'])
  })

  it('takes a change for one that the payload has no field for', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    writeFileSync(join(agent.directory, 'tasks/01-a.md'), '---\nid: a\nverify: [npm test]\n---\n\nDo a.\n')
    expect((await agent.commit()).out).toContain('commit 2\n  s1  Add login  2 tasks  proposed  amendment')
    expect(readCommit(agent, 2).plans).toEqual(readCommit(agent, 1).plans)
  })

  it('tells warnings and commits all the same', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory, { 'plan.md': '---\ntitle: Only a title\n---\n' })
    const { code, err } = await agent.commit()
    expect(code).toBe(0)
    expect(err).toContain('warning')
  })

  it('H90: shows nothing of a plan as control characters', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory, { ...small, 'plan.md': `---\ntitle: "${'ä'.repeat(200)}\\e[2J"\n---\n\nBody.\n` })
    const { out, err } = await agent.commit()
    expect(out + err).toBe(visible(out + err).replaceAll('^J', '\n'))
  })

  it('F73: a link among the files is a fault, and what it leads to is not read', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    symlinkSync('/etc/passwd', join(agent.directory, 'tasks/03-c.md'))
    const { code, err } = await agent.commit()
    expect(code).toBe(1)
    expect(err).toContain('E_NOT_A_FILE')
    expect(err).not.toContain('root:')
  })
})

describe('an amendment', () => {
  const change: Readonly<Record<string, (directory: string) => void>> = {
    'changes it': (directory) => writeFileSync(join(directory, 'tasks/01-a.md'), '---\nid: a\n---\n\nDo more.\n'),
    'renames its file': (directory) => {
      unlinkSync(join(directory, 'tasks/01-a.md'))
      writeFileSync(join(directory, 'tasks/05-a.md'), small['tasks/01-a.md'])
    },
    'removes it': (directory) => {
      unlinkSync(join(directory, 'tasks/01-a.md'))
      writeFileSync(join(directory, 'tasks/02-b.md'), '---\nid: b\n---\n\nDo b.\n')
    },
    'leaves it': (directory) => writeFileSync(join(directory, 'tasks/03-c.md'), '---\nid: c\n---\n\nDo c.\n'),
  }

  it.each<[StepStatus, string, string | undefined, number]>([
    ['complete', 'changes it', 'E_STEP_FINISHED', 1],
    ['complete', 'renames its file', 'E_STEP_FINISHED', 1],
    ['complete', 'removes it', 'E_STEP_FINISHED', 1],
    ['complete', 'leaves it', undefined, 0],
    ['in_progress', 'changes it', 'E_STEP_RUNNING', 0],
    ['in_progress', 'removes it', 'E_STEP_RUNNING', 1],
    ['in_progress', 'leaves it', undefined, 0],
    ['failed', 'changes it', undefined, 0],
    ['failed', 'removes it', undefined, 0],
    ['pending', 'changes it', undefined, 0],
    ['pending', 'removes it', undefined, 0],
  ])('of a task that is %s, which %s: %s', async (status, what, fault, code) => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    await moved(agent, status)
    change[what]!(agent.directory)
    const said = await agent.commit()
    expect(said.code).toBe(code)
    if (fault === undefined) expect(said.err).toBe('')
    else expect(said.err).toContain(fault)
  })

  it('may not give the id of a task that was worked on to another', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    await moved(agent, 'failed')
    change['removes it']!(agent.directory)
    expect(await agent.commit()).toMatchObject({ code: 0 })
    writeFileSync(join(agent.directory, 'tasks/04-a.md'), '---\nid: a\n---\n\nSomething else.\n')
    const { code, err } = await agent.commit()
    expect(code).toBe(1)
    expect(err).toContain(`${agent.directory}/tasks/04-a.md:2:5  error  E_ID_USED`)
  })

  it('after clearing may leave done tasks out, but not change them', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    await moved(agent, 'complete')
    await agent.clear()
    writePlan(agent.directory, { 'plan.md': small['plan.md'], 'tasks/01-a.md': '---\nid: a\n---\n\nOther.\n' })
    expect(await agent.commit()).toMatchObject({ code: 1, err: expect.stringContaining('E_STEP_FINISHED') })
    await agent.clear()
    writePlan(agent.directory, { 'plan.md': small['plan.md'], 'tasks/01-z.md': '---\nid: z\n---\n\nNew.\n' })
    expect(await agent.commit()).toMatchObject({ code: 0 })
  })

  it('is told what was said with the rejection, and submits only when something changed', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    await logged(agent, {
      type: 'plan.moved',
      event: 'reject',
      from: 'proposed',
      to: 'rejected',
      by: 'ann',
      why: 'too\nlarge \u001b[2J',
    })
    const context = await agent.context()
    expect(context.out).toContain('Thread s1, rejected by ann:\n\n> too\n> large ^[[2J\n')
    expect(JSON.parse((await agent.context(true)).out).feedback).toMatchObject([{ thread_id: 's1', by: 'ann' }])
    const same = await agent.commit()
    expect(same.out).toContain('rejected by ann: too^Jlarge ^[[2J')
    expect(same.out).toContain('take up what was said of s1, then commit again')
    expect((await stateOf(agent)).status).toBe('rejected')
    change['leaves it']!(agent.directory)
    expect((await agent.commit()).out).toContain('s1  Add login  3 tasks  proposed  amendment')
  })
})

it('a rejected plan that did not change is not proposed again with another that did', async () => {
  const agent = new Agent()
  const extra = await agent.request()
  writePlan(agent.directory)
  writePlan(extra.plan_dir)
  await agent.commit()
  await logged(agent, { type: 'plan.moved', event: 'reject', from: 'proposed', to: 'rejected', by: 'ann', why: 'no' })
  writeFileSync(join(extra.plan_dir, 'tasks/03-c.md'), '---\nid: c\n---\n\nDo c.\n')
  const { out } = await agent.commit()
  expect(out).toContain('s1  Add login  2 tasks  rejected  unchanged')
  expect(out).toContain(`${extra.thread_id}  Add login  3 tasks  proposed  amendment`)
})

describe('plan remove-thread', () => {
  it('keeps what the plan said, removes its directory, and the next commit records it', async () => {
    const agent = new Agent()
    const extra = await agent.request()
    writePlan(agent.directory)
    writePlan(extra.plan_dir)
    await agent.commit()
    expect(await agent.remove(extra.thread_id)).toEqual({
      code: 0,
      err: '',
      out: `removed thread ${extra.thread_id}\nwhat its plan said is kept as version 1\n`,
    })
    expect(readdirSync(agent.place.plans).sort()).toEqual(['.agentctl', 's1'])
    expect((await stateOf(agent, extra)).status).toBe('proposed')
    expect((await agent.commit()).out).toContain(
      `commit 2\n  s1  Add login  2 tasks  proposed  unchanged\n  ${extra.thread_id}  removed\n`,
    )
    expect(readCommit(agent, 2)).toMatchObject({ removed: [extra.thread_id], plans: [{ thread_id: 's1' }] })
    expect((await stateOf(agent, extra)).status).toBe('cancelled')
    expect((await agent.commit()).out).toContain('nothing changed since commit 2')
    const { versions } = await listVersions(agent.machine, await placeOf(agent, extra))
    expect(versions[0]!.version.files.map(({ path }) => path)).toEqual(Object.keys(small))
  })

  it('leaves what is not of the plan', async () => {
    const agent = new Agent()
    const extra = await agent.request()
    writePlan(extra.plan_dir)
    writeFileSync(join(extra.plan_dir, 'notes.txt'), 'mine')
    expect((await agent.remove(extra.thread_id)).out).toContain('its directory stays')
    expect(readdirSync(extra.plan_dir)).toEqual(['notes.txt'])
  })

  it('of a thread that nobody has heard of makes no commit', async () => {
    const agent = new Agent()
    writePlan(agent.directory)
    await agent.dir()
    await agent.commit()
    const extra = await agent.request()
    await agent.remove(extra.thread_id)
    expect((await agent.commit()).out).toContain('nothing changed since commit 1')
  })

  it('knows a thread only once, and never the current one', async () => {
    const agent = new Agent()
    const extra = await agent.request()
    await expect(agent.remove('s1')).rejects.toThrow('E_CURRENT_THREAD')
    await expect(agent.remove(`${extra.thread_id.slice(0, -1)}_`)).rejects.toThrow('E_UNKNOWN_THREAD')
    await expect(agent.remove('../../x')).rejects.toThrow('E_BAD_ID')
    await agent.remove(extra.thread_id)
    await expect(agent.remove(extra.thread_id)).rejects.toThrow('E_UNKNOWN_THREAD')
  })

  it('takes nothing away from under somebody who works on it', async () => {
    const agent = new Agent()
    const extra = await agent.request()
    writePlan(extra.plan_dir)
    await moved(agent, 'in_progress', extra)
    await expect(agent.remove(extra.thread_id)).rejects.toThrow('E_STEP_RUNNING')
    expect(readdirSync(extra.plan_dir).sort()).toEqual(['plan.md', 'tasks'])
  })
})

describe('plan clear-current', () => {
  it('keeps what the plan said and the directory', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    expect(await agent.clear()).toEqual({
      code: 0,
      err: '',
      out: `cleared the plan of the current thread: ${agent.directory}\nwhat it said is kept as version 1\n`,
    })
    expect(readdirSync(agent.directory)).toEqual(['tasks'])
    expect((await readContent(agent.machine, await placeOf(agent))).files.size).toBe(0)
    expect((await agent.clear()).out).not.toContain('kept')
  })

  it('can be followed by another plan', async () => {
    const agent = new Agent()
    await agent.dir()
    writePlan(agent.directory)
    await agent.commit()
    await agent.clear()
    await agent.commit()
    writePlan(agent.directory)
    expect((await agent.commit()).out).toContain('commit 3\n  s1  Add login  2 tasks  proposed  amendment')
    expect((await stateOf(agent)).status).toBe('proposed')
  })
})

it('plan context lists what is allocated, also when the session is resumed', async () => {
  const agent = new Agent()
  const extra = await agent.request()
  const { out } = await agent.context()
  expect(out).toContain(`CURRENT_PLAN_DIR=${agent.directory}\n`)
  expect(out).toContain(`thread_id=${extra.thread_id} plan_dir=${extra.plan_dir}`)
  const json = JSON.parse((await new Agent(agent.home).context(true)).out)
  expect(json).toEqual({
    CURRENT_PLAN_DIR: agent.directory,
    CURRENT_THREAD_ID: 's1',
    ADDITIONAL_PLAN_DIRS: [extra],
    feedback: [],
    prompt: out,
  })
})

type Thread = { readonly thread_id: string; readonly plan_dir: string }

async function placeOf(agent: Agent, thread: Thread = { thread_id: 's1', plan_dir: agent.directory }) {
  const found = threadPlan(agent.place.home, { ...thread, directory: thread.plan_dir }, 1 << 20)
  return openPlaceOf(agent.machine, found)
}

async function stateOf(agent: Agent, thread?: Thread) {
  return readPlanState(agent.machine, await placeOf(agent, thread))
}

async function logged(agent: Agent, record: PlanRecord, thread?: Thread): Promise<void> {
  const log = await openPlanLog(agent.machine, await placeOf(agent, thread), {
    lockWaitMs: lock.waitMs,
    command: 'test',
  })
  await log.decide(() => ({ records: [record], answer: undefined }))
}

function moved(agent: Agent, to: StepStatus, thread?: Thread): Promise<void> {
  return logged(agent, { type: 'step.moved', step: 'a', from: 'pending', to, by: 'test' }, thread)
}

function commitsOf(agent: Agent): string[] {
  try {
    return readdirSync(agent.place.commits).sort()
  } catch {
    return []
  }
}

function readCommit(agent: Agent, number: number) {
  return JSON.parse(readFileSync(join(agent.place.commits, `commit-00000${number}.json`), 'utf8'))
}
