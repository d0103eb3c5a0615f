import { endLease, moveStep } from '../../plan/decisions.ts'
import { fault, isFault } from '../../plan/diagnostics/fault.ts'
import type { Instant } from '../../plan/lease.ts'
import { stepLease } from '../../plan/lease-names.ts'
import type { PlanRecord } from '../../plan/records.ts'
import type { PlanState } from '../../plan/state.ts'
import type { Step } from '../../plan/types.ts'
import { fitEnd } from '../fit.ts'
import { type Ended, endedNow, wasSaid } from './ended.ts'
import { planAfter } from './plan-moves.ts'
import { liveRun, type Pull } from './pull.ts'
import { type Right, rightTo } from './right.ts'

export interface GiveUpOptions {
  readonly why: string
  readonly token?: number
}

/** Its holder, or a person where nobody has it, says that a step failed or that it is left out. */
export async function giveUpStep(
  pull: Pull,
  step: Step,
  to: 'failed' | 'skipped',
  { why, token }: GiveUpOptions,
): Promise<Ended> {
  const again = await pull.log.decide((state, now) => {
    if (wasSaid(pull, state, step, to)) return { records: [], answer: true }
    const right = rightOrPerson(pull, state, step, to, now, token)
    return { records: recordsFor(pull, state, step, to, why, right, now), answer: false }
  })
  return endedNow(pull, step.id, { again })
}

/** To leave out what nobody has begun is for a person to decide: what comes after it goes on as if it were done. */
function rightOrPerson(
  pull: Pull,
  state: PlanState,
  step: Step,
  to: 'failed' | 'skipped',
  now: Instant,
  token: number | undefined,
): Right {
  try {
    return rightTo(pull, state, step, now, token)
  } catch (error) {
    const wasItsHolder = token !== undefined || state.steps.get(step.id)?.by === pull.who.name
    if (to === 'failed' || wasItsHolder || !isFault(error, 'E_LEASE_LOST')) throw error
    throw fault('E_NEEDS_PERSON', `${step.id} is skipped by whoever holds it, or by a person at a terminal`, {
      actual: pull.who.name,
      hint: 'Ask the person to run `steadplan skip` in a terminal.',
    })
  }
}

function recordsFor(
  { machine, approved, who }: Pull,
  state: PlanState,
  { id }: Step,
  to: 'failed' | 'skipped',
  why: string,
  right: Right,
  now: Instant,
): PlanRecord[] {
  const details = { why: fitEnd(why, longestWhy) }
  const on = stepLease(id)
  const claim = state.leases.get(on)
  return [
    ...moveStep(state, id, to, who.name, right === 'person' ? details : { ...details, token: right.token }),
    // A person ends what has run out; nobody may come back with it.
    ...(claim === undefined ? [] : endLease(state, on, claim.token, right === 'person' ? 'expired' : 'released')),
    ...(liveRun(machine, state, now) === undefined
      ? planAfter(state, approved.reading.plan.steps, id, to, who.name)
      : []),
  ]
}

const longestWhy = 8 * 1024
