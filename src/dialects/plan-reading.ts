import type { Diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Range } from '../plan/diagnostics/position.ts'
import type { Plan, StepId } from '../plan/types.ts'

/** The files of a plan by path relative to its base, as they are on the disk. */
export type PlanTexts = ReadonlyMap<string, Uint8Array>

/** What a dialect makes of the files of a plan. It never throws: what cannot be read is a diagnostic. */
export interface PlanReading {
  /** As far as it could be read. */
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
  readonly signed: Signed
  /** The words of state that stand in the files, by step. */
  readonly words: ReadonlyMap<StepId, StatusWord>
}

/**
 * What an approval covers: the bytes of the files without the words that only say how far the plan has come. Two plans
 * with the same signed bytes are the same to whoever approved one of them.
 */
export interface Signed {
  /** What belongs to the plan and to no step. */
  readonly plan: Uint8Array
  readonly steps: ReadonlyMap<StepId, Uint8Array>
}

export interface StatusWord {
  readonly word: string
  readonly file: string
  readonly range: Range
}
