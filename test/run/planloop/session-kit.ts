import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StatusAnswer, TaskAnswer } from '../../../src/dialects/planloop/status-answer.ts'
import type { NewTask, UpdatePayload } from '../../../src/dialects/planloop/task.ts'
import type { Diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { claimStatus } from '../../../src/run/planloop/claim.ts'
import { type NewSession, startSession } from '../../../src/run/planloop/start.ts'
import { lookAtStatus } from '../../../src/run/planloop/status.ts'
import { type Updated, type Updating, updateSession } from '../../../src/run/planloop/update.ts'
import type { LogPlace } from '../../../src/store/log/place.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { planloopHome } from '../../../src/store/planloop/planloop-home.ts'
import { type OpenSession, openSession } from '../../../src/store/planloop/session-log.ts'
import { sessionPlace } from '../../../src/store/planloop/session-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

export const lock = { waitMs: 20_000, command: 'test' }
export const leaseMs = 60_000

/** A project with a few files, a home, and one session in it. */
export interface Loop {
  readonly root: string
  readonly home: ReturnType<typeof planloopHome>
  readonly place: LogPlace
  readonly open: (machine?: Machine) => Promise<OpenSession>
  readonly status: (request?: Asks) => Promise<StatusAnswer>
  readonly update: (payload: Partial<UpdatePayload>, updating?: Partial<Updating>) => Promise<Updated>
  /** Everything that was refused, as `CODE path message`. */
  readonly refused: (payload: Partial<UpdatePayload>, updating?: Partial<Updating>) => Promise<string[]>
}

export interface Asks {
  readonly agent?: string
  readonly compact?: boolean
  readonly budget?: number
  readonly allowOverlap?: boolean
  readonly leaseMs?: number
  readonly machine?: Machine
}

export async function startLoop(wanted: Partial<NewSession> = {}, machine: Machine = realMachine): Promise<Loop> {
  const root = temporaryDirectory()
  const home = planloopHome({}, root)
  for (const path of ['spec.md', 'src/users.ts']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'text\n')
  }
  const session = { goal: 'Implement user authentication', project: root, approval: false, by: 'test', ...wanted }
  const { plan } = await startSession(machine, home, session, lock)
  return loopAt(root, plan, machine)
}

export function loopAt(root: string, id: string, machine: Machine = realMachine): Loop {
  const home = planloopHome({}, root)
  const place = sessionPlace(home, id)
  const open = (on: Machine = machine) => openSession(on, place, lock)
  const update: Loop['update'] = async (payload, updating) =>
    updateSession(await open(), { ...empty, ...payload }, updatingIn(root, updating))
  return {
    root,
    home,
    place,
    open,
    update,
    status: async ({ agent, machine: on = machine, ...request } = {}) =>
      agent === undefined
        ? lookAtStatus(on, place, request)
        : claimStatus(await open(on), { leaseMs, ...request, agent }),
    refused: async (payload, updating) => {
      try {
        await update(payload, updating)
        return []
      } catch (error) {
        if (!isFault(error)) throw error
        return error.diagnostics.map(
          (one: Diagnostic & { path?: string }) => `${one.code} ${one.path ?? ''} ${one.message}`,
        )
      }
    },
  }
}

const empty: UpdatePayload = { add_tasks: [], update_tasks: [] }

export function updatingIn(root: string, updating: Partial<Updating> = {}): Updating {
  return { leaseMs, gates: { root }, verify: { cwd: root, env: {}, timeoutMs: 20_000 }, ...updating }
}

/** A task that passes every gate. */
export function task(title: string, more: Partial<NewTask> = {}): NewTask {
  return {
    title,
    type: 'feature',
    dependencies: [],
    context_hints: ['Read the section "Users" in `spec.md`.'],
    relevant_file_paths: ['spec.md'],
    ...more,
  }
}

/** A session whose first task is done and which has these. Their ids begin at 2. */
export async function loopWith(tasks: readonly NewTask[], wanted: Partial<NewSession> = {}): Promise<Loop> {
  const loop = await startLoop(wanted)
  await loop.update({ add_tasks: tasks, update_tasks: [{ id: 1, status: 'DONE' }] })
  return loop
}

export function given(answer: StatusAnswer): TaskAnswer {
  if (answer.now.reason !== 'ready_for_task') throw new Error(JSON.stringify(answer))
  return answer as TaskAnswer
}

export function idGiven(answer: StatusAnswer): number {
  return given(answer).now.current_task.id
}
