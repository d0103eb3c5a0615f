import { join } from 'node:path'
import { type Session, statusOfTask } from '../../dialects/planloop/session.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import type { DataFault } from '../../plan/diagnostics/data-fault.ts'
import { statusWords } from '../../plan/status-words.ts'
import { checkTasks } from '../../rules/planloop/check-tasks.ts'
import type { CheckedTask } from '../../rules/planloop/checked-task.ts'
import { pathsToAsk } from '../../rules/planloop/paths-to-ask.ts'
import type { TaskFacts } from '../../rules/planloop/there.ts'
import type { Machine } from '../../store/machine/port.ts'
import { isThere } from '../../store/workspace/look.ts'
import { type Contents, type Draft, saysWhatToDo } from './draft.ts'

export interface GateOptions {
  /** The top directory of the project, in which the paths of tasks are looked for. */
  readonly root: string
  /** Whether what is a warning otherwise refuses the update. */
  readonly strict?: boolean
}

/** Which of the paths that the gates ask about are there. The disk is looked at before the session is locked. */
export async function gateFacts(
  { files }: Machine,
  { root }: GateOptions,
  session: Session,
  draft: Draft,
  contents: Contents,
): Promise<TaskFacts> {
  const existing = new Set<string>()
  const written = writtenIn(session, draft)
  if (written.size === 0) return { existing }
  for (const path of pathsToAsk(tasksAfter(session, draft, contents), { written })) {
    if (await isThere(files, join(root, path), 'file', 'directory', 'link', 'other')) existing.add(path)
  }
  return { existing }
}

export function gateFaults(
  session: Session,
  draft: Draft,
  contents: Contents,
  facts: TaskFacts,
  { strict = false }: GateOptions,
): DataFault[] {
  const written = writtenIn(session, draft)
  if (written.size === 0) return []
  // What tasks were before matters where one of them changes.
  const changes = draft.changed.some(({ entry }) => written.has(entry.id))
  const before = changes ? session.tasks.values().map((entry) => checkedTask(entry, contents)) : []
  return checkTasks(tasksAfter(session, draft, contents), facts, { strict, written, before })
}

/** Where the tasks stand in the payload that the gates judge. */
function writtenIn({ meta }: Session, { added, changed }: Draft): Map<number, string> {
  const written = new Map(added.map(({ task, path }) => [task.id, path]))
  for (const { entry, to, path } of changed) {
    if (entry.id !== meta && saysWhatToDo(to)) written.set(entry.id, path)
  }
  return written
}

function tasksAfter(session: Session, { added, changed }: Draft, contents: Contents): CheckedTask[] {
  const changes = new Map(changed.map((change) => [change.entry.id, change]))
  const known = session.tasks.values().map((entry): CheckedTask => {
    const task = checkedTask(entry, contents)
    const change = changes.get(entry.id)
    if (change === undefined) return task
    const status = change.status && statusWords.planloop.step.write[change.status]
    return { ...task, ...change.to, ...(status && { status }) }
  })
  return [...known, ...added.map(({ task }) => ({ ...task, status: 'TODO' }))]
}

function checkedTask(entry: TaskEntry, contents: Contents): CheckedTask {
  const { id, title, dependencies, creates, files } = entry
  const content = contents.get(id)
  if (content !== undefined) return content
  return {
    id,
    title,
    status: statusOfTask(entry),
    dependencies,
    context_hints: [],
    relevant_file_paths: [],
    ...(creates && { creates }),
    ...(files && { files }),
  }
}
