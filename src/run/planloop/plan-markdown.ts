import type { Task, TaskStatus } from '../../dialects/planloop/task.ts'
import type { WholeSession } from '../../store/planloop/tasks.ts'
import { codeSpan, fenced, plainText } from '../markdown.ts'

/** A session as a page: a checklist with what each task says, open signals, and the summary at its end. */
export function planMarkdown(id: string, { session, tasks, summary }: WholeSession): string {
  const signals = [...session.signals.values()].map(
    (one) => `- ${one.level}, ${codeSpan(one.id)}${about(one.task_id)}: ${plainText(one.message)}`,
  )
  const finished = session.tasks.size - session.tasks.open
  const parts = [
    `# ${plainText(session.goal)}`,
    `Session ${codeSpan(id)}, version ${session.version}: ${finished} of ${tasks.length} tasks are finished.`,
    tasks.map(taskLines).join('\n'),
    ...(signals.length === 0 ? [] : ['## Signals', signals.join('\n')]),
    ...(summary === undefined ? [] : ['## Summary', fenced(summary)]),
  ]
  return `${parts.join('\n\n')}\n`
}

function about(task: number | undefined): string {
  return task === undefined ? '' : ` on task ${task}`
}

function taskLines(task: Task): string {
  const { id, title, status, dependencies, context_hints, relevant_file_paths, creates, verify, notes, result } = task
  const after = dependencies.length === 0 ? [] : [`after ${dependencies.join(', ')}`]
  const beside = [...words[status], ...after].join('; ')
  return [
    `- [${status === 'DONE' ? 'x' : ' '}] **${id}** ${plainText(title)}${beside === '' ? '' : ` (${beside})`}`,
    ...context_hints.map((hint) => `  - ${plainText(hint)}`),
    ...paths('files', relevant_file_paths),
    ...paths('makes', creates),
    ...paths('proven by', verify),
    ...(notes === undefined ? [] : [`  - notes: ${plainText(notes)}`]),
    ...(result === undefined ? [] : [`  - result: ${plainText(result)}`]),
  ].join('\n')
}

const words: Readonly<Record<TaskStatus, readonly string[]>> = {
  TODO: [],
  IN_PROGRESS: ['in progress'],
  DONE: [],
  CANCELLED: ['cancelled'],
}

function paths(name: string, items: readonly string[] = []): string[] {
  return items.length === 0 ? [] : [`  - ${name}: ${items.map(codeSpan).join(', ')}`]
}
