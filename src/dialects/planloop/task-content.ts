import type { Logged } from '../../plan/state.ts'
import type { SessionRecord, TaskContent } from './records.ts'
import { statusOfTask } from './session.ts'
import type { Task } from './task.ts'
import type { TaskEntry } from './task-table.ts'

/** The records in which stands what a task is and what came of it. */
export function recordsOf({ content, result }: TaskEntry): number[] {
  return result === 0 ? [...content] : [...content, result]
}

/** A task put together from its records. The keys of the format come first, in its order. */
export function taskOf(entry: TaskEntry, records: ReadonlyMap<number, Logged<SessionRecord>>): Task {
  const content = contentOf(entry, records)
  const result = records.get(entry.result)
  return {
    id: entry.id,
    title: content.title,
    type: content.type,
    status: statusOfTask(entry),
    dependencies: content.dependencies,
    context_hints: content.context_hints,
    relevant_file_paths: content.relevant_file_paths,
    ...optional(content),
    ...(result?.type === 'step.result' && result.text !== '' && { result: result.text }),
  }
}

/** What is not there every time. */
export function optional({ creates, files, verify, ref, notes }: Partial<TaskContent>) {
  return {
    ...(creates !== undefined && { creates }),
    ...(files !== undefined && { files }),
    ...(verify !== undefined && { verify }),
    ...(ref !== undefined && { ref }),
    ...(notes !== undefined && { notes }),
  }
}

function contentOf({ id, content }: TaskEntry, records: ReadonlyMap<number, Logged<SessionRecord>>): TaskContent {
  let task: TaskContent = { ...nothing, id }
  for (const seq of content) {
    const record = records.get(seq)
    if (record?.type === 'task.added') task = record.task
    else if (record?.type === 'task.changed') task = { ...task, ...record.to }
  }
  return task
}

const nothing = {
  title: '',
  type: 'chore',
  dependencies: [],
  context_hints: [],
  relevant_file_paths: [],
} as const
