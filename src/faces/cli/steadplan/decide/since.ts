import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { momentText } from '../../moment.ts'
import { listed } from './words.ts'

/** How the last yes stands to what the files say now, in words, a line each. */
export function sinceLines({ standing }: Pick<ReviewedPlan, 'standing'>): string[] {
  const { is, approval, planChanged, changed, added, removed } = standing
  if (approval === undefined) return ['Nobody has approved it yet.']
  if (is === 'foreign') {
    return [`The log has an approval by ${visible(approval.by)} that was not given here by you. It does not count.`]
  }
  const said = `Approved by ${visible(approval.by)} on ${momentText(approval.at)} (version ${approval.version}).`
  if (is === 'whole') return [said, 'Nothing has changed since.']
  return [
    said,
    ...(planChanged ? ['The text of the plan changed since: no step has its yes any more.'] : []),
    ...(changed.length > 0 ? [`Changed since: ${listed(changed)}`] : []),
    ...(added.length > 0 ? [`Added since: ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`Removed since: ${listed(removed)}`] : []),
    ...(planChanged || changed.length + added.length + removed.length > 0
      ? []
      : ['The order of the steps changed since.']),
  ]
}
