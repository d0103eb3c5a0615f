import { fitTask, type TaskResult } from '../../dialects/planloop/budget.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import {
  blockedAnswer,
  type Claim,
  completedAnswer,
  type Interruption,
  type StatusAnswer,
  signalAnswer,
  taskAnswer,
} from '../../dialects/planloop/status-answer.ts'
import { recordsOf, taskOf } from '../../dialects/planloop/task-content.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readSessionRecords, readWholeSession } from '../../store/planloop/tasks.ts'
import type { Next } from './next-task.ts'

/** To whom, and how much. */
export interface Telling {
  readonly agent?: string
  /** The session, if it was named by a flag: commands to be typed then name it too. */
  readonly named?: string
  /** Whether the list of all tasks is left out. */
  readonly compact?: boolean
  /** About how many tokens the task may take, with its hints, its notes and the results of others. Leaves out the list. */
  readonly budget?: number
}

/** What is next, with all that has to be read for it. */
export async function answerFor(
  machine: Machine,
  place: LogPlace,
  session: Session,
  next: Next,
  telling: Telling,
  claim?: Claim,
): Promise<StatusAnswer> {
  const { compact = false, budget, agent, named } = telling
  const told = { ...(agent !== undefined && { agent }), ...(named !== undefined && { named }) }
  const about = { id: place.plan, session, ...told }
  switch (next.is) {
    case 'signal':
      return signalAnswer(about, next.signal)
    case 'complete':
      return completedAnswer(about, await summaryOf(machine, place, session))
    case 'blocked':
      return blockedAnswer(about, next.tasks, next.count, next.because)
    case 'task': {
      const { ready } = next
      const told = await tell(machine, place, session, next.entry, next.isOwn, budget)
      const plan = compact || budget !== undefined ? undefined : (await readWholeSession(machine, place)).tasks
      const { task, ...parts } = told
      return taskAnswer(about, task, {
        ...parts,
        ready,
        ...(plan && { plan: { tasks: plan } }),
        ...(claim && { claim }),
      })
    }
  }
}

async function summaryOf(machine: Machine, place: LogPlace, { summary }: Session): Promise<string | undefined> {
  if (summary === undefined) return undefined
  const record = (await readSessionRecords(machine, place, [summary])).get(summary)
  return record?.type === 'session.summary' ? record.text : undefined
}

/** `entry` is the task as it stood before it was given out. */
async function tell(
  machine: Machine,
  place: LogPlace,
  session: Session,
  entry: TaskEntry,
  isOwn: boolean,
  budget: number | undefined,
) {
  const before = entry.dependencies.flatMap((id) => session.tasks.get(id) ?? []).filter(({ result }) => result > 0)
  const wasBegun = !isOwn && (entry.status === 'in_progress' || entry.status === 'interrupted')
  const numbers = [...recordsOf(entry), ...before.map(({ result }) => result), ...(wasBegun ? [entry.moved] : [])]
  const records = await readSessionRecords(machine, place, numbers)
  const whole = taskOf(session.tasks.get(entry.id) ?? entry, records)
  const results = before.flatMap(({ id, title, result }): TaskResult[] => {
    const record = records.get(result)
    return record?.type === 'step.result' ? [{ id, title, result: record.text }] : []
  })
  const interrupted: Interruption | undefined = wasBegun
    ? { by: entry.by, since: records.get(entry.moved)!.at }
    : undefined
  const { task, results: told, leftOut } = fitTask(whole, results, budget)
  return { task, results: told, left_out: leftOut, ...(interrupted && { interrupted }) }
}
