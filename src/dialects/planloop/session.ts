import { fault } from '../../plan/diagnostics/fault.ts'
import type { StepMoved } from '../../plan/records.ts'
import { applyRecord, emptyState, type Logged, type PlanState } from '../../plan/state.ts'
import { statusWords } from '../../plan/status-words.ts'
import { isMet } from '../../plan/step-status.ts'
import type { SessionRecord, TaskContent } from './records.ts'
import type { Signal, TaskStatus } from './task.ts'
import { type TaskEntry, TaskTable } from './task-table.ts'

/**
 * Where a session stands: its log, folded. Of each task it holds what decides about the order of work and no more; the rest
 * stays in the log and is looked up by sequence number, so that a session of ten thousand tasks is opened in no time.
 */
export interface Session {
  goal: string
  project: string
  /** Whether tasks are given out only when a person has approved them. */
  needsApproval: boolean
  /** The task that asks for the others, which no rule applies to. */
  meta: number | undefined
  /** The sequence number of the last record in which somebody said something. Handing out a task says nothing. */
  version: number
  readonly tasks: TaskTable
  /** Open ones, in the order in which they were raised. */
  readonly signals: Map<string, Signal>
  /** The record of the final summary, until there is something to do again. */
  summary: number | undefined
  /** Its status as a plan, and its leases. Steps are in `tasks`. */
  readonly plan: PlanState
}

export function emptySession(): Session {
  return {
    goal: '',
    project: '',
    needsApproval: false,
    meta: undefined,
    version: 0,
    tasks: new TaskTable(),
    signals: new Map(),
    summary: undefined,
    plan: emptyState(),
  }
}

/** The word of the format for how a task stands. */
export function statusOfTask({ status }: Pick<TaskEntry, 'status'>): TaskStatus {
  return statusWords.planloop.step.write[status] as TaskStatus
}

export function isComplete({ tasks }: Pick<Session, 'tasks'>): boolean {
  return tasks.open === 0
}

/** Dependencies that have to end first. */
export function waitsFor({ tasks }: Pick<Session, 'tasks'>, id: number): number[] {
  return tasks.dependenciesOf(id).filter((one) => !tasks.isEnded(one))
}

/** Takes one record into the session, in place. */
export function applyToSession(session: Session, record: Logged<SessionRecord>): void {
  if (isSaid(record)) session.version = record.seq
  if (!isTakenIn(record)) return
  switch (record.type) {
    case 'session.started':
      session.goal = record.goal
      session.project = record.project
      session.needsApproval = record.approval
      session.meta = record.meta
      break
    case 'task.added':
      // Whoever numbers them otherwise did not write this log.
      if (record.task.id !== session.tasks.size + 1)
        throw fault('E_JOURNAL_CORRUPT', `task ${record.task.id} comes out of turn`)
      session.tasks.set(newEntry(record.task, record.seq))
      session.summary = undefined
      break
    case 'task.changed': {
      const before = session.tasks.get(record.id)
      if (before) session.tasks.set(changedEntry(before, record.to, record.seq))
      break
    }
    case 'step.moved': {
      const entry = session.tasks.get(Number(record.step))
      if (entry === undefined) break
      const { to: status, by, seq: moved } = record
      // What came of an attempt stays with its end, and goes when another one begins.
      const result = status === 'in_progress' || status === 'pending' ? 0 : entry.result
      session.tasks.set({ ...entry, status, by, moved, result })
      if (!isMet(status)) session.summary = undefined
      break
    }
    case 'step.result': {
      const entry = session.tasks.get(Number(record.step))
      if (entry) session.tasks.set({ ...entry, result: record.seq })
      break
    }
    case 'signal.raised':
      session.signals.set(record.signal.id, record.signal)
      break
    case 'signal.cleared':
      session.signals.delete(record.id)
      break
    case 'session.summary':
      session.summary = record.seq
      break
    case 'plan.moved':
    case 'lease.taken':
    case 'lease.renewed':
    case 'lease.ended':
      applyRecord(session.plan, record)
      break
  }
}

/** The rest is about the plan as a person sees it, or from a later version. */
function isTakenIn(record: Logged<SessionRecord>): record is Logged<Extract<SessionRecord, { type: TakenIn }>> {
  return (takenIn as readonly string[]).includes(record.type)
}

const takenIn = [
  'session.started',
  'task.added',
  'task.changed',
  'step.moved',
  'step.result',
  'signal.raised',
  'signal.cleared',
  'session.summary',
  'plan.moved',
  'lease.taken',
  'lease.renewed',
  'lease.ended',
] as const
type TakenIn = (typeof takenIn)[number]

/** Whether a record makes a new version: in it somebody says something. That a task is handed out says nothing. */
export function isSaid(record: SessionRecord): boolean {
  return record.type === 'step.moved' ? !isHandedOut(record) : sayings.has(record.type)
}

const sayings: ReadonlySet<string> = new Set<SessionRecord['type']>([
  'session.started',
  'task.added',
  'task.changed',
  'step.result',
  'signal.raised',
  'signal.cleared',
  'session.summary',
])

/** To where somebody works under a lease, and what opens again what was interrupted. */
function isHandedOut({ from, to, token }: StepMoved): boolean {
  return (to === 'in_progress' && token !== undefined) || to === 'interrupted' || from === 'interrupted'
}

function newEntry({ id, title, dependencies, ref, creates, files, verify = [] }: TaskContent, seq: number): TaskEntry {
  return {
    id,
    title,
    status: 'pending',
    dependencies,
    content: [seq],
    moved: 0,
    by: '',
    result: 0,
    ...(ref !== undefined && { ref }),
    ...(creates !== undefined && { creates }),
    ...(files !== undefined && { files }),
    ...(verify.length > 0 && { isProven: true }),
  }
}

function changedEntry({ isProven: wasProven, ...before }: TaskEntry, to: Partial<TaskContent>, seq: number): TaskEntry {
  const { title = before.title, dependencies = before.dependencies, creates, files, verify } = to
  const isProven = verify === undefined ? wasProven : verify.length > 0
  return {
    ...before,
    title,
    dependencies,
    content: [...before.content, seq],
    ...(creates !== undefined && { creates }),
    ...(files !== undefined && { files }),
    ...(isProven && { isProven }),
  }
}
