import {
  type FieldKind,
  longestItem,
  mostItems,
  newTaskFields,
  payloadFields,
  taskChangeFields,
} from '../payload-fields.ts'
import { list, object, type Schema } from './schema.ts'

const needed = ['title', 'type', 'context_hints', 'relevant_file_paths']

/** What `planloop update` takes, from the same tables by which it is read. */
export function payloadSchema(): Schema {
  return {
    ...object(
      'What changes in a session. All of it is taken, or nothing.',
      {
        add_tasks: list(
          'New tasks, in the order in which they are to be done as far as their dependencies allow.',
          object('A new task.', fieldsOf(newTaskFields), optionalOf(newTaskFields, needed)),
        ),
        update_tasks: list('Changes of tasks that are there.', {
          ...object(
            'One task, and what changes about it.',
            fieldsOf(taskChangeFields),
            optionalOf(taskChangeFields, ['id']),
          ),
          minProperties: 2,
        }),
        ...fieldsOf(payloadFields),
      },
      ['add_tasks', 'update_tasks', ...payloadFields.keys()],
    ),
    anyOf: [{ required: ['add_tasks'] }, { required: ['update_tasks'] }, { required: ['final_summary'] }],
  }
}

function optionalOf(fields: ReadonlyMap<string, FieldKind>, required: readonly string[]): string[] {
  return [...fields.keys()].filter((name) => !required.includes(name))
}

function fieldsOf(fields: ReadonlyMap<string, FieldKind>): Record<string, Schema> {
  return Object.fromEntries([...fields].map(([name, kind]) => [name, { ...schemaOf(kind), description: abouts[name] }]))
}

function schemaOf(kind: FieldKind): Schema {
  switch (kind.holds) {
    case 'text':
      return { type: 'string', maxLength: kind.most }
    case 'texts':
      return { type: 'array', items: { type: 'string', minLength: 1, maxLength: longestItem }, maxItems: mostItems }
    case 'choice':
      return { type: 'string', enum: kind.among }
    case 'version':
      return { type: 'integer', minimum: 0 }
    case 'task':
      return task
    case 'tasks':
      return { type: 'array', items: task, maxItems: mostItems }
    case 'name':
      return name
  }
}

const name = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }
const task = { anyOf: [{ type: 'integer', minimum: 1 }, name] }

const abouts: Readonly<Record<string, string>> = {
  id: 'The id of the task, or its `ref`.',
  title: 'What is to be achieved: one thing, as large as one commit, and one can see when it is done.',
  type: 'What kind of work it is.',
  status: 'How the task stands.',
  dependencies:
    'Tasks that have to be DONE or CANCELLED first: ids, or the `ref` of tasks, also of those in the same payload.',
  context_hints: 'What to read and to mind, each with a verb. Files stand in backticks and exist.',
  relevant_file_paths: 'Files and folders that the task is about, from the top of the project.',
  creates: 'Files that the task makes. A folder stands for all that is in it.',
  files: 'Files that the task touches: tasks that share one are not given out at the same time.',
  verify: 'Commands that must pass before the task is DONE. They are run without a shell.',
  ref: 'A name for the task, by which others can depend on it.',
  notes: 'What the next one to work on it should know.',
  result: 'What came of it, for the tasks that depend on it.',
  final_summary: 'What came of the whole plan, once every task is DONE or CANCELLED.',
  last_seen_version: 'The `session.version` you last saw. When there is a later one, nothing is taken.',
  agent: 'Your name, as in `--agent`.',
}
