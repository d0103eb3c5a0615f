import { type Session, waitsFor } from '../../dialects/planloop/session.ts'
import type { BlockedTask } from '../../dialects/planloop/status-answer.ts'
import type { Witness } from '../../plan/in-flight.ts'
import { type Lease, remainingMs } from '../../plan/lease.ts'
import { type BegunTasks, type Covers, isCovered, tasksInTheWay } from './open-tasks.ts'

/** Why no task is given out. */
export interface Blocked {
  /** The first of the open tasks. */
  readonly tasks: readonly BlockedTask[]
  /** How many there are. */
  readonly count: number
  /** Where it is no task that is in the way. */
  readonly because?: string
}

const mostNamed = 20

export function blockedTasks(session: Session, begun: BegunTasks, covers: Covers, witness: Witness): Blocked {
  const { tasks } = session
  const inTheWay = tasksInTheWay(begun)
  const reasonFor = (id: number): Pick<BlockedTask, 'waiting_for' | 'why'> => {
    const waiting_for = waitsFor(session, id)
    const hands = begun.get(id)?.hands
    if (hands?.lease) return { waiting_for, why: `${hands.holder} has it${leftOf(hands.lease, witness)}` }
    if (waiting_for.length > 0) return { waiting_for, why: `it waits for ${listed(waiting_for)}` }
    if (hands)
      return { waiting_for, why: 'it is in progress, without an agent that claimed it; set it to TODO to free it' }
    if (!isCovered(session, id, covers)) return { waiting_for, why: 'it waits for a yes of a person' }
    const other = inTheWay!(tasks.get(id)!)!
    return { waiting_for: [other.id], why: `task ${other.id}, which is in progress, touches the same files` }
  }
  const named: BlockedTask[] = []
  for (let id = tasks.openAfter(0); id !== undefined && named.length < mostNamed; id = tasks.openAfter(id)) {
    named.push({ id, title: tasks.get(id)!.title, ...reasonFor(id) })
  }
  return { tasks: named, count: tasks.open }
}

function leftOf(lease: Lease, { now }: Witness): string {
  return ` for another ${Math.max(Math.ceil(remainingMs(lease, now) / 1000), 0)} s`
}

function listed(ids: readonly number[]): string {
  const more = ids.length - mostListed
  return ids.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const mostListed = 5

/** The session as a whole is not served. */
export function noneServed({ plan }: Session, run: Lease | undefined): Blocked {
  const because =
    run === undefined
      ? `The session is ${plan.status.replace('_', ' ')}; a person has to decide what becomes of it, with \`steadplan review\`.`
      : `The whole session is carried out by ${run.holder}.`
  return { tasks: [], count: 0, because }
}
