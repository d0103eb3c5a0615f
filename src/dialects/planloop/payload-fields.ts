import { taskStatuses, taskTypes } from './task.ts'

/** What a field can hold. `most` is in characters. */
export type FieldKind =
  | { readonly holds: 'text'; readonly most: number }
  | { readonly holds: 'texts' }
  | { readonly holds: 'choice'; readonly among: readonly string[] }
  | { readonly holds: 'version' }
  /** A number of a task, or the name it was given. */
  | { readonly holds: 'task' }
  | { readonly holds: 'tasks' }
  | { readonly holds: 'name' }

export type Fields = ReadonlyMap<string, FieldKind>

const title: FieldKind = { holds: 'text', most: 300 }
const longText: FieldKind = { holds: 'text', most: 20_000 }
const texts: FieldKind = { holds: 'texts' }

/** Of one text of a list. */
export const longestItem = 2000
/** Of one list. */
export const mostItems = 200

const common: readonly (readonly [string, FieldKind])[] = [
  ['title', title],
  ['type', { holds: 'choice', among: taskTypes }],
  ['dependencies', { holds: 'tasks' }],
  ['context_hints', texts],
  ['relevant_file_paths', texts],
  ['creates', texts],
  ['files', texts],
  ['verify', texts],
  ['notes', longText],
]

/** Of a task in `add_tasks`. */
export const newTaskFields: Fields = new Map([...common, ['ref', { holds: 'name' }]])

/** Of a change in `update_tasks`. */
export const taskChangeFields: Fields = new Map<string, FieldKind>([
  ['id', { holds: 'task' }],
  ['status', { holds: 'choice', among: taskStatuses }],
  ...common,
  ['result', longText],
])

/** Of the payload itself, beside its two lists of tasks. */
export const payloadFields: Fields = new Map<string, FieldKind>([
  ['final_summary', longText],
  ['last_seen_version', { holds: 'version' }],
  ['agent', { holds: 'text', most: 128 }],
])
