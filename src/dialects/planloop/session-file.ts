import type { TaskContent } from './records.ts'
import type { Task } from './task.ts'
import { optional } from './task-content.ts'

/**
 * What a session says is to be done, as one file: the goal and the tasks, each on a line of its own, without how they
 * stand. The log is where a session is kept; this is what a person is shown and says yes to.
 */
export const sessionFileName = 'session.json'

export function sessionFile(goal: string, tasks: readonly Task[]): Uint8Array {
  const lines = tasks.map((task) => `    ${taskLine(task)}`)
  return Buffer.from(`{\n  "goal": ${JSON.stringify(goal)},\n  "tasks": [\n${lines.join(',\n')}\n  ]\n}\n`)
}

/** Of a task what an approval covers. */
export function taskLine(task: TaskContent): string {
  const { id, title, type, dependencies, context_hints, relevant_file_paths } = task
  return JSON.stringify({ id, title, type, dependencies, context_hints, relevant_file_paths, ...optional(task) })
}
