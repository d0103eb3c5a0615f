import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { whyOutside } from '../why-outside.ts'
import { labelOf, type WrittenTask } from './checked-task.ts'
import { namedPaths } from './named-paths.ts'

/** Whatever a task names lies in the project. */
export function inside({ task, path }: WrittenTask): DataFault[] {
  const inLists = lists.flatMap((list) =>
    (task[list] ?? []).flatMap((text, which) => {
      const why = whyOutside(text)
      if (why === undefined) return []
      const message = `${labelOf(task)} names a path in \`${list}\` that ${why}: \`${text}\`.`
      return [dataFault('E_OUTSIDE', `${path}.${list}[${which}]`, message, { actual: text, hint })]
    }),
  )
  const inHints = task.context_hints.flatMap((text, which) =>
    namedPaths(text).flatMap((named) => {
      if (whyOutside(named) === undefined) return []
      const message = `${labelOf(task)} has a hint pointing out of the project: \`${named}\`.`
      return [dataFault('E_OUTSIDE', `${path}.context_hints[${which}]`, message, { actual: named, hint })]
    }),
  )
  return [...inLists, ...inHints]
}

const lists = ['relevant_file_paths', 'creates', 'files'] as const
const hint = 'Write paths from the top directory of the project, with `/` between the parts.'
