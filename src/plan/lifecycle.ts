/**
 * The life of a plan.
 *
 *     draft ─▶ proposed ─▶ approved ─▶ executing ─▶ completed
 *                 │  ▲        │          │  │ └──▶ failed ◀── replanning (attempts used up)
 *                 ▼  │        │          │  └────▶ replanning ─▶ proposed | executing
 *              rejected ─▶ needs_review  └─▶ stalled ─▶ executing | failed
 *     any open status ─▶ cancelled
 *
 * The table below is all there is to it; nothing else in the code decides which move is possible.
 */
export const planStatuses = [
  'draft',
  'proposed',
  'approved',
  'rejected',
  'needs_review',
  'executing',
  'replanning',
  'stalled',
  'completed',
  'failed',
  'cancelled',
] as const
export type PlanStatus = (typeof planStatuses)[number]

export const planEvents = [
  'propose',
  'approve',
  'reject',
  'escalate',
  'void',
  'start',
  'replan',
  'stall',
  'resume',
  'complete',
  'fail',
  'reopen',
  'cancel',
] as const
export type PlanEvent = (typeof planEvents)[number]

export interface PlanMove {
  readonly from: PlanStatus
  readonly event: PlanEvent
  readonly to: PlanStatus
  readonly why: string
}

/** How often a rejected plan may be proposed again before a person has to look at it. */
export const maxRejections = 3

const open: readonly PlanStatus[] = planStatuses.filter(
  (status) => status !== 'completed' && status !== 'failed' && status !== 'cancelled',
)

export const planMoves: readonly PlanMove[] = [
  { from: 'draft', event: 'propose', to: 'proposed', why: 'its author asks for a yes' },
  { from: 'proposed', event: 'approve', to: 'approved', why: 'the content that was shown may be carried out' },
  { from: 'proposed', event: 'reject', to: 'rejected', why: 'with feedback for its author' },
  { from: 'rejected', event: 'propose', to: 'proposed', why: 'a new version takes up the feedback' },
  { from: 'rejected', event: 'escalate', to: 'needs_review', why: 'it was rejected as often as is allowed' },
  { from: 'needs_review', event: 'propose', to: 'proposed', why: 'a person sends it on' },
  { from: 'needs_review', event: 'approve', to: 'approved', why: 'a person takes it as it is' },
  { from: 'approved', event: 'void', to: 'proposed', why: 'its content changed after the approval' },
  { from: 'approved', event: 'start', to: 'executing', why: 'an executor began' },
  { from: 'executing', event: 'complete', to: 'completed', why: 'every step is complete or skipped' },
  { from: 'executing', event: 'fail', to: 'failed', why: 'a step failed and no more can be done' },
  { from: 'executing', event: 'replan', to: 'replanning', why: 'a step failed and the rest is planned anew' },
  { from: 'executing', event: 'stall', to: 'stalled', why: 'its executor died or fell silent' },
  { from: 'replanning', event: 'propose', to: 'proposed', why: 'the new revision needs a yes' },
  { from: 'replanning', event: 'resume', to: 'executing', why: 'the approval covers the new revision' },
  { from: 'replanning', event: 'fail', to: 'failed', why: 'the attempts are used up' },
  { from: 'stalled', event: 'resume', to: 'executing', why: 'somebody took it up again' },
  { from: 'stalled', event: 'fail', to: 'failed', why: 'somebody gave it up' },
  { from: 'completed', event: 'reopen', to: 'executing', why: 'steps were added to it' },
  { from: 'failed', event: 'resume', to: 'executing', why: 'a person tries again' },
  { from: 'failed', event: 'replan', to: 'replanning', why: 'a person has the rest planned anew' },
  ...open.map((from) => ({ from, event: 'cancel', to: 'cancelled', why: 'it is not wanted any more' }) as const),
]

const movesFrom: ReadonlyMap<PlanStatus, ReadonlyMap<PlanEvent, PlanStatus>> = new Map(
  planStatuses.map((status) => [
    status,
    new Map(planMoves.filter((move) => move.from === status).map((move) => [move.event, move.to])),
  ]),
)

export function nextPlanStatus(from: PlanStatus, event: PlanEvent): PlanStatus | undefined {
  return movesFrom.get(from)?.get(event)
}

export function possiblePlanEvents(from: PlanStatus): PlanEvent[] {
  return [...(movesFrom.get(from)?.keys() ?? [])]
}

export function isOpen(status: PlanStatus): boolean {
  return open.includes(status)
}
