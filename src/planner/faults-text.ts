import type { Diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { renderTerminal } from '../plan/diagnostics/terminal.ts'
import { asData } from './prompts/data.ts'

/**
 * Faults as a planner is told them: all at once, each with its place, the line it is on, what was found and expected, and
 * what to do. They quote text of others, so they are data.
 */
export function faultsText(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string> = new Map()): string {
  const placed = diagnostics.map((one) => (one.file === undefined ? { ...one, ...placeOf(one) } : one))
  return asData(renderTerminal(placed, { source: (file) => texts.get(file), width: 160 }))
}

/** In data the place is the way to a value: `tasks[2].title`. */
function placeOf(one: Diagnostic): { readonly file?: string } {
  const { path } = one as { readonly path?: unknown }
  return typeof path === 'string' && path !== '' ? { file: path } : {}
}
