import { type CheckedTask, isOpen } from './checked-task.ts'
import { foldersAbove, normalPath } from './paths.ts'

/** What the rules have to be told about the project. */
export interface TaskFacts {
  /** Of the paths that `pathsToAsk` named, those that are there. */
  readonly existing: ReadonlySet<string>
}

/** Whether a path, in its normal spelling, is there when a task begins. */
export type IsThere = (task: CheckedTask, path: string) => boolean

/**
 * A path counts as there if it is there now, or if this task or one that has to be done before it makes it. With a file its
 * folders are made, and with a folder (`src/new/`) whatever lies in it.
 */
export function isThereFor(tasks: readonly CheckedTask[], { existing }: TaskFacts): IsThere {
  let makers: ReadonlyMap<string, readonly number[]> | undefined
  let byId: ReadonlyMap<number, CheckedTask> | undefined
  return (task, path) => {
    if (path === '' || existing.has(path)) return true
    makers ??= makersOf(tasks)
    const wanted = new Set(
      [path, ...foldersAbove(path).map((folder) => `${folder}/`)].flatMap((one) => makers!.get(one) ?? []),
    )
    if (wanted.size === 0) return false
    byId ??= new Map(tasks.map((one) => [one.id, one]))
    return reaches(task, wanted, byId)
  }
}

/** Who makes what: a file by its path, a whole folder by its path with a `/` behind. */
function makersOf(tasks: readonly CheckedTask[]): Map<string, number[]> {
  const makers = new Map<string, number[]>()
  const put = (path: string, id: number) => {
    const known = makers.get(path)
    if (known === undefined) makers.set(path, [id])
    else known.push(id)
  }
  for (const task of tasks) {
    // What is done has made what it made, and the disk knows; what was given up makes nothing.
    if (!isOpen(task)) continue
    for (const text of task.creates ?? []) {
      const path = normalPath(text)
      if (path === undefined || path === '') continue
      for (const one of [path, ...foldersAbove(path)]) put(one, task.id)
      if (text.endsWith('/')) put(`${path}/`, task.id)
    }
  }
  return makers
}

/** Whether the task is one of those, or comes after one. */
function reaches(task: CheckedTask, wanted: ReadonlySet<number>, byId: ReadonlyMap<number, CheckedTask>): boolean {
  const seen = new Set([task.id])
  const queue = [task]
  for (const one of queue) {
    if (wanted.has(one.id)) return true
    for (const id of one.dependencies) {
      const next = byId.get(id)
      if (next === undefined || seen.has(id)) continue
      seen.add(id)
      queue.push(next)
    }
  }
  return false
}
