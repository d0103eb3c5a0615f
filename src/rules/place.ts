import type { Range } from '../plan/diagnostics/position.ts'

/** A place as far as it is known. */
export function at(file: string | undefined, range?: Range): { file?: string; range?: Range } {
  if (file === undefined) return {}
  return range === undefined ? { file } : { file, range }
}
