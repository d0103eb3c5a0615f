import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { Instant } from '../../plan/lease.ts'
import { stepLease } from '../../plan/lease-names.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import { stepWords } from '../../plan/step-status.ts'
import type { Step, StepId } from '../../plan/types.ts'
import { liveClaim, liveRun, type Pull } from './pull.ts'

/** By what right somebody says how a step ended: a claim that is current, or being a person where nobody has one. */
export type Right = { readonly token: number } | 'person'

/** Throws `E_LEASE_LOST` to whoever is too late, and `E_CLAIMED` to a person where somebody else is at work. */
export function rightTo(pull: Pull, state: PlanState, step: Step, now: Instant, token?: number): Right {
  const { machine, who } = pull
  const own = ownClaim(pull, state, step.id, now)
  if (own !== undefined && (token === undefined || token === own)) return { token: own }
  if (token !== undefined || !who.isPerson) throw lost(pull, state, step.id, token)
  const claim = liveClaim(machine, state, step.id, now)
  // What is left to a person is not touched by a run, which may be waiting for it.
  const holder = claim ?? (step.agent === 'person' ? undefined : liveRun(machine, state, now))
  if (holder !== undefined) {
    throw fault('E_CLAIMED', `${step.id} is in the hands of ${holder.holder}`, { actual: holder.holder })
  }
  return 'person'
}

/** Whether a right that was had a while ago is still there. */
export function checkStillHeld(pull: Pull, state: PlanState, step: StepId, token: number): void {
  if (state.leases.get(stepLease(step))?.token !== token) throw lost(pull, state, step, token)
}

/**
 * The token of this holder's claim. One that has run out still counts while nobody else did anything about the step; a run
 * that has begun since may be at work on it without a claim of its own.
 */
function ownClaim({ machine, who }: Pull, state: PlanState, step: StepId, now: Instant): number | undefined {
  const lease = state.leases.get(stepLease(step))
  if (lease?.holder !== who.name) return undefined
  if (liveClaim(machine, state, step, now) !== undefined) return lease.token
  const before = state.steps.get(step)
  const isUntouched = before?.status === 'in_progress' && before.by === who.name
  return isUntouched && liveRun(machine, state, now) === undefined ? lease.token : undefined
}

function lost({ who }: Pull, state: PlanState, step: StepId, token: number | undefined): Fault {
  const lease = state.leases.get(stepLease(step))
  const before = state.steps.get(step)
  const now =
    before === undefined
      ? 'nobody has begun it'
      : `it is ${stepWords[stepStatus(state, step)]}, by ${before.by} at ${before.at}`
  const holder = lease === undefined || lease.holder === who.name ? '' : `, and ${lease.holder} has it`
  return fault('E_LEASE_LOST', `${who.name} has no claim on ${step} that counts: ${now}${holder}`, {
    ...(token === undefined ? {} : { actual: String(token) }),
    ...(lease === undefined ? {} : { expected: String(lease.token) }),
    hint: 'Nothing was changed. Ask for a step with `steadplan next`.',
  })
}
