import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'

/** Something that is not as it should be, and how to put it right where that loses nothing. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly mend?: () => Promise<void>
}
