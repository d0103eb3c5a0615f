import type { SessionRecord } from '../../dialects/planloop/records.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import type { Task } from '../../dialects/planloop/task.ts'
import { recordsOf, taskOf } from '../../dialects/planloop/task-content.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import type { Logged } from '../../plan/state.ts'
import { diskFault } from '../disk-fault.ts'
import type { Fold } from '../log/fold.ts'
import { loadLog } from '../log/load.ts'
import type { LogPlace } from '../log/place.ts'
import { recordsAt } from '../log/record-at.ts'
import type { Machine } from '../machine/port.ts'
import { refuseMisshapen, refuseUnknown, sessionFold } from './session-fold.ts'

/** Some tasks with all that was said about them, in the order in which they are given. */
export async function readTasks(machine: Machine, place: LogPlace, entries: readonly TaskEntry[]): Promise<Task[]> {
  const records = await readSessionRecords(machine, place, entries.flatMap(recordsOf))
  return entries.map((entry) => taskOf(entry, records))
}

export async function readSessionRecords(
  machine: Machine,
  place: LogPlace,
  numbers: readonly number[],
): Promise<Map<number, Logged<SessionRecord>>> {
  const records = await recordsAt<SessionRecord>(machine, place, numbers).catch((error) => {
    throw diskFault(error, place.active)
  })
  for (const record of records.values()) refuseMisshapen(record)
  return records
}

/** A session with all its tasks, and the text of its final summary. */
export interface WholeSession {
  readonly session: Session
  readonly tasks: readonly Task[]
  readonly summary?: string
}

/** Reads the log from its first record to its last. */
export async function readWholeSession(machine: Machine, place: LogPlace): Promise<WholeSession> {
  const { state } = await loadLog(machine, place, wholeFold).catch((error) => {
    throw diskFault(error, place.active)
  })
  const { session, records } = state
  refuseUnknown(session, place)
  const tasks = session.tasks.values().map((entry) => taskOf(entry, records))
  const last = session.summary === undefined ? undefined : records.get(session.summary)
  return { session, tasks, ...(last?.type === 'session.summary' && { summary: last.text }) }
}

interface Whole {
  readonly session: Session
  /** Those in which something stands that is not in the session. */
  readonly records: Map<number, Logged<SessionRecord>>
}

const wholeFold: Fold<Whole, SessionRecord> = {
  empty: () => ({ session: sessionFold.empty(), records: new Map() }),
  apply({ session, records }, record) {
    sessionFold.apply(session, record)
    if (told.has(record.type)) records.set(record.seq, record)
  },
  save: () => ({ data: undefined }),
  // From the first record on, whatever snapshot there is.
  load: () => undefined,
}

const told: ReadonlySet<string> = new Set(['task.added', 'task.changed', 'step.result', 'session.summary'])
