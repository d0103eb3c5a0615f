import { type Session, statusOfTask } from '../../dialects/planloop/session.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import type { Witness } from '../../plan/in-flight.ts'
import { remainingMs } from '../../plan/lease.ts'
import { stepLease } from '../../plan/lease-names.ts'
import { isMet } from '../../plan/step-status.ts'
import type { ChangedTask } from './draft.ts'
import { anonymous, handsOf } from './hands.ts'

/** Who says something about tasks; with the token of its claim when it wants to be told that it is too late. */
export interface Saying {
  readonly agent?: string
  readonly token?: number
}

/** A fault of somebody who is too late, with the task as it stands now. */
export interface LateFault extends DataFault {
  readonly late: TaskEntry
}

/** Why somebody may not change tasks: another agent has them, or had them since and finished them. */
export function rightFaults(
  session: Session,
  changed: readonly ChangedTask[],
  saying: Saying,
  witness: Witness,
): (DataFault | LateFault)[] {
  const isLost = changed.length > 0 && saying.token !== undefined && !holdsAny(session, changed, saying.token)
  return changed.flatMap((change) => {
    const { entry, path } = change
    const hands = handsOf(session, entry, witness)
    const me = saying.agent ?? anonymous
    if (hands?.lease !== undefined && hands.holder !== me) {
      return isLost ? [late(entry, path)] : [claimed(entry, hands.holder, remainingMs(hands.lease, witness.now), path)]
    }
    return isLost || isOver(change, me) ? [late(entry, path)] : []
  })
}

function holdsAny({ plan }: Session, changed: readonly ChangedTask[], token: number): boolean {
  return changed.some(({ entry }) => plan.leases.get(stepLease(String(entry.id)))?.token === token)
}

/** Somebody else has brought it to its end. To say it once more is no fault of who said it. */
function isOver({ entry, status, result }: ChangedTask, me: string): boolean {
  const isReport = status === 'complete' || status === 'in_progress' || (status === undefined && result !== undefined)
  return isMet(entry.status) && entry.by !== me && isReport
}

function claimed({ id }: TaskEntry, holder: string, leftMs: number, path: string): DataFault {
  const message = `Task ${id} is claimed by ${holder} for another ${Math.max(Math.ceil(leftMs / 1000), 0)} s.`
  return dataFault('E_CLAIMED', `${path}.id`, message, { actual: holder })
}

/** What happened since is told by `tellNews`, which has to look it up. */
function late(entry: TaskEntry, path: string): LateFault {
  const by = entry.by === '' ? '' : `, by ${entry.by}`
  const message = `You have no claim on task ${entry.id} that counts: it is ${statusOfTask(entry)} now${by}.`
  return { ...dataFault('E_LEASE_LOST', `${path}.id`, message), late: entry }
}
