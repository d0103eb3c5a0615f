import { loadState, saveState } from '../../plan/state.ts'
import { isSignal } from './records.ts'
import { loadTasks, saveTasks } from './saved-tasks.ts'
import type { Session } from './session.ts'

/** A session for a snapshot: as plain data, and its tasks beside it as bytes. */
export function saveSession(session: Session): { readonly data: unknown; readonly bytes: Uint8Array } {
  const { goal, project, needsApproval, meta, version, signals, summary, plan, tasks } = session
  const saved = saveTasks(tasks)
  const data = {
    format,
    goal,
    project,
    needsApproval,
    meta,
    version,
    signals: [...signals.values()],
    summary,
    plan: saveState(plan),
    tasks: saved.data,
  }
  return { data, bytes: saved.bytes }
}

/** Goes up when a later version has to fold the log anew. */
const format = 1

/** Undefined when it is not what `saveSession` gives. */
export function loadSession(data: unknown, bytes: Uint8Array): Session | undefined {
  const saved = data as { readonly [Key in keyof Session | 'format']?: unknown } | null
  if (typeof saved !== 'object' || saved === null || saved.format !== format) return undefined
  const { goal, project, needsApproval, meta, version, signals, summary } = saved
  const plan = loadState(saved.plan)
  const tasks = loadTasks(saved.tasks, bytes)
  const isWhole =
    plan !== undefined &&
    tasks !== undefined &&
    typeof goal === 'string' &&
    typeof project === 'string' &&
    typeof needsApproval === 'boolean' &&
    isNumber(version) &&
    (meta === undefined || isNumber(meta)) &&
    (summary === undefined || isNumber(summary)) &&
    Array.isArray(signals) &&
    signals.every(isSignal)
  if (!isWhole) return undefined
  const open = new Map(signals.map((signal) => [signal.id, signal]))
  return { goal, project, needsApproval, meta, version, signals: open, summary, plan, tasks }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
