import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Range } from '../../plan/diagnostics/position.ts'

/** A plan as somebody jots it down, before its steps have ids. */
export interface Outline {
  readonly title: string | undefined
  readonly narrative: string
  readonly steps: readonly OutlineStep[]
}

export interface OutlineStep {
  /** What it is called; where it has a text of its own, beside that text. */
  readonly name: string
  readonly text: string
  readonly subtasks: readonly string[]
  readonly isDone: boolean
  /** The names of the steps it comes after; undefined for the one before it. */
  readonly after: readonly string[] | undefined
  readonly range?: Range
}

export interface OutlineReading {
  /** Absent when the bytes are no text. */
  readonly outline?: Outline
  readonly diagnostics: readonly Diagnostic[]
}
