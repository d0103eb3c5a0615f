import { toJson } from '../../../../plan/diagnostics/json.ts'
import type { ReceiptWritten, StepReported } from '../../../../plan/records.ts'
import type { Step } from '../../../../plan/types.ts'
import { pathOf } from '../../../../store/plans/found-plan.ts'
import { actionsJson, memosJson } from './actions-json.ts'
import { needOf } from './need.ts'
import type { ShownPlan } from './show.ts'

/** Everything a program may want to know about a plan; with a step, about that step alone. */
export function planJson(shown: ShownPlan, step: Step | undefined): unknown {
  const { plan, kept, version, waves, comments } = shown
  const { found, reading, state, digest, standing, diagnostics } = plan
  if (step !== undefined) return { name: found.name, step: stepJson(shown, step) }
  const { need, text } = needOf({ found, plan })
  return {
    name: found.name,
    key: found.files.key,
    dialect: found.dialect,
    directory: found.files.base,
    path: pathOf(found),
    title: reading.plan.title,
    narrative: reading.plan.narrative,
    ...(plan.list && { memos: memosJson(plan.list) }),
    status: state.status,
    needs: need,
    because: text,
    version: version ?? kept.numberOf(plan.content) ?? null,
    versions: kept.versions.length,
    revision: state.revision,
    hash: digest.hash,
    approved: standing.is === 'whole',
    approval: approvalJson(plan),
    rejections: state.rejections,
    feedback: state.feedback ?? null,
    comments: comments.map(({ by, at, step, text }) => ({ by, at, ...(step !== undefined && { step }), text })),
    steps: reading.plan.steps.map((one) => stepJson(shown, one)),
    waves: waves.waves,
    neverStart: waves.neverStart,
    diagnostics: toJson(diagnostics),
  }
}

function approvalJson({ standing }: ShownPlan['plan']): unknown {
  const { is, approval, planChanged, changed, added, removed } = standing
  if (approval === undefined) return { is }
  const { by, at, channel, version, hash } = approval
  return { is, by, at, channel, version, hash, planChanged, changed, added, removed }
}

function stepJson({ plan, stories }: ShownPlan, step: Step): unknown {
  const { statusOf, standing, digest, state } = plan
  const story = stories.get(step.id)
  const { place, ...fields } = step
  const moved = state.steps.get(step.id)
  return {
    ...fields,
    status: statusOf(step.id),
    approved: standing.covers(step.id),
    hash: digest.steps.get(step.id) ?? null,
    ...actionsJson(plan.actions.get(step.id)),
    ...(place && { file: place.file }),
    ...(moved && { by: moved.by, at: moved.at, attempts: moved.attempts }),
    ...(moved?.why !== undefined && { why: moved.why }),
    ...(story?.result && { result: withoutKind(story.result) }),
    ...(story && story.receipts.length > 0 && { receipts: story.receipts.map(withoutKind) }),
  }
}

/** A record without what only the log needs. */
function withoutKind(record: StepReported | ReceiptWritten): unknown {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !ofTheLog.has(key)))
}

const ofTheLog = new Set(['type', 'step', 'batch', 'seq', 'prev', 'sum'])
