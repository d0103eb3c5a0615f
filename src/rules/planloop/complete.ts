import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'

/** Nothing less is a task. (`type` cannot be empty: whoever reads a task says when it is missing.) */
export function complete({ task, path }: WrittenTask): DataFault[] {
  return needed
    .filter((field) => [task[field]].flat().every((text) => text.trim() === ''))
    .map((field) => dataFault('E_TASK_INCOMPLETE', `${path}.${field}`, message(task, field), { hint: hints[field] }))
}

const needed = ['title', 'context_hints', 'relevant_file_paths'] as const

function message(task: WrittenTask['task'], field: (typeof needed)[number]): string {
  return `${labelOf(task)} is missing the \`${field}\` field, or nothing stands in it.`
}

const hints = {
  title: 'Say in one line what is to be achieved.',
  context_hints: 'Say what to read and what to mind, as in "Read the section \'Login\' in `spec.md`."',
  relevant_file_paths:
    'Name the files that the task reads or changes, and those it makes, which also stand in `creates`.',
}
