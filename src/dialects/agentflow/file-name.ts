import { fault } from '../../plan/diagnostics/fault.ts'
import { kebabOf } from '../../plan/kebab.ts'

export const planFileName = 'plan.md'
export const taskFolder = 'tasks/'

/** Two digits number them from 00 to 99. */
export const mostTasks = 100

export interface TaskFileName {
  /** The two digits, which order the tasks. */
  readonly index: string
  /** For people; nothing refers to it. */
  readonly slug: string
}

/** `01-set-up.md` in its parts, or undefined for any other name. */
export function parseTaskFileName(name: string): TaskFileName | undefined {
  const parts = /^(\d{2})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(name)
  return parts === null ? undefined : { index: parts[1]!, slug: parts[2]! }
}

export function taskFileName(index: number, slug: string): string {
  const name = `${String(index).padStart(2, '0')}-${slug}.md`
  if (parseTaskFileName(name) !== undefined) return name
  if (index >= mostTasks) throw fault('E_TOO_MANY_TASKS', `There is no two-digit number for task ${index}.`)
  throw fault('E_TASK_NAME', 'No file name for a task can be made of this.', { actual: name })
}

/** `1_Set up.MD` was meant as `01-set-up.md`; undefined when there is no telling. */
export function nearestTaskFileName(name: string): string | undefined {
  const parts = /^(\d{1,2})([^\d].*)\.(?:md|markdown|txt)$/i.exec(name)
  if (parts === null) return undefined
  const near = `${parts[1]!.padStart(2, '0')}-${kebabOf(parts[2]!)}.md`
  return parseTaskFileName(near) === undefined ? undefined : near
}

/** Hidden files, and what editors leave behind. */
export function isLeftover(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || name.endsWith('.swp')
}
