import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { type CheckedTask, isOpen, labelOf, type WrittenTask } from './checked-task.ts'

/** A payload that is sent twice would double the plan; what is done may well be needed again. */
export function noTwin(tasks: readonly CheckedTask[], written: readonly WrittenTask[]): DataFault[] {
  const first = new Map<string, CheckedTask>()
  for (const task of tasks) {
    const title = folded(task)
    if (title !== '' && isOpen(task) && !first.has(title)) first.set(title, task)
  }
  return written.flatMap(({ task, path }) => {
    const twin = first.get(folded(task))
    if (twin === undefined || twin.id === task.id || !isOpen(task)) return []
    return [dataFault('E_TASK_TWICE', `${path}.title`, `${labelOf(task)} is in the plan already, as task ${twin.id}.`)]
  })
}

function folded({ title }: CheckedTask): string {
  const folded = title.trim().toLowerCase()
  // Most titles are ASCII, and composing characters is slow.
  return /^[\0-\x7f]*$/.test(folded) ? folded : folded.normalize('NFC')
}
