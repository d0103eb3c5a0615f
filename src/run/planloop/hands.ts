import type { Session } from '../../dialects/planloop/session.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { isHeld, type Witness } from '../../plan/in-flight.ts'
import type { Lease } from '../../plan/lease.ts'
import { runLease, stepLease } from '../../plan/lease-names.ts'

/** Who works without a name. There is one of them, and nothing is claimed for it. */
export const anonymous = 'anonymous'

/** In whose hands a task is: an agent that claimed it, the one without a name, or nobody. */
export interface Hands {
  readonly holder: string
  readonly lease?: Lease
}

/** What was begun and is nobody's any more, because a lease ran out or a run died, is in no hands. */
export function handsOf(session: Session, entry: TaskEntry, witness: Witness): Hands | undefined {
  const holder = lastHolder(session, entry)
  if (holder === undefined) return undefined
  const on = stepLease(String(entry.id))
  const lease = session.plan.leases.get(on)
  if (lease === undefined) return { holder }
  return isHeld(session.plan, on, witness) ? { holder, lease } : undefined
}

/** Who has a task, or had it last and was not followed by anybody. */
export function lastHolder({ plan }: Session, { id, status, by }: TaskEntry): string | undefined {
  const lease = plan.leases.size === 0 ? undefined : plan.leases.get(stepLease(String(id)))
  return lease?.holder ?? (status === 'in_progress' && by === anonymous ? anonymous : undefined)
}

/** The lease on the run of the whole session while it holds. */
export function runOf({ plan }: Session, witness: Witness): Lease | undefined {
  return isHeld(plan, runLease, witness) ? plan.leases.get(runLease) : undefined
}
