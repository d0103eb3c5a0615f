import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { type CheckedTask, isOpen, labelOf, type WrittenTask } from './checked-task.ts'
import { normalPath } from './paths.ts'
import { isThereFor, type TaskFacts } from './there.ts'

/** A change does not take away a file that a later task counts on. `before` are the tasks as they were. */
export function orphanedPaths(
  tasks: readonly CheckedTask[],
  before: readonly CheckedTask[],
  written: readonly WrittenTask[],
  facts: TaskFacts,
): DataFault[] {
  const byId = new Map(written.map((one) => [one.task.id, one]))
  const changed = before.flatMap(({ id }) => byId.get(id) ?? [])
  if (changed.length === 0) return []
  const behind = dependants(tasks, changed)
  if (behind.length === 0) return []
  const isThere = isThereFor(tasks, facts)
  const wasThere = isThereFor(before, facts)
  return behind.flatMap((task) =>
    task.relevant_file_paths.flatMap((text) => {
      const path = normalPath(text)
      if (path === undefined || isThere(task, path) || !wasThere(task, path)) return []
      const message = `${labelOf(task)} counts on a file that would no longer be made: \`${text}\`.`
      return [dataFault('E_TASK_PATH', changed[0]!.path, message, { actual: text })]
    }),
  )
}

/** The open tasks that wait for one of these, directly or not, and are not among them. */
export function dependants(tasks: readonly CheckedTask[], changed: readonly WrittenTask[]): CheckedTask[] {
  const waiting = new Map<number, CheckedTask[]>()
  for (const task of tasks) {
    for (const id of task.dependencies) {
      const known = waiting.get(id)
      if (known === undefined) waiting.set(id, [task])
      else known.push(task)
    }
  }
  const seen = new Set(changed.map(({ task }) => task.id))
  const found: CheckedTask[] = []
  const queue = [...seen]
  for (const id of queue) {
    for (const task of waiting.get(id) ?? []) {
      if (seen.has(task.id)) continue
      seen.add(task.id)
      queue.push(task.id)
      if (isOpen(task)) found.push(task)
    }
  }
  return found
}
