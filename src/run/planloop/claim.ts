/**
 * Gives the next task to an agent with a name, in one decision of the log: of any number that ask at the same moment each
 * gets a task of its own or is told what there is to wait for.
 */
import type { SessionRecord } from '../../dialects/planloop/records.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import type { StatusAnswer } from '../../dialects/planloop/status-answer.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { renewLease, takeLease } from '../../plan/decisions.ts'
import type { Witness } from '../../plan/in-flight.ts'
import { stepLease } from '../../plan/lease-names.ts'
import type { StepMoved } from '../../plan/records.ts'
import type { OpenSession } from '../../store/planloop/session-log.ts'
import { goOn } from '../pull/plan-moves.ts'
import { checkAgentName } from './agent-name.ts'
import { answerFor, type Telling } from './answer-for.ts'
import { movesTo } from './moves.ts'
import { type Next, nextTask } from './next-task.ts'
import type { Asking } from './open-tasks.ts'
import { coversIn } from './status.ts'
import { witnessAt } from './witness.ts'

export interface ClaimRequest extends Asking, Telling {
  readonly agent: string
  readonly leaseMs: number
}

export async function claimStatus(open: OpenSession, request: ClaimRequest): Promise<StatusAnswer> {
  const { machine, place, log } = open
  const { agent, leaseMs } = request
  checkAgentName(agent)
  const covers = await coversIn(machine, place, (await log.read()).state, request)
  const { next, token } = await log.decide<{ next: Next; token?: number }>((session, now, nextSeq) => {
    const witness = witnessAt(machine, now)
    const next = nextTask(session, request, witness, covers)
    if (next.is !== 'task') return { records: [], answer: { next } }
    const { records, token } = next.isOwn
      ? renewed(session, next.entry, witness)
      : given(session, next.entry, request, witness, nextSeq)
    return { records, answer: { next, token } }
  })
  const { state } = await log.read()
  const claim = token === undefined ? undefined : { agent, token, lease_seconds: Math.floor(leaseMs / 1000) }
  return answerFor(machine, place, state, next, request, claim)
}

interface Given {
  readonly records: readonly SessionRecord[]
  readonly token: number
}

function renewed({ plan }: Session, { id }: TaskEntry, { now }: Witness): Given {
  const on = stepLease(String(id))
  const { token } = plan.leases.get(on)!
  return { records: renewLease(plan, on, token, now), token }
}

function given(
  { plan }: Session,
  entry: TaskEntry,
  { agent, leaseMs }: ClaimRequest,
  { now, isDead }: Witness,
  nextSeq: number,
): Given {
  const before = [...goOn(plan, agent), ...openedAgain(entry, agent)]
  const request = { on: stepLease(String(entry.id)), holder: agent, ttlMs: leaseMs }
  const taken = takeLease(plan, request, now, isDead)
  const token = nextSeq + before.length + taken.length - 1
  const open: TaskEntry = { ...entry, status: 'pending' }
  return { records: [...before, ...taken, ...movesTo(open, 'in_progress', agent, { token })], token }
}

/** Nobody can know how far it came. The log says so before the task is handed out again. */
function openedAgain(entry: TaskEntry, by: string): StepMoved[] {
  const why = 'its holder was not heard of any more'
  const interrupted = entry.status === 'in_progress' ? movesTo(entry, 'interrupted', by, { why }) : []
  return [
    ...interrupted,
    ...movesTo(interrupted.length > 0 ? { ...entry, status: 'interrupted' } : entry, 'pending', by),
  ]
}
