import type { Code } from './codes.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'

/** A fault in data that somebody sent. `path` says where, as in `add_tasks[2].context_hints[0]`; empty is all of it. */
export interface DataFault extends Diagnostic {
  readonly path: string
}

export function dataFault(
  code: Code,
  path: string,
  message: string,
  details: Parameters<typeof diagnostic>[2] = {},
): DataFault {
  return { ...diagnostic(code, message, details), path }
}
