import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { type CheckedTask, labelOf, type WrittenTask } from './checked-task.ts'
import { wordsOf } from './words.ts'

/** The task fits into one commit, as far as its size can be told from outside. */
export function commitSized({ task, path }: WrittenTask): DataFault[] {
  return reasons(task).map(({ field, why }) =>
    dataFault('E_TASK_LARGE', `${path}.${field}`, `${labelOf(task)} looks larger than one commit: ${why}.`),
  )
}

const most = { paths: 15, hints: 12, title: 160 }

function reasons({ title, relevant_file_paths, creates = [], files = [], context_hints }: CheckedTask) {
  const paths = new Set([...relevant_file_paths, ...creates, ...files]).size
  const whole = wordsOf(title).find((word) => word === 'entire' || word === 'whole')
  return [
    { field: 'relevant_file_paths', why: `it names ${paths} files`, holds: paths > most.paths },
    { field: 'context_hints', why: `it needs ${context_hints.length} hints`, holds: context_hints.length > most.hints },
    { field: 'title', why: `its title has ${title.length} characters`, holds: title.length > most.title },
    { field: 'title', why: `it is about the ${whole} of something`, holds: whole !== undefined },
  ].filter(({ holds }) => holds)
}
