import type { Plan, Step } from '../../plan/types.ts'
import { type FieldValue, fieldText } from './field-text.ts'
import { titleFrom } from './step-title.ts'
import { timeoutText } from './timeout.ts'

export { taskFileName } from './file-name.ts'

/** The text of a new `plan.md`. */
export function renderPlanFile({ title, narrative }: Pick<Plan, 'title' | 'narrative'>): string {
  return file([['title', title]], narrative)
}

/** What a task file can hold. The title is written only where the text does not say the same already. */
export type TaskContent = Pick<Step, 'id' | 'text'> &
  Partial<Omit<Step, 'id' | 'text' | 'place'>> & { readonly status?: string }

/** The text of a new task file. It reads back as the same step. */
export function renderTaskFile(task: TaskContent): string {
  const { id, title, text, dependsOn, agent, subtasks, verify, files, priority, timeoutMs, approval, tags, status } =
    task
  return file(
    [
      ['id', id],
      ['title', title === (titleFrom(text.trim()) ?? id) ? undefined : title],
      ['depends_on', dependsOn],
      ['agent', agent],
      ['subtasks', subtasks],
      ['verify', verify],
      ['files', files],
      ['priority', priority?.toString()],
      ['timeout', timeoutMs === undefined ? undefined : timeoutText(timeoutMs)],
      ['approval', approval],
      ['tags', tags],
      ['status', status],
    ],
    text,
  )
}

function file(fields: readonly (readonly [string, FieldValue | undefined])[], body: string): string {
  const lines = fields.flatMap(([field, value]) => {
    return value === undefined || (typeof value !== 'string' && value.length === 0)
      ? []
      : [fieldText(field, value, '\n')]
  })
  const text = body.trim()
  return `---\n${lines.map((line) => `${line}\n`).join('')}---\n${text === '' ? '' : `\n${text}\n`}`
}
