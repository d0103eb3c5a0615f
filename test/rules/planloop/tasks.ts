import type { CheckedTask } from '../../../src/rules/planloop/checked-task.ts'

/** A task that passes every gate where `spec.md` is there, but for what is given. */
export function task(fields: Partial<CheckedTask> = {}): CheckedTask {
  return {
    id: 1,
    title: 'Add the login form',
    status: 'TODO',
    dependencies: [],
    context_hints: ['Read `spec.md`.'],
    relevant_file_paths: ['spec.md'],
    ...fields,
  }
}
