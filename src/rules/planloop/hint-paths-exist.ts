import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { type CheckedTask, labelOf, type WrittenTask } from './checked-task.ts'
import { namedPaths } from './named-paths.ts'
import { normalPath } from './paths.ts'
import type { IsThere, TaskFacts } from './there.ts'

/** A file that a hint names in backticks is there by the same rule as any other path of the task. */
export function hintPathsExist({ task, path }: WrittenTask, isThere: IsThere, { existing }: TaskFacts): DataFault[] {
  const short = shortNames(task)
  return task.context_hints.flatMap((hint, which) =>
    namedPaths(hint, (part) => existing.has(part)).flatMap((named) => {
      const normal = normalPath(named)
      if (normal === undefined || short.has(normal) || isThere(task, normal)) return []
      const message = `${labelOf(task)} has a hint pointing to a non-existent file: \`${named}\`.`
      return [dataFault('E_HINT_PATH', `${path}.context_hints[${which}]`, message, { actual: named })]
    }),
  )
}

/** `user.py` will do for `src/models/user.py`, once that is one of the task's paths. */
function shortNames({ relevant_file_paths, creates = [], files = [] }: CheckedTask): Set<string> {
  const names = [...relevant_file_paths, ...creates, ...files].map((path) => normalPath(path)?.split('/').at(-1) ?? '')
  return new Set(names)
}
