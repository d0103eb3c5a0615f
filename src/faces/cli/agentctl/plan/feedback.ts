import type { Feedback, PlanState } from '../../../../plan/state.ts'

/** What was said with a rejection that nobody has taken up yet. */
export function feedbackOf({ status, feedback }: PlanState): Feedback | undefined {
  return status === 'rejected' || status === 'needs_review' ? feedback : undefined
}
