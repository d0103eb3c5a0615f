import { toJson } from '../../../../plan/diagnostics/json.ts'
import { buildGraph } from '../../../../plan/graph/graph.ts'
import { waves } from '../../../../plan/graph/waves.ts'
import { risksOf } from '../../../../review/policy.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { diskPathOf } from '../../../../store/plans/found-plan.ts'
import { actionsJson, memosJson } from '../look/actions-json.ts'

/** Everything that a person would be shown. */
export function reviewJson(shown: ReviewedPlan) {
  const { found, reading, actions, list, state, digest, standing, statusOf, diagnostics } = shown
  const { plan } = reading
  const { is, approval, planChanged, changed, added, removed } = standing
  return {
    plan: found.name,
    path: diskPathOf(found),
    title: plan.title,
    status: state.status,
    hash: digest.hash,
    standing: {
      is,
      ...(approval && { by: approval.by, at: approval.at, channel: approval.channel, version: approval.version }),
      planChanged,
      changed,
      added,
      removed,
    },
    ...(state.feedback && { feedback: state.feedback }),
    narrative: plan.narrative,
    ...(list && { memos: memosJson(list) }),
    risks: risksOf(plan, actions),
    waves: waves(buildGraph(plan.steps)).waves,
    steps: plan.steps.map(({ place: _place, ...step }) => ({
      ...step,
      status: statusOf(step.id),
      isApproved: standing.covers(step.id),
      ...actionsJson(actions.get(step.id)),
    })),
    diagnostics: toJson(diagnostics),
  }
}
