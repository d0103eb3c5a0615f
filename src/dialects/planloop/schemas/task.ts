import { signalLevels, taskStatuses, taskTypes } from '../task.ts'
import { choice, list, number, object, type Schema, text, texts } from './schema.ts'

const optional = ['creates', 'files', 'verify', 'ref', 'notes', 'result']

export const taskSchema: Schema = object(
  'A task as the session holds it.',
  {
    id: number('By which it is named everywhere.'),
    title: text('What is to be achieved.'),
    type: choice('What kind of work it is.', taskTypes),
    status: choice('How it stands.', taskStatuses),
    dependencies: list('Ids of tasks that have to be DONE or CANCELLED first.', { type: 'integer' }),
    context_hints: texts('What to read and to mind before beginning.'),
    relevant_file_paths: texts('Files and folders that the task is about.'),
    creates: texts('Files that the task makes.'),
    files: texts('Files that the task touches.'),
    verify: texts('Commands that must pass before it is DONE.'),
    ref: text('The name that its author gave it.'),
    notes: text('What the next one to work on it should know.'),
    result: text('What came of it.'),
  },
  optional,
)

export const signalSchema: Schema = object(
  'Something outside of the plan that somebody has to know.',
  {
    id: text('By which it is cleared.'),
    task_id: number('The task it is about.'),
    level: choice('Only a blocker halts the work.', signalLevels),
    message: text('What is wrong.'),
  },
  ['task_id'],
)
