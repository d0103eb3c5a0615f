import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'
import { normalPath } from './paths.ts'
import type { IsThere } from './there.ts'

/** Every one of `relevant_file_paths` is there when the task begins, or is made by it. */
export function pathsExist({ task, path }: WrittenTask, isThere: IsThere): DataFault[] {
  return task.relevant_file_paths.flatMap((text, which) => {
    const normal = normalPath(text)
    if (normal === undefined || text.trim() === '' || isThere(task, normal)) return []
    const message = `${labelOf(task)} names a path that does not exist: \`${text}\`.`
    const hint = hintFor(text)
    const details = { actual: text, ...(hint !== undefined && { hint }) }
    return [dataFault('E_TASK_PATH', `${path}.relevant_file_paths[${which}]`, message, details)]
  })
}

function hintFor(path: string): string | undefined {
  if (/[*?]/.test(path)) return 'Patterns are not looked up: name the files, or their folder as in `src/models/`.'
  if (path.includes('\\')) return 'Write `/` between the parts of a path.'
  if (/[:#]\w*$/.test(path)) return 'Name the file alone; say the line or the section in `context_hints`.'
  return undefined
}
