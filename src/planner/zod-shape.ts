import type * as z from 'zod'
import { type DataFault, dataFault } from '../plan/diagnostics/data-fault.ts'
import type { Shape } from './read-json-answer.ts'

/** The shape that a schema describes. */
export function zodShape<Value>(schema: z.ZodType<Value>): Shape<Value> {
  return (data) => {
    const { success, data: value, error } = schema.safeParse(data)
    if (success) return { value }
    const [first, ...others] = error.issues.map(({ path, message }) =>
      dataFault('E_ANSWER_SHAPE', pathText(path), `${message}.`, { hint: 'Give it the form that was asked for.' }),
    )
    return { faults: [first!, ...others] satisfies [DataFault, ...DataFault[]] }
  }
}

/** `tasks[2].context_hints[0]` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
