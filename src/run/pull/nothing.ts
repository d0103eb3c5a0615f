import { type Instant, type Lease, remainingMs } from '../../plan/lease.ts'
import { runLease } from '../../plan/lease-names.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import { isMet } from '../../plan/step-status.ts'
import type { StepId } from '../../plan/types.ts'
import type { Candidate } from './pick.ts'
import { canGoOn } from './plan-moves.ts'
import { liveClaim, type Pull } from './pull.ts'

/**
 * Why no step is given out.
 *
 * - `finished`: every step is done or skipped
 * - `waiting`: what others hold has to end first
 * - `held`: a run carries out the whole plan
 * - `unapproved`: what is left has no yes
 * - `blocked`: steps failed, or are left to a person
 */
export const reasons = ['finished', 'waiting', 'held', 'unapproved', 'blocked'] as const
export type Reason = (typeof reasons)[number]

export interface Nothing {
  readonly reason: Reason
  readonly waitsFor: readonly WaitedFor[]
  /** How many more there are than are named. */
  readonly more: number
}

/** A step, or `run` for the whole plan, with who has it and for how long. */
export interface WaitedFor {
  readonly step: string
  readonly holder: string | null
  readonly seconds: number | null
  readonly why: string | null
}

export function runHolds(run: Lease, now: Instant): Nothing {
  return named('held', [held(runLease, run, now)])
}

export function nothing(pull: Pull, state: PlanState, now: Instant, all: readonly Candidate[]): Nothing {
  const { machine, approved } = pull
  const ids = approved.reading.plan.steps.map(({ id }) => id)
  if (ids.every((id) => isMet(stepStatus(state, id)))) return named('finished', [])
  if (!approved.isFree && state.approval === undefined) return named('unapproved', [])
  if (!canGoOn(state)) return named('unapproved', [waitedFor(pull, `the plan is ${state.status.replace('_', ' ')}`)])

  const claims = ids.flatMap((id) => {
    const lease = liveClaim(machine, state, id, now)
    return lease === undefined ? [] : [held(id, lease, now)]
  })
  if (claims.length > 0) return named('waiting', claims)

  const refused = all.flatMap(({ step, refusal }) => (refusal === undefined ? [] : [{ step, why: refusal }]))
  const needsYes = refused.some(({ step }) => step.approval === 'user' && !approved.hasOwnYes(state, step.id))
  return named(needsYes ? 'unapproved' : 'blocked', [
    ...refused.map(({ step, why }) => ({ step: step.id, holder: null, seconds: null, why })),
    ...failures(ids, state),
  ])
}

const mostNamed = 5

function named(reason: Reason, waitsFor: readonly WaitedFor[]): Nothing {
  return { reason, waitsFor: waitsFor.slice(0, mostNamed), more: Math.max(waitsFor.length - mostNamed, 0) }
}

function waitedFor({ approved }: Pull, why: string): WaitedFor {
  return { step: approved.reading.plan.key, holder: null, seconds: null, why }
}

function held(step: string, lease: Lease, now: Instant): WaitedFor {
  return { step, holder: lease.holder, seconds: Math.max(Math.ceil(remainingMs(lease, now) / 1000), 0), why: null }
}

function failures(ids: readonly StepId[], state: PlanState): WaitedFor[] {
  return ids.flatMap((id) => {
    const step = state.steps.get(id)
    if (step?.status !== 'failed') return []
    const why = step.why === undefined ? 'it failed' : `it failed: ${step.why.slice(0, longestWhy)}`
    return [{ step: id, holder: step.by, seconds: null, why }]
  })
}

/** Answers stay short, whatever somebody gave as a reason. */
const longestWhy = 200
