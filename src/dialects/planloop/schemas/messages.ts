import {
  alertAnswer,
  errorAnswer,
  planAnswer,
  sessionsAnswer,
  startAnswer,
  suggestAnswer,
  syncAnswer,
  updateAnswer,
  useAnswer,
} from './answers.ts'
import { payloadSchema } from './payload.ts'
import { document, type Schema } from './schema.ts'
import { statusSchema } from './status.ts'
import { taskSchema } from './task.ts'

/** Every message there is, by the name under which `planloop describe` shows it. */
export const messages: ReadonlyMap<string, { readonly about: string; readonly schema: () => Schema }> = new Map([
  message('update', 'what `planloop update` takes', payloadSchema),
  message('task', 'a task as the session holds it', () => taskSchema),
  message('status-answer', 'what `planloop status --json` answers', () => statusSchema),
  message('start-answer', 'what `planloop start` answers', () => startAnswer),
  message('update-answer', 'what `planloop update` answers', () => updateAnswer),
  message('alert-answer', 'what `planloop alert` answers', () => alertAnswer),
  message('sync-answer', 'what `planloop sync` answers', () => syncAnswer),
  message('suggest-answer', 'what `planloop suggest` answers', suggestAnswer),
  message('plan-answer', 'what `planloop plan` and `planloop sessions show` answer', () => planAnswer),
  message('sessions-answer', 'what `planloop sessions list` answers', () => sessionsAnswer),
  message('use-answer', 'what `planloop sessions use` answers', () => useAnswer),
  message('error', 'what any command answers that was refused', () => errorAnswer),
])

function message(name: string, about: string, schema: () => Schema) {
  return [name, { about, schema: () => document(`planloop ${name}`, schema()) }] as const
}
