/** What the rules look at, of a task whose dependencies are ids by now. */
export interface CheckedTask {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly dependencies: readonly number[]
  readonly context_hints: readonly string[]
  readonly relevant_file_paths: readonly string[]
  readonly creates?: readonly string[]
  readonly files?: readonly string[]
  readonly verify?: readonly string[]
}

/** A task that a payload adds or changes; `path` is where it stands there, as in `add_tasks[0]`. */
export interface WrittenTask {
  readonly task: CheckedTask
  readonly path: string
}

export function isOpen({ status }: CheckedTask): boolean {
  return status !== 'DONE' && status !== 'CANCELLED'
}

/** `Task 'Add the login form'`: its author knows it by its title, an id it may not have been told yet. */
export function labelOf(task: CheckedTask): string {
  return `Task ${nameOf(task)}`
}

export function nameOf({ id, title }: CheckedTask): string {
  const line = title.trim().split(/[\r\n]/, 1)[0]!
  if (line === '') return `${id}`
  return line.length > longest ? `'${line.slice(0, longest)}…'` : `'${line}'`
}

const longest = 80
