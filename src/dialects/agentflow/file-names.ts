import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { mostTasks, nearestTaskFileName, parseTaskFileName, taskFolder } from './file-name.ts'

/** What is wrong with the names of the task files, which come in order. A task must not vanish because of its name. */
export function checkFileNames(names: readonly string[], prefix: string, isHome: boolean): Diagnostic[] {
  const found: Diagnostic[] = []
  const first = new Map<string, string>()
  for (const name of names) {
    const file = `${prefix}${taskFolder}${name}`
    const index = parseTaskFileName(name)?.index
    const twin = index && first.get(index)
    if (index === undefined) found.push(badName(file, name))
    else if (twin === undefined) first.set(index, file)
    else found.push(sameIndex(file, twin, index, isHome))
  }
  if (names.length > mostTasks) found.push(tooMany(`${prefix}${taskFolder}${names[mostTasks]}`, names.length))
  return found
}

function badName(file: string, name: string): Diagnostic {
  const near = nearestTaskFileName(name)
  const expected = near ?? 'a name such as 01-set-up.md'
  return diagnostic('E_TASK_NAME', 'The file is not named as a task is.', { file, actual: name, expected })
}

function sameIndex(file: string, twin: string, index: string, isHome: boolean): Diagnostic {
  return diagnostic('E_TASK_INDEX', `Another task has the number ${index} too.`, {
    file,
    severity: isHome ? 'warning' : 'error',
    actual: index,
    related: [{ message: 'It is used here first.', file: twin }],
    ...(isHome && {
      hint: 'They come in the order of their names. Give one of them another number to say it clearly.',
    }),
  })
}

function tooMany(file: string, count: number): Diagnostic {
  const message = `The plan has ${count} tasks; two digits can number ${mostTasks}. This is the first one too many.`
  return diagnostic('E_TOO_MANY_TASKS', message, { file, actual: `${count}`, expected: `at most ${mostTasks}` })
}
