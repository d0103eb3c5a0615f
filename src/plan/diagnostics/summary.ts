import type { Diagnostic, Severity } from './diagnostic.ts'

/** `3 errors, 1 warning in 2 files (1 can be fixed)` */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const counts = severities
    .map((severity) => ({ severity, count: diagnostics.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => counted(count, severity))
  const files = new Set(diagnostics.flatMap((one) => one.file ?? [])).size
  const fixes = diagnostics.filter((one) => one.fix).length
  return (
    (counts.join(', ') || 'no errors') +
    (files > 0 ? ` in ${counted(files, 'file')}` : '') +
    (fixes > 0 ? ` (${fixes} can be fixed)` : '')
  )
}

export function worstSeverity(diagnostics: readonly Diagnostic[]): Severity {
  return severities.find((severity) => diagnostics.some((one) => one.severity === severity)) ?? 'info'
}

const severities = ['error', 'warning', 'info'] as const

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
