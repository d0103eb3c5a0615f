import type { Session } from '../../dialects/planloop/session.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { isMet, type StepStatus } from '../../plan/step-status.ts'
import type { Draft } from './draft.ts'

/** How tasks stand and depend on each other when an update has been taken. */
export interface After {
  statusOf(id: number): StepStatus
  dependenciesOf(entry: TaskEntry): readonly number[]
  /** How many have not ended. */
  readonly open: number
}

export function afterUpdate({ tasks }: Session, { added, changed }: Draft): After {
  const byId = new Map(changed.map((change) => [change.entry.id, change]))
  let open = tasks.open + added.length
  for (const { entry, status = entry.status } of changed) {
    open += (isMet(status) ? 0 : 1) - (isMet(entry.status) ? 0 : 1)
  }
  return {
    statusOf: (id) => byId.get(id)?.status ?? tasks.statusOf(id) ?? 'pending',
    dependenciesOf: (entry) => byId.get(entry.id)?.to.dependencies ?? entry.dependencies,
    open,
  }
}
