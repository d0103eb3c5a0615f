import type { Diagnostic, Fix, Related } from './diagnostic.ts'
import type { Position, Range } from './position.ts'

/** Diagnostics for programs: plain objects with the same keys in the same order every time, texts exactly as they are. */
export function toJson(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(({ code, severity, message, file, range, actual, expected, hint, fix, related, url }) => ({
    code,
    severity,
    message,
    ...(file !== undefined && { file }),
    ...(range && { range: plainRange(range) }),
    ...(actual !== undefined && { actual }),
    ...(expected !== undefined && { expected }),
    ...(hint !== undefined && { hint }),
    ...(fix && { fix: plainFix(fix) }),
    ...(related && { related: related.map(plainRelated) }),
    url,
  }))
}

function plainRange({ start, end }: Range): Range {
  return { start: plainPosition(start), end: plainPosition(end) }
}

function plainPosition({ line, column, offset }: Position): Position {
  return { line, column, offset }
}

function plainFix({ title, edits }: Fix): Fix {
  return { title, edits: edits.map(({ file, start, end, text }) => ({ file, start, end, text })) }
}

function plainRelated({ message, file, range }: Related): Related {
  return { message, ...(file !== undefined && { file }), ...(range && { range: plainRange(range) }) }
}
