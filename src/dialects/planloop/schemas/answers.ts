import { payloadSchema } from './payload.ts'
import { constant, list, number, object, type Schema, text, texts } from './schema.ts'
import { signalSchema, taskSchema } from './task.ts'

const nextCommand = text('The command to run next.')
const message = text('What happened, in a sentence.')
const warnings = texts('What the gates noticed and let pass.')
const version = number('The version of the session now.')

/** An answer that tells of something done. */
function success(about: string, fields: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  return object(about, { status: constant('success'), message, ...fields, next_command: nextCommand }, optional)
}

export const startAnswer = object(
  'A session was created and is the current one of the project.',
  {
    status: constant('session_created'),
    session_id: text('Its id.'),
    message,
    tasks: number('How many tasks the planner wrote.'),
    planned_by: text('The planner.'),
    warnings,
    next_command: nextCommand,
  },
  ['tasks', 'planned_by', 'warnings'],
)

export const updateAnswer = success(
  'All of the update was taken.',
  {
    version,
    added: list(
      'New tasks, in the order of `add_tasks`.',
      object('A new task.', { id: number('Its id.'), title: text('Its title.'), ref: text('Its name.') }, ['ref']),
    ),
    warnings,
  },
  ['added', 'warnings'],
)

export const alertAnswer = success('A signal was raised or cleared.', {
  version,
  is_open: { type: 'boolean', description: 'Whether the signal is open now.' },
})

export const syncAnswer = success('The instructions in the project are the current ones.', {
  file: text('Where they stand.'),
  changed: { type: 'boolean', description: 'Whether the file was written.' },
})

export function suggestAnswer(): Schema {
  const { properties } = payloadSchema() as { properties: { add_tasks: Schema } }
  return success('Work that no task covers yet. Nothing was added.', {
    suggestions: properties.add_tasks,
    suggested_by: text('The planner.'),
  })
}

export const sessionsAnswer = success('The sessions there are.', {
  sessions: list(
    'The last one comes first.',
    object('A session.', {
      id: text('Its id.'),
      goal: text('Its goal.'),
      project: text('The directory of its project.'),
      is_current: { type: 'boolean', description: 'Whether it is the current one of this project.' },
      tasks: number('How many tasks it has.'),
      finished: number('How many of them are DONE or CANCELLED.'),
      blockers: number('How many signals block it.'),
      is_complete: { type: 'boolean', description: 'Whether nothing is left to do.' },
    }),
  ),
})

export const useAnswer = success('The session is the current one of the project now.', {
  session_id: text('Its id.'),
})

export const planAnswer = object(
  'A whole session.',
  {
    session: object('The session.', {
      id: text('Its id.'),
      goal: text('Its goal.'),
      version,
      project: text('The directory of its project.'),
    }),
    plan: object('The plan.', { tasks: list('All tasks.', taskSchema) }),
    signals: list('Open signals.', signalSchema),
    final_summary: text('What came of the whole.'),
    next_command: nextCommand,
  },
  ['signals', 'final_summary'],
)

export const errorAnswer = object('The command was refused. Nothing has changed.', {
  status: constant('error'),
  error_type: text('What kind of refusal it is, as in `plan_validation_failed` or `invalid_payload`.'),
  message,
  details: texts('One sentence for each fault, with what to do.'),
  faults: list(
    'The same for programs, in the same order.',
    object(
      'A fault.',
      {
        code: text('As in docs/errors.md.'),
        path: text('Where in the payload, as in `add_tasks[0].title`.'),
        line: number('Of the payload, from 1.'),
        column: number('From 1.'),
        actual: text('What was found.'),
        expected: text('What belongs there.'),
        hint: text('What to do.'),
      },
      ['path', 'line', 'column', 'actual', 'expected', 'hint'],
    ),
  ),
  next_command: nextCommand,
})
