/**
 * The life of a step.
 *
 *     pending ─▶ in_progress ─▶ complete | failed | skipped
 *        ▲            └───────▶ interrupted (its executor died) ─▶ complete | failed | skipped | pending
 *        └── a person, or a retry, opens an ended step again
 *
 * A step in flight when its executor died is *interrupted*: nobody can know how far it came, so it is never run again or
 * called done by itself.
 */
export const stepStatuses = ['pending', 'in_progress', 'complete', 'failed', 'skipped', 'interrupted'] as const
export type StepStatus = (typeof stepStatuses)[number]

const moves: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  pending: ['in_progress', 'complete', 'skipped'],
  in_progress: ['complete', 'failed', 'skipped', 'interrupted', 'pending'],
  interrupted: ['complete', 'failed', 'skipped', 'pending'],
  failed: ['pending', 'skipped'],
  skipped: ['pending'],
  complete: ['pending'],
}

export function canStepMove(from: StepStatus, to: StepStatus): boolean {
  return moves[from].includes(to)
}

/** A dependency on such a step is met. */
export function isMet(status: StepStatus): boolean {
  return status === 'complete' || status === 'skipped'
}

/** Nothing more happens to such a step unless somebody opens it again. */
export function isEnded(status: StepStatus): boolean {
  return isMet(status) || status === 'failed'
}

/** The word people read. */
export const stepWords: Readonly<Record<StepStatus, string>> = {
  pending: 'waiting',
  in_progress: 'running',
  complete: 'done',
  failed: 'failed',
  skipped: 'skipped',
  interrupted: 'interrupted',
}
