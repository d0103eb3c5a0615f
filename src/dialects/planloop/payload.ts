import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { excerpt } from '../shared/excerpt.ts'
import { readJson } from '../shared/json.ts'
import { defaultLimits, type Limits } from '../shared/limits.ts'
import { readText } from '../shared/source.ts'
import type { MapNode, TreeNode } from '../shared/tree.ts'
import { asDataFault, PayloadFaults } from './payload-faults.ts'
import { type Fields, newTaskFields, payloadFields, taskChangeFields } from './payload-fields.ts'
import { checkFieldNames } from './payload-names.ts'
import { type FieldValue, readValue } from './payload-values.ts'
import type { NewTask, TaskChange, UpdatePayload } from './task.ts'

export interface UpdateReading {
  /**
   * As far as it could be read. With faults it is there to be judged, so that everything that is wrong is said at once;
   * nothing may come of it.
   */
  readonly payload: UpdatePayload
  readonly faults: readonly DataFault[]
}

/** Reads what `planloop update` was given. `name` is what messages call it. */
export function readUpdate(text: string, name = '<payload>', limits: Limits = defaultLimits): UpdateReading {
  if (text.trim() === '')
    return { payload: nothing, faults: [dataFault('E_PAYLOAD_EMPTY', '', 'The payload is empty.')] }
  const { source, diagnostics } = readText(name, text, 'data', limits)
  if (source === undefined) return { payload: nothing, faults: diagnostics.map(asDataFault) }
  const faults = new PayloadFaults(source)
  const { root, diagnostics: ofJson } = readJson(source, limits)
  for (const one of [...diagnostics, ...ofJson]) faults.addJson(one)
  const payload = root === undefined ? nothing : readPayload(root, faults)
  return { payload, faults: faults.list() }
}

const nothing: UpdatePayload = { add_tasks: [], update_tasks: [] }

function readPayload(root: TreeNode, faults: PayloadFaults): UpdatePayload {
  if (root.kind !== 'map') {
    const actual = root.kind === 'list' ? 'a list' : 'a single value'
    const hint = 'Send an object, as in `{"add_tasks": [ … ], "update_tasks": [{"id": 1, "status": "DONE"}]}`.'
    faults.add('E_FIELD_KIND', '', `The payload is ${actual}; it has to be an object.`, root, { actual, hint })
    return nothing
  }
  const label = 'The payload'
  const known = ['add_tasks', 'update_tasks', ...payloadFields.keys()]
  checkFieldNames(root, known, { label, path: '' }, faults)
  if (root.entries.size === 0) faults.add('E_PAYLOAD_EMPTY', '', 'The payload is empty.', root)
  const add_tasks = readObjects(root, 'add_tasks', faults, readNewTask)
  const update_tasks = readObjects(root, 'update_tasks', faults, readTaskChange)
  const rest = readFields(root, payloadFields, { label, path: '' }, faults)
  const payload = { add_tasks, update_tasks, ...rest } as UpdatePayload
  if (root.entries.size > 0 && says(root, payload) === 0) {
    faults.add('E_PAYLOAD_EMPTY', '', 'The payload asks for nothing.', root)
  }
  return payload
}

/** How many things are asked for, also such as could not be read. */
function says({ entries }: MapNode, { add_tasks, update_tasks }: UpdatePayload): number {
  const unread = ['add_tasks', 'update_tasks'].filter((field) => {
    const value = entries.get(field)?.value
    return value !== undefined && (value.kind !== 'list' || value.items.length > 0)
  })
  return add_tasks.length + update_tasks.length + unread.length + (entries.has('final_summary') ? 1 : 0)
}

function readObjects<Item>(
  root: MapNode,
  field: string,
  faults: PayloadFaults,
  read: (node: MapNode, path: string, index: number, faults: PayloadFaults) => Item,
): Item[] {
  const value = root.entries.get(field)?.value
  if (value === undefined) return []
  if (value.kind !== 'list') {
    const hint = `Write it as \`"${field}": [{ … }]\`.`
    faults.add('E_FIELD_KIND', field, `\`${field}\` has to be a list of objects.`, value, { hint })
    return []
  }
  return value.items.flatMap((item, index) => {
    const path = `${field}[${index}]`
    if (item.kind === 'map') return [read(item, path, index, faults)]
    faults.add('E_FIELD_KIND', path, `Item ${index + 1} of \`${field}\` has to be an object.`, item, {
      hint: `Write it as \`{"${field === 'add_tasks' ? 'title' : 'id'}": … }\`.`,
    })
    return []
  })
}

function readNewTask(node: MapNode, path: string, index: number, faults: PayloadFaults): NewTask {
  const label = newTaskLabel(node, index)
  checkFieldNames(node, [...newTaskFields.keys()], { label, path }, faults)
  const fields = readFields(node, newTaskFields, { label, path }, faults)
  if (!node.entries.has('type')) {
    const hint = 'Say `feature`, `bugfix`, `chore` or `test`.'
    faults.add('E_TASK_INCOMPLETE', `${path}.type`, `${label} is missing the \`type\` field.`, node, { hint })
  }
  // Fields without which a task is refused get an empty value here, and their fault from the rules.
  const empty = { title: '', type: 'feature', dependencies: [], context_hints: [], relevant_file_paths: [] }
  return { ...empty, ...fields } as NewTask
}

function newTaskLabel({ entries }: MapNode, index: number): string {
  const title = entries.get('title')?.value
  const known = title?.kind === 'scalar' && title.type === 'string' && title.value.trim() !== ''
  return known ? `Task '${excerpt(title.value)}'` : `Task ${index + 1} of \`add_tasks\``
}

function readTaskChange(node: MapNode, path: string, index: number, faults: PayloadFaults): TaskChange {
  const id = node.entries.get('id')?.value
  const known = id?.kind === 'scalar' && id.value !== ''
  const label = known ? `The change of task ${excerpt(id.value)}` : `Change ${index + 1} of \`update_tasks\``
  checkFieldNames(node, [...taskChangeFields.keys()], { label, path }, faults)
  if (id === undefined) {
    const hint = 'Name the task by its id, as in `{"id": 2, "status": "DONE"}`.'
    faults.add('E_FIELD_MISSING', `${path}.id`, `${label} does not say which task: \`id\` is missing.`, node, { hint })
  } else if (node.entries.size === 1) {
    const hint = 'Add what is to change, as in `"status": "DONE"`.'
    faults.add('E_PAYLOAD_EMPTY', path, `${label} changes nothing.`, node, { hint })
  }
  return { id: 0, ...readFields(node, taskChangeFields, { label, path }, faults) } as TaskChange
}

/** The fields that are given and hold what they should. */
function readFields(
  node: MapNode,
  fields: Fields,
  { label, path }: { readonly label: string; readonly path: string },
  faults: PayloadFaults,
): Readonly<Record<string, FieldValue>> {
  const found: Record<string, FieldValue> = {}
  for (const [field, kind] of fields) {
    const pair = node.entries.get(field)
    if (pair === undefined) continue
    const place = { label, field, path: path === '' ? field : `${path}.${field}` }
    const value = readValue(pair.value, kind, place, faults)
    if (value !== undefined) found[field] = value
  }
  return found
}
