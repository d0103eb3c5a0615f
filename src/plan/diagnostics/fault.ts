import type { Code } from './codes.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'

/**
 * What is thrown when an operation cannot go on: an error that carries its diagnostics, so that every face can show the
 * same answer. Anything else that is thrown is a defect of ours.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly [Diagnostic, ...Diagnostic[]], options?: ErrorOptions) {
    super(diagnostics.map((one) => `${one.code}: ${one.message}`).join('\n'), options)
    this.diagnostics = diagnostics
  }

  get code(): Code {
    return this.diagnostics[0]!.code
  }
}

export function fault(
  code: Code,
  message: string,
  { cause, ...details }: Parameters<typeof diagnostic>[2] & { cause?: unknown } = {},
): Fault {
  return new Fault([diagnostic(code, message, details)], cause === undefined ? undefined : { cause })
}

export function isFault(error: unknown, ...anyOf: readonly Code[]): error is Fault {
  return error instanceof Fault && (anyOf.length === 0 || anyOf.includes(error.code))
}
