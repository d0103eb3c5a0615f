import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { approvalText, losses } from '../look/approval-lines.ts'

/** How the last yes stands to what the files say now, for whoever is about to give the next one. */
export function sinceLines({ standing }: Pick<ReviewedPlan, 'standing'>): string[] {
  const { is, approval } = standing
  if (approval === undefined) return ['Nobody has approved it yet.']
  if (is === 'foreign') {
    return [`The log has an approval by ${visible(approval.by)} that was not given here by you. It does not count.`]
  }
  return [approvalText(approval), ...(is === 'whole' ? ['Nothing has changed since.'] : losses(standing))]
}
