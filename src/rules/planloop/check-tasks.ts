import type { DataFault } from '../../plan/diagnostics/data-fault.ts'
import type { CheckedTask, WrittenTask } from './checked-task.ts'
import { commands } from './commands.ts'
import { commitSized } from './commit-sized.ts'
import { complete } from './complete.ts'
import { hintPathsExist } from './hint-paths-exist.ts'
import { hintsAreClear } from './hints-are-clear.ts'
import { inside } from './inside.ts'
import { noTwin } from './no-twin.ts'
import { oneThing } from './one-thing.ts'
import { order } from './order.ts'
import { orphanedPaths } from './orphaned-paths.ts'
import { pathsExist } from './paths-exist.ts'
import { isThereFor, type TaskFacts } from './there.ts'
import { titleIsClear } from './title-is-clear.ts'

export interface CheckOptions {
  /** What is a warning otherwise refuses the task too. */
  readonly strict?: boolean
  /** Where those tasks stand that a payload adds or changes, by id. Only these are judged; without it, all are. */
  readonly written?: ReadonlyMap<number, string>
  /** All tasks as they were before the payload: what it takes from tasks that it does not name is then found too. */
  readonly before?: readonly CheckedTask[]
}

/** The gates: everything that is wrong with tasks, each at its place. `tasks` are all of the plan, as they are to be. */
export function checkTasks(
  tasks: readonly CheckedTask[],
  facts: TaskFacts,
  { strict = false, written, before = [] }: CheckOptions = {},
): DataFault[] {
  const judged = writtenTasks(tasks, written)
  const isThere = isThereFor(tasks, facts)
  const ofEach = judged.flatMap((one) => [
    ...complete(one),
    ...oneThing(one),
    ...titleIsClear(one),
    ...commitSized(one),
    ...hintsAreClear(one),
    ...inside(one),
    ...pathsExist(one, isThere),
    ...hintPathsExist(one, isThere, facts),
    ...commands(one),
  ])
  const found = [
    ...ofEach,
    ...noTwin(tasks, judged),
    ...order(tasks, judged),
    ...orphanedPaths(tasks, before, judged, facts),
  ]
  return strict ? found.map((one) => ({ ...one, severity: 'error' })) : found
}

export function writtenTasks(tasks: readonly CheckedTask[], written: CheckOptions['written']): WrittenTask[] {
  if (written === undefined) return tasks.map((task, which) => ({ task, path: `tasks[${which}]` }))
  return tasks.flatMap((task) => {
    const path = written.get(task.id)
    return path === undefined ? [] : [{ task, path }]
  })
}
