import type { Session } from '../../dialects/planloop/session.ts'
import type { NewTask } from '../../dialects/planloop/task.ts'
import type { DataFault } from '../../plan/diagnostics/data-fault.ts'
import type { Machine } from '../../store/machine/port.ts'
import { draftOf } from './draft.ts'
import { type GateOptions, gateFacts, gateFaults } from './gates.ts'

/** What would speak against adding tasks to a session. Nothing is added. */
export async function judgeTasks(
  machine: Machine,
  session: Session,
  tasks: readonly NewTask[],
  options: GateOptions,
): Promise<DataFault[]> {
  const draft = draftOf(session, { add_tasks: tasks, update_tasks: [] })
  const facts = await gateFacts(machine, options, session, draft, new Map())
  return [...draft.faults, ...gateFaults(session, draft, new Map(), facts, options)]
}
