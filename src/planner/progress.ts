import type { Diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Usage } from './source.ts'

/** What is seen of a planner at work. */
export type PlannerProgress =
  /** `what` is the noun for what is asked for: `plan`, `tasks`, `review`. */
  | { readonly kind: 'asked'; readonly what: string; readonly attempt: number; readonly of: number }
  /** A piece of the answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** It did not work, and is tried again after a pause. */
  | { readonly kind: 'waiting'; readonly why: string; readonly ms: number }
  /** Also of answers that are not used, and of those of who judges: all that was spent. */
  | { readonly kind: 'answered'; readonly usage: Usage; readonly model?: string }
  | { readonly kind: 'faulty'; readonly what: string; readonly diagnostics: readonly Diagnostic[] }
