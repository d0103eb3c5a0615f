import { type CheckOptions, writtenTasks } from './check-tasks.ts'
import type { CheckedTask } from './checked-task.ts'
import { firstParts, namedPaths } from './named-paths.ts'
import { dependants } from './orphaned-paths.ts'
import { normalPath } from './paths.ts'

/** The paths, from the top of the project, of which `checkTasks` has to know whether they are there. */
export function pathsToAsk(tasks: readonly CheckedTask[], { written }: CheckOptions = {}): Set<string> {
  const judged = writtenTasks(tasks, written)
  const own = judged.flatMap(({ task }) => [
    ...task.relevant_file_paths,
    ...task.context_hints.flatMap((hint) => [...namedPaths(hint, () => true), ...firstParts(hint)]),
  ])
  const behind = dependants(tasks, judged).flatMap((task) => task.relevant_file_paths)
  const paths = new Set<string>()
  for (const text of [...own, ...behind]) {
    const path = normalPath(text)
    if (path !== undefined && path !== '') paths.add(path)
  }
  return paths
}
