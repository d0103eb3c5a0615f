import type { TaskContent } from '../../dialects/planloop/records.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import type { Dependency, NewTask, Task, TaskChange, TaskStatus, UpdatePayload } from '../../dialects/planloop/task.ts'
import { optional } from '../../dialects/planloop/task-content.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { statusWords } from '../../plan/status-words.ts'
import type { StepStatus } from '../../plan/step-status.ts'

/** What an update means for a session: every task by its id. Nothing is decided yet. */
export interface Draft {
  readonly added: readonly AddedTask[]
  readonly changed: readonly ChangedTask[]
  readonly faults: readonly DataFault[]
}

export interface AddedTask {
  readonly task: TaskContent
  /** Where it stands in the payload. */
  readonly path: string
}

export interface ChangedTask {
  readonly entry: TaskEntry
  readonly to: Partial<Omit<TaskContent, 'id'>>
  readonly status?: StepStatus
  readonly result?: string
  readonly path: string
}

/** What tasks say, as far as it was looked up: it is not in the session itself. */
export type Contents = ReadonlyMap<number, Task>

/** Whether a change is about what is to be done. A note is for whoever works on a task, and judged by nobody. */
export function saysWhatToDo(to: ChangedTask['to']): boolean {
  return Object.keys(to).some((field) => field !== 'notes')
}

/** A task that is to be DONE, and the commands that have to pass before it is. */
export interface TaskToProve {
  readonly change: ChangedTask
  readonly commands: readonly string[]
}

/** Commands that an update takes from a task count for it still, as those do that it adds. */
export function tasksToProve({ changed }: Draft, contents: Contents): TaskToProve[] {
  return changed.flatMap((change) => {
    const { entry, status, to } = change
    if (status !== 'complete' || entry.status === 'complete') return []
    const commands = [...new Set([...(contents.get(entry.id)?.verify ?? []), ...(to.verify ?? [])])]
    return commands.length === 0 ? [] : [{ change, commands }]
  })
}

/** `seen` is the last id when the payload was made, as far as is known: an id above it was meant for one of its own tasks. */
export function draftOf(session: Session, payload: UpdatePayload, seen = session.tasks.size): Draft {
  const last = session.tasks.size
  const faults: DataFault[] = []
  const ids = new Map<string, number>()
  payload.add_tasks.forEach(({ ref }, at) => {
    if (ref === undefined) return
    if (ids.has(ref) || session.tasks.idOf(ref) !== undefined) faults.push(takenRef(ref, at))
    else ids.set(ref, last + 1 + at)
  })
  const idOf = (named: Dependency, path: string): number[] => {
    const id = typeof named === 'number' ? named : (ids.get(named) ?? session.tasks.idOf(named))
    if (id === undefined) faults.push(unknownRef(String(named), path))
    else if (typeof named === 'number' && id > seen && id <= last) faults.push(overtaken(id, path))
    return id === undefined ? [] : [id]
  }
  const idsOf = (named: readonly Dependency[], path: string): number[] => [
    ...new Set(named.flatMap((one, at) => idOf(one, `${path}.dependencies[${at}]`))),
  ]
  const added = payload.add_tasks.map((task, at): AddedTask => {
    const path = `add_tasks[${at}]`
    return { task: newContent(last + 1 + at, task, idsOf(task.dependencies, path)), path }
  })
  const named = new Set<number>()
  const changed = payload.update_tasks.flatMap((change, at): ChangedTask[] => {
    const path = `update_tasks[${at}]`
    // What could not be read as an id has its fault from there.
    if (change.id === 0) return []
    const id = typeof change.id === 'number' ? change.id : session.tasks.idOf(change.id)
    const entry = id === undefined ? undefined : session.tasks.get(id)
    if (entry === undefined) faults.push(unknownTask(change.id, path))
    else if (named.has(entry.id)) faults.push(namedTwice(entry, path))
    if (entry === undefined || named.has(entry.id)) return []
    named.add(entry.id)
    return [changedTask(entry, change, change.dependencies && idsOf(change.dependencies, path), path)]
  })
  return { added, changed, faults }
}

function newContent(id: number, task: NewTask, dependencies: readonly number[]): TaskContent {
  const { title, type, context_hints, relevant_file_paths } = task
  return { id, title, type, dependencies, context_hints, relevant_file_paths, ...optional({ ...task, dependencies }) }
}

function changedTask(
  entry: TaskEntry,
  { title, type, context_hints, relevant_file_paths, status, result, ...rest }: TaskChange,
  dependencies: readonly number[] | undefined,
  path: string,
): ChangedTask {
  const { creates, files, verify, notes } = rest
  return {
    entry,
    path,
    to: {
      ...(title !== undefined && { title }),
      ...(type !== undefined && { type }),
      ...(dependencies !== undefined && { dependencies }),
      ...(context_hints !== undefined && { context_hints }),
      ...(relevant_file_paths !== undefined && { relevant_file_paths }),
      ...optional({
        ...(creates && { creates }),
        ...(files && { files }),
        ...(verify && { verify }),
        ...(notes !== undefined && { notes }),
      }),
    },
    ...(status !== undefined && { status: stepStatusOf(status) }),
    ...(result !== undefined && { result }),
  }
}

function stepStatusOf(status: TaskStatus): StepStatus {
  return statusWords.planloop.step.read[status]!
}

function takenRef(ref: string, at: number): DataFault {
  return dataFault('E_TASK_REF', `add_tasks[${at}].ref`, `Another task is already called \`${ref}\`.`, { actual: ref })
}

function unknownRef(ref: string, path: string): DataFault {
  return dataFault('E_DANGLING', path, `No task is called \`${ref}\`.`, {
    actual: ref,
    hint: 'Give the task that is meant this `ref`, or name it by its id.',
  })
}

/** Somebody else was faster, and has that id now. */
function overtaken(id: number, path: string): DataFault {
  const message = `Task ${id} was added by somebody else in the meantime, and is hardly the one that is meant.`
  return dataFault('E_STALE_VERSION', path, message, {
    actual: String(id),
    hint: 'Give new tasks a `ref` and depend on that: ids of tasks that are not there yet can change hands.',
  })
}

function unknownTask(id: Dependency, path: string): DataFault {
  return dataFault('E_UNKNOWN_TASK', `${path}.id`, `There is no task ${id} in this session.`, { actual: String(id) })
}

function namedTwice({ id }: TaskEntry, path: string): DataFault {
  return dataFault('E_TASK_TWICE', `${path}.id`, `Task ${id} is changed twice in one update.`, {
    actual: String(id),
    hint: 'Put all that changes about a task into one item of `update_tasks`.',
  })
}
