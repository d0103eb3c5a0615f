import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listVersions } from '../../../../src/store/content/history.ts'
import { realFiles } from '../../../../src/store/files/real.ts'
import { readPlanState } from '../../../../src/store/plan-log.ts'
import { placeOf } from '../../../../src/store/plans/found-plan.ts'
import { threadPlan } from '../../../../src/store/sessions/thread-plan.ts'
import { writePlan } from '../../../store/sessions/session.ts'
import { countingFiles } from '../../../support/counting-files.ts'
import { isLong } from '../../../support/long.ts'
import { testMachine } from '../../../support/machine.ts'
import { seed } from '../../../support/random.ts'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'
import { Agent } from './agent.ts'

/** What is killed: what stands before it, what it does, and what has to be true after the next commit. */
interface Case {
  readonly prepare: (agent: Agent) => Promise<Thread>
  readonly work: (agent: Agent, extra: Thread) => Promise<unknown>
  readonly check: (agent: Agent, extra: Thread, wasDone: boolean) => Promise<void>
}

interface Thread {
  readonly thread_id: string
  readonly plan_dir: string
}

const cases: Readonly<Record<string, Case>> = {
  'the first commit': {
    prepare: twoPlans,
    work: (agent) => agent.commit(),
    check: async (agent, extra) => {
      expect(commitsOf(agent).at(-1)).toMatchObject({ plans: [{ thread_id: 's1' }, { thread_id: extra.thread_id }] })
      expect(commitsOf(agent)).toHaveLength(1)
      for (const thread of [current(agent), extra]) expect(await statusOf(agent, thread)).toBe('proposed')
    },
  },
  'an amendment after a thread was removed': {
    prepare: async (agent) => {
      const extra = await twoPlans(agent)
      await agent.commit()
      await agent.remove(extra.thread_id)
      writePlan(agent.directory, { 'tasks/03-c.md': '---\nid: c\n---\n\nDo c.\n' })
      return extra
    },
    work: (agent) => agent.commit(),
    check: async (agent, extra) => {
      expect(commitsOf(agent)).toHaveLength(2)
      expect(commitsOf(agent).at(-1)).toMatchObject({ removed: [extra.thread_id], plans: [{ tasks: { length: 3 } }] })
      expect(await statusOf(agent, extra)).toBe('cancelled')
    },
  },
  'remove-thread': {
    prepare: async (agent) => {
      const extra = await twoPlans(agent)
      await agent.commit()
      return extra
    },
    work: (agent, extra) => agent.remove(extra.thread_id),
    check: async (agent, extra, wasDone) => {
      const isKept = existsSync(join(extra.plan_dir, 'plan.md'))
      expect(await statusOf(agent, extra)).toBe(isKept ? 'proposed' : 'cancelled')
      if (!isKept) expect(existsSync(extra.plan_dir)).toBe(false)
      if (wasDone) expect(isKept).toBe(false)
      const { versions } = await listVersions(agent.machine, placeOf(foundOf(agent, extra)))
      expect(versions[0]!.version.files).toHaveLength(3)
    },
  },
  'clear-current': {
    prepare: async (agent) => {
      const extra = await twoPlans(agent)
      await agent.commit()
      return extra
    },
    work: (agent) => agent.clear(),
    check: async (agent, extra, wasDone) => {
      const last = commitsOf(agent).at(-1)
      const isKept = existsSync(join(agent.directory, 'plan.md'))
      expect(last.cleared).toEqual(isKept ? [] : ['s1'])
      expect(last.plans.map((one: Thread) => one.thread_id)).toEqual([...(isKept ? ['s1'] : []), extra.thread_id])
      if (!isKept) expect(readdirSync(join(agent.directory, 'tasks'))).toEqual([])
      if (wasDone) expect(isKept).toBe(false)
    },
  },
}

/** Every change of the disk in a long run; in a short one every second, beginning with either of the first two. */
const stride = isLong ? 1 : 2

describe.each(Object.entries(cases))(
  'B16: %s, killed after change k of the disk for every k',
  (_name, { prepare, work, check }) => {
    it(`is completed by the next commit (seed ${seed})`, async () => {
      const before = realpathSync(temporaryDirectory())
      const extra = await prepare(new Agent(before, testMachine(realFiles)))
      // The record holds absolute paths: every round happens in the same place.
      const kept = temporaryDirectory()
      cpSync(before, kept, { recursive: true })
      for (let k = 1 + (seed % stride); ; k += stride) {
        const wasDone = await killedAfter(k, (machine) => work(new Agent(before, machine), extra))
        const agent = new Agent(before, testMachine(realFiles, { pid: 1000 + k, dead: (pid) => pid < 1000 + k }))
        const { code, err } = await agent.commit()
        expect({ code, err }, `after change ${k}`).toEqual({ code: 0, err: '' })
        await check(agent, extra, wasDone)
        expect((await agent.commit()).out, `after change ${k}`).toContain('nothing changed since commit')
        expect(readdirSync(join(before, '.agentflow/.steadplan/sessions'))).toEqual([])
        if (wasDone) break
        restore(before, kept)
      }
    })
  },
)

/**
 * Runs something on a disk that answers nothing any more after change k. Answers whether it came to its end before. Being
 * killed after a call that only looks is the same as being killed before it.
 */
async function killedAfter(k: number, work: (machine: Agent['machine']) => Promise<unknown>): Promise<boolean> {
  let changes = 0
  const { files } = countingFiles(realFiles, {
    before: () => {
      if (changes === k) throw new Error('killed')
    },
    after: ({ name }) => {
      if (!onlyLooks.includes(name)) changes++
    },
  })
  await work(testMachine(files, { pid: k + 1 })).catch(() => {})
  return changes < k
}

const onlyLooks = ['open to read', 'read', 'close', 'stat', 'list', 'sync', 'syncDirectory']

async function twoPlans(agent: Agent): Promise<Thread> {
  const extra = await agent.request()
  writePlan(agent.directory)
  writePlan(extra.plan_dir)
  return extra
}

function restore(home: string, kept: string): void {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true })
  cpSync(kept, home, { recursive: true })
}

function current(agent: Agent): Thread {
  return { thread_id: 's1', plan_dir: agent.directory }
}

function foundOf(agent: Agent, thread: Thread) {
  return threadPlan(agent.place.home, { ...thread, directory: thread.plan_dir }, 1 << 20)
}

async function statusOf(agent: Agent, thread: Thread): Promise<string> {
  return (await readPlanState(agent.machine, placeOf(foundOf(agent, thread)))).status
}

function commitsOf(agent: Agent) {
  return readdirSync(agent.place.commits)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(agent.place.commits, name), 'utf8')))
}
