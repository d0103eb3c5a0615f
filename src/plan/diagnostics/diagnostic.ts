import { type Code, codes } from './codes.ts'
import type { Range } from './position.ts'

export type Severity = 'error' | 'warning' | 'info'

/** Replaces the text between two offsets of a file. */
export interface TextEdit {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A change that mends the fault. Offered only where there is one answer. */
export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

export interface Related {
  readonly message: string
  readonly file?: string
  readonly range?: Range
}

/**
 * One fault, said so that the reader can act on it. The code is the contract; the words around it may improve.
 * `message` says what is wrong, `actual` and `expected` quote the two sides, `hint` says what to do next.
 */
export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  readonly message: string
  readonly file?: string
  readonly range?: Range
  readonly actual?: string
  readonly expected?: string
  readonly hint?: string
  readonly fix?: Fix
  readonly related?: readonly Related[]
  readonly url: string
}

type Details = Partial<Omit<Diagnostic, 'code' | 'message' | 'url'>>

/** A diagnostic with the severity, the hint and the address that its code carries, unless `details` say otherwise. */
export function diagnostic(code: Code, message: string, details: Details = {}): Diagnostic {
  const { severity, next } = codes[code]
  return { code, severity, message, hint: next, ...details, url: `docs/errors.md#${code.toLowerCase()}` }
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === 'error')
}

/** By file, then place, then code: the order in which a reader works through them. */
export function sorted(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.file ?? '', b.file ?? '') ||
      (a.range?.start.offset ?? -1) - (b.range?.start.offset ?? -1) ||
      compare(a.code, b.code),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
