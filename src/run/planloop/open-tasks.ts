import type { Session } from '../../dialects/planloop/session.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import type { Witness } from '../../plan/in-flight.ts'
import { stepOfLease } from '../../plan/lease-names.ts'
import type { UserDirectories } from '../../store/workspace/user-directories.ts'
import { overlap, type Touched, touchedBy } from '../overlap.ts'
import { anonymous, type Hands, handsOf, lastHolder } from './hands.ts'

/** Who asks, and for what. */
export interface Asking {
  /** Without a name it is the one caller that has none. */
  readonly agent?: string
  /** Whether tasks are given out although others that are in progress touch the same files. */
  readonly allowOverlap?: boolean
  /** Where the key is kept with which a person's approvals are sealed, for sessions whose tasks need one. */
  readonly userDirs?: UserDirectories
}

/** Tasks that were begun or claimed, in the order of their ids, and who has them. */
export type BegunTasks = ReadonlyMap<number, { readonly entry: TaskEntry; readonly hands: Hands | undefined }>

export function begunTasks(session: Session, witness: Witness): BegunTasks {
  const { tasks, plan } = session
  const ids = new Set<number>()
  for (const on of plan.leases.keys()) ids.add(Number(stepOfLease(on)))
  for (const id of tasks.withStatus('in_progress')) ids.add(id)
  const begun = [...ids].sort((a, b) => a - b).flatMap((id) => tasks.get(id) ?? [])
  return new Map(begun.map((entry) => [entry.id, { entry, hands: handsOf(session, entry, witness) }]))
}

/**
 * The task that the caller is at work on. A claim that ran out and that nobody took up is still its own; what was begun
 * before what it waits for is no use to whoever began it.
 */
export function ownTask(session: Session, begun: BegunTasks, { agent = anonymous }: Asking): TaskEntry | undefined {
  for (const { entry } of begun.values()) {
    if (entry.status === 'in_progress' && lastHolder(session, entry) === agent && session.tasks.isReady(entry.id))
      return entry
  }
  return undefined
}

/** Whether a task can be given to whoever asks. */
export function freeTasks(
  session: Session,
  begun: BegunTasks,
  asking: Asking,
  covers: Covers,
): (id: number) => boolean {
  const { tasks } = session
  const inTheWay = asking.allowOverlap ? undefined : tasksInTheWay(begun)
  return (id) =>
    !tasks.isEnded(id) &&
    begun.get(id)?.hands === undefined &&
    tasks.isReady(id) &&
    isCovered(session, id, covers) &&
    inTheWay?.(tasks.get(id)!) === undefined
}

/** Whether a person has said yes to a task as it stands. */
export type Covers = (entry: TaskEntry) => boolean

export function isCovered({ needsApproval, tasks, meta }: Session, id: number, covers: Covers): boolean {
  return !needsApproval || id === meta || covers(tasks.get(id)!)
}

/** Finds the task in somebody's hands that may touch the same files as another; undefined when there can be none. */
export function tasksInTheWay(begun: BegunTasks): ((entry: TaskEntry) => TaskEntry | undefined) | undefined {
  const running: { readonly entry: TaskEntry; readonly touched: readonly Touched[] }[] = []
  for (const { entry, hands } of begun.values()) {
    const touched = hands === undefined ? [] : touchedByTask(entry)
    if (touched.length > 0) running.push({ entry, touched })
  }
  if (running.length === 0) return undefined
  return (entry) => {
    const touched = touchedByTask(entry)
    return running.find((one) => one.entry.id !== entry.id && overlap(touched, one.touched))?.entry
  }
}

function touchedByTask({ files = [], creates = [] }: TaskEntry): Touched[] {
  return touchedBy([...files, ...creates])
}
