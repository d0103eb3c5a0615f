import { constant, list, number, object, type Schema, text, texts } from './schema.ts'
import { signalSchema, taskSchema } from './task.ts'

const version = number('Goes up with everything that is said about the session; for `last_seen_version`.')
const id = text('The id of the session.')
const goal = text('What the session is for.')

const session = object('The session.', { id, goal, version })
const shortSession = object('The session.', { id, version })
const nextCommand = text('The command to run when the instructions are carried out; `...` stands for your own words.')

function now(reason: string, fields: Readonly<Record<string, Schema>>): Schema {
  return object('What is to be done now.', {
    reason: constant(reason),
    agent_instructions: text('What to do, in a few sentences.'),
    ...fields,
  })
}

const sync = object('The instructions in the project are not the current ones.', {
  now: now('sync_instructions', { instructions_content: text('The whole file `docs/agents.md` as it has to be.') }),
  session,
  next_command: nextCommand,
})

const ready = object(
  'A task is next.',
  {
    now: now('ready_for_task', { current_task: taskSchema }),
    plan: object('Left out with `--compact` and `--budget`.', { tasks: list('All tasks.', taskSchema) }),
    session,
    ready: list('Ids of tasks that could come next.', { type: 'integer' }),
    claim: object('For an agent with a name: the task is its own for so long.', {
      agent: text('Its name.'),
      token: number('The number of the claim, for `planloop update --token`.'),
      lease_seconds: number('How long the claim holds when nothing more is heard.'),
    }),
    interrupted: object('Who was at work on the task and did not come to an end.', {
      by: text('Their name.'),
      since: text('When they began.'),
    }),
    results: list(
      'What came of the tasks that it depends on.',
      object('A result.', { id: number('The task.'), title: text('Its title.'), result: text('What came of it.') }),
    ),
    signals: list('Open signals that do not block.', signalSchema),
    left_out: texts('What was left out for want of room.'),
    next_command: nextCommand,
  },
  ['plan', 'claim', 'interrupted', 'results', 'signals', 'left_out'],
)

const message = text('The same in a sentence, for people.')

const signal = object('A signal blocks the session.', {
  now: now('waiting_on_signal', { message }),
  signal: signalSchema,
  session: shortSession,
  next_command: nextCommand,
})

const completed = object(
  'Every task is DONE or CANCELLED. With a final summary nothing is left to do, and there is no next command.',
  {
    now: now('plan_completed', { message }),
    session: shortSession,
    final_summary: text('What came of the whole.'),
    next_command: nextCommand,
  },
  ['final_summary', 'next_command'],
)

const blocked = object('Tasks are open, and none can be given out.', {
  now: now('blocked', { message }),
  blocked: list(
    'The first of them.',
    object('An open task.', {
      id: number('Its id.'),
      title: text('Its title.'),
      waiting_for: list('Ids of tasks that have to end first.', { type: 'integer' }),
      why: text('What it waits for, in words.'),
    }),
  ),
  blocked_count: number('How many there are.'),
  session,
  next_command: nextCommand,
})

export const statusSchema: Schema = { oneOf: [sync, ready, signal, completed, blocked] }
