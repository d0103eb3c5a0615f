import { toJson } from '../../../../plan/diagnostics/json.ts'
import { buildGraph } from '../../../../plan/graph/graph.ts'
import { waves } from '../../../../plan/graph/waves.ts'
import { risksOf } from '../../../../review/policy.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'

/** Everything that a person would be shown. */
export function reviewJson({ found, reading, state, digest, standing, statusOf, diagnostics }: ReviewedPlan) {
  const { plan } = reading
  const { is, approval, planChanged, changed, added, removed } = standing
  return {
    plan: found.name,
    path: found.files.base,
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
    risks: risksOf(plan),
    waves: waves(buildGraph(plan.steps)).waves,
    steps: plan.steps.map(({ place: _place, ...step }) => ({
      ...step,
      status: statusOf(step.id),
      isApproved: standing.covers(step.id),
    })),
    diagnostics: toJson(diagnostics),
  }
}
