/**
 * What is next in a session for one caller, in this order: an open blocker, the caller's task in progress, the first task
 * that is ready, completion; else why nothing can be given out.
 */
import { isComplete, type Session } from '../../dialects/planloop/session.ts'
import type { Signal } from '../../dialects/planloop/task.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import type { Witness } from '../../plan/in-flight.ts'
import { canGoOn } from '../pull/plan-moves.ts'
import { type Blocked, blockedTasks, noneServed } from './blocked.ts'
import { runOf } from './hands.ts'
import { type Asking, begunTasks, type Covers, freeTasks, ownTask } from './open-tasks.ts'

export type Next =
  | { readonly is: 'signal'; readonly signal: Signal }
  | { readonly is: 'task'; readonly entry: TaskEntry; readonly isOwn: boolean; readonly ready: readonly number[] }
  | { readonly is: 'complete' }
  | ({ readonly is: 'blocked' } & Blocked)

/** `covers` is asked in sessions whose tasks need a yes. */
export function nextTask(session: Session, asking: Asking, witness: Witness, covers: Covers = () => false): Next {
  for (const signal of session.signals.values()) if (signal.level === 'blocker') return { is: 'signal', signal }
  if (isComplete(session)) return { is: 'complete' }
  const run = runOf(session, witness)
  const isServed = canGoOn(session.plan) || isBeingWritten(session)
  if (run !== undefined || !isServed) return { is: 'blocked', ...noneServed(session, run) }
  const begun = begunTasks(session, witness)
  const isFree = freeTasks(session, begun, asking, covers)
  const own = ownTask(session, begun, asking)
  const { tasks } = session
  const ready: number[] = []
  let entry = own
  let lookedAt = 0
  for (let id = tasks.openAfter(0); id !== undefined && ready.length < mostReady; id = tasks.openAfter(id)) {
    if (entry !== undefined && lookedAt++ === mostLookedAt) break
    if (id === own?.id || !isFree(id)) continue
    if (entry === undefined) entry = tasks.get(id)
    else ready.push(id)
  }
  if (entry !== undefined) return { is: 'task', entry, isOwn: own !== undefined, ready }
  return { is: 'blocked', ...blockedTasks(session, begun, covers, witness) }
}

/** There is nothing to say yes to before the first task has brought the others. */
function isBeingWritten({ plan, tasks, meta }: Session): boolean {
  return plan.status === 'proposed' && meta !== undefined && !tasks.isEnded(meta)
}

/** So many of those that could come next are named, as far as they are among the next that are open. */
const mostReady = 5
const mostLookedAt = 200
