import type { PlanOrigin } from '../../../../dialects/teddy/session/turn-meta.ts'
import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'

/** A plan for a turn, not saved yet. */
export interface MadePlan {
  readonly text: string
  readonly origin: Omit<PlanOrigin, 'hash' | 'at'>
  /** With an error among them it is not saved. */
  readonly diagnostics: readonly Diagnostic[]
  /** Where it can be mended, when it is not sound and stands nowhere else. */
  readonly kept?: string
}
