import type { Diagnostic } from './diagnostic.ts'
import { visible } from './visible.ts'

/**
 * Diagnostics as workflow commands, from which GitHub makes annotations: one line each.
 *
 *     ::error file=plans/login.md,line=12,endLine=12,col=11,endColumn=12,title=E_DANGLING::Step 4 depends on …
 */
export function toGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(command).join('\n')
}

function command(one: Diagnostic): string {
  const properties = Object.entries(propertiesOf(one)).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  )
  return `::${commandNames[one.severity]} ${properties.join(',')}::${escapeData(one.message)}`
}

const commandNames = { error: 'error', warning: 'warning', info: 'notice' } as const

function propertiesOf({ code, file, range }: Diagnostic): Record<string, string | number> {
  if (file === undefined) return { title: code }
  if (!range) return { file, title: code }
  const { start, end } = range
  const lines = { line: start.line, endLine: end.line }
  // GitHub takes columns only for a place within one line.
  const columns = start.line === end.line && { col: start.column, endColumn: end.column }
  return { file, ...lines, ...columns, title: code }
}

/** A line end would end the command and let the text begin another. What else is hidden is spelled out for the log. */
function escapeData(text: string): string {
  return visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
