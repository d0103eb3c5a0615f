import type { SessionRecord } from '../../dialects/planloop/records.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import type { UpdatePayload } from '../../dialects/planloop/task.ts'
import { endLease, renewLease, takeLease } from '../../plan/decisions.ts'
import type { Witness } from '../../plan/in-flight.ts'
import { stepLease } from '../../plan/lease-names.ts'
import { afterUpdate } from './after.ts'
import type { ChangedTask, Draft } from './draft.ts'
import { anonymous } from './hands.ts'
import { movesTo, planMoves } from './moves.ts'
import type { Proofs } from './prove.ts'

/** A record, and the place in the payload that it comes from. */
export interface PlacedRecord {
  readonly record: SessionRecord
  readonly path: string
}

export interface Taking {
  readonly agent?: string
  readonly leaseMs: number
  readonly proofs: Proofs
}

/** What an update that nothing speaks against leaves in the log. `nextSeq` is the number of the first of them. */
export function updateRecords(
  session: Session,
  payload: UpdatePayload,
  draft: Draft,
  taking: Taking,
  witness: Witness,
  nextSeq: number,
): PlacedRecord[] {
  const by = taking.agent ?? anonymous
  const placed: PlacedRecord[] = []
  const put = (path: string, records: readonly SessionRecord[]): void => {
    for (const record of records) placed.push({ record, path })
  }
  for (const { task, path } of draft.added) put(path, [{ type: 'task.added', task, by }])
  for (const change of draft.changed) {
    const { entry, to, path } = change
    if (Object.keys(to).length > 0) put(path, [{ type: 'task.changed', id: entry.id, to, by }])
    put(path, moved(session, change, taking, witness, nextSeq + placed.length))
    put(path, told(change, by))
    put(path, taking.proofs.get(entry.id) ?? [])
  }
  const isMoved = placed.some(({ record }) => record.type === 'step.moved') || draft.added.length > 0
  if (isMoved) put('', planMoves(session, afterUpdate(session, draft).open, by))
  const { final_summary: text } = payload
  if (text !== undefined) put('final_summary', [{ type: 'session.summary', text, by }])
  return placed
}

/** The moves of a task, and what becomes of the claim on it. */
function moved(
  { plan }: Session,
  { entry, status }: ChangedTask,
  { agent, leaseMs }: Taking,
  { now, isDead }: Witness,
  nextSeq: number,
): SessionRecord[] {
  if (status === undefined) return []
  const by = agent ?? anonymous
  const on = stepLease(String(entry.id))
  const lease = plan.leases.get(on)
  const isMine = lease !== undefined && lease.holder === agent
  if (status !== 'in_progress' || agent === undefined) {
    const details = isMine ? { token: lease.token } : {}
    const why = isMine ? 'released' : 'expired'
    return [...movesTo(entry, status, by, details), ...(lease ? endLease(plan, on, lease.token, why) : [])]
  }
  if (isMine) return [...renewLease(plan, on, lease.token, now), ...movesTo(entry, status, by)]
  const taken = takeLease(plan, { on, holder: agent, ttlMs: leaseMs }, now, isDead)
  const token = nextSeq + taken.length - 1
  // Somebody else began it, and is not heard of any more.
  const open = entry.status === 'in_progress' ? movesTo(entry, 'pending', by) : []
  return [
    ...taken,
    ...open,
    ...movesTo(open.length > 0 ? { ...entry, status: 'pending' } : entry, status, by, { token }),
  ]
}

function told({ entry, result: text }: ChangedTask, by: string): SessionRecord[] {
  return text === undefined ? [] : [{ type: 'step.result', step: String(entry.id), agent: by, text, files: [] }]
}
