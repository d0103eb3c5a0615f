import type { Told } from '../../dialects/planloop/commands.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import { type StatusAnswer, syncAnswer } from '../../dialects/planloop/status-answer.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readSession } from '../../store/planloop/session-fold.ts'
import { answerFor, type Telling } from './answer-for.ts'
import { nextTask } from './next-task.ts'
import type { Asking, Covers } from './open-tasks.ts'
import { witnessAt } from './witness.ts'

/** What is asked of a session by whoever has no name. */
export type StatusRequest = Omit<Asking & Telling, 'agent'>

/** What to do next, for the one caller without a name. Nothing is claimed, no lock is taken, nothing is written. */
export async function lookAtStatus(machine: Machine, place: LogPlace, request: StatusRequest): Promise<StatusAnswer> {
  const session = await readSession(machine, place)
  const covers = await coversIn(machine, place, session, request)
  const next = nextTask(session, request, witnessAt(machine, machine.now()), covers)
  return answerFor(machine, place, session, next, request)
}

/** What it takes to know who said yes to what is loaded where it matters. */
export async function coversIn(
  machine: Machine,
  place: LogPlace,
  { needsApproval }: Session,
  { userDirs }: Pick<Asking, 'userDirs'>,
): Promise<Covers | undefined> {
  if (!needsApproval || userDirs === undefined) return undefined
  return (await import('./covers.ts')).approvedTasks(machine, place, userDirs)
}

/** What comes before everything else: the instructions in the project are not the current ones. */
export async function syncStatus(
  machine: Machine,
  place: LogPlace,
  instructions: string,
  told: Told = {},
): Promise<StatusAnswer> {
  const session = await readSession(machine, place)
  return syncAnswer({ id: place.plan, session, ...told }, instructions)
}
