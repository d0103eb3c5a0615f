/**
 * What may happen next. Each function looks at a state and answers with the records that make it happen, or throws a
 * `Fault` that says why not. Nothing here changes anything: the log appends the records and folds them.
 */
import { fault } from './diagnostics/fault.ts'
import { type Instant, type Lease, type ProcessIdentity, remainingMs } from './lease.ts'
import { maxRejections, nextPlanStatus, type PlanEvent, type PlanStatus, possiblePlanEvents } from './lifecycle.ts'
import type {
  ApprovalGiven,
  Channel,
  LeaseEnded,
  LeaseRenewed,
  LeaseTaken,
  PlanMoved,
  PlanRecord,
  StepHash,
  StepMoved,
} from './records.ts'
import { type PlanState, stepStatus } from './state.ts'
import { canStepMove, type StepStatus, stepWords } from './step-status.ts'
import type { StepId } from './types.ts'

/** Who did it, by which way it came in, and why. */
export interface Doer {
  readonly by: string
  readonly channel?: Channel
  readonly why?: string
}

export function movePlan(state: PlanState, event: PlanEvent, doer: Doer): PlanMoved[] {
  const to = nextPlanStatus(state.status, event)
  if (to === undefined) {
    throw fault('E_BAD_MOVE', `a plan that is ${state.status} cannot ${event}`, {
      actual: state.status,
      expected: possiblePlanEvents(state.status).join(', ') || 'nothing more',
    })
  }
  if (event === 'propose' && state.status === 'rejected' && state.rejections >= maxRejections) {
    throw fault('E_BAD_MOVE', `the plan was rejected ${state.rejections} times; a person has to look at it`, {
      actual: state.status,
      expected: 'escalate',
    })
  }
  const { by, channel, why } = doer
  return [
    {
      type: 'plan.moved',
      event,
      from: state.status,
      to,
      by,
      ...(channel === undefined ? {} : { channel }),
      ...(why === undefined ? {} : { why }),
    },
  ]
}

/** One move after the other, each from where the one before it led. */
function movesThrough(state: PlanState, events: readonly PlanEvent[], { why, ...doer }: Doer): PlanMoved[] {
  const moves: PlanMoved[] = []
  let now = state
  for (const event of events) {
    const isLast = moves.length === events.length - 1
    const [move] = movePlan(now, event, isLast && why !== undefined ? { ...doer, why } : doer)
    moves.push(move!)
    now = { ...now, status: move!.to }
  }
  return moves
}

/** The author has a new version of the content. Answers what that does to the plan; nothing while it is carried out. */
export function submitPlan(state: PlanState, isCovered: boolean, by: Doer): PlanMoved[] {
  switch (state.status) {
    case 'rejected':
      return movePlan(state, state.rejections >= maxRejections ? 'escalate' : 'propose', by)
    case 'approved':
      return isCovered ? [] : movePlan(state, 'void', by)
    case 'completed':
      return isCovered ? [] : movePlan(state, 'reopen', by)
    case 'draft':
    case 'replanning':
    case 'cancelled':
      return movePlan(state, 'propose', by)
    case 'proposed':
    case 'needs_review':
    case 'executing':
    case 'stalled':
    case 'failed':
      return []
  }
}

/** What leads to a yes from each status; an empty list where the plan stays as it is and the yes is for what changed. */
const toApproved: Readonly<Record<PlanStatus, readonly PlanEvent[]>> = {
  draft: ['propose', 'approve'],
  proposed: ['approve'],
  rejected: ['escalate', 'approve'],
  needs_review: ['approve'],
  approved: ['void', 'approve'],
  replanning: ['propose', 'approve'],
  executing: [],
  stalled: [],
  completed: [],
  failed: [],
  cancelled: ['approve'],
}

/** `given` is what is to be approved; the same content is approved once, unless the plan waits for its yes all the same. */
export function approvePlan(state: PlanState, given: ApprovalGiven, isCovered: boolean): PlanRecord[] {
  const { approval } = state
  const events = toApproved[state.status]
  const isWaiting = events.length > 0 && state.status !== 'approved'
  if (isCovered && approval !== undefined && !isWaiting) {
    throw fault('E_BAD_MOVE', `the plan is approved already, by ${approval.by} at ${approval.at}`, {
      actual: state.status,
      hint: 'Nothing more is needed: this very content has its yes.',
    })
  }
  const steps: StepHash[][] = []
  for (let from = 0; from < given.steps.length; from += stepsPerRecord) {
    steps.push(given.steps.slice(from, from + stepsPerRecord))
  }
  const [first = [], ...rest] = steps
  return [
    ...movesThrough(state, events, { by: given.by, channel: given.channel }),
    { ...given, steps: first },
    ...rest.map((more) => ({ type: 'approval.steps', hash: given.hash, steps: more }) as const),
  ]
}

/** So many ids of the greatest length, with their hashes, fit into a record. */
const stepsPerRecord = 250

const toRejected: Readonly<Partial<Record<PlanStatus, readonly PlanEvent[]>>> = {
  draft: ['propose', 'reject'],
  approved: ['void', 'reject'],
  replanning: ['propose', 'reject'],
  needs_review: ['propose', 'reject'],
}

/** Its author reads the reason. */
export function rejectPlan(state: PlanState, doer: Doer): PlanMoved[] {
  return movesThrough(state, toRejected[state.status] ?? ['reject'], doer)
}

export function moveStep(
  state: PlanState,
  step: StepId,
  to: StepStatus,
  by: string,
  { token, why }: { token?: number; why?: string } = {},
): StepMoved[] {
  const from = stepStatus(state, step)
  if (!canStepMove(from, to)) {
    throw fault('E_BAD_MOVE', `step ${step} is ${stepWords[from]} and cannot become ${stepWords[to]}`, { actual: from })
  }
  return [
    {
      type: 'step.moved',
      step,
      from,
      to,
      by,
      ...(token === undefined ? {} : { token }),
      ...(why === undefined ? {} : { why }),
    },
  ]
}

export interface LeaseRequest {
  readonly on: string
  readonly holder: string
  readonly ttlMs: number
  /** The process that must stay alive, where the holder is one. */
  readonly process?: ProcessIdentity
}

/** Gives a lease to whoever asks first; the next gets it when it has run out or its process is known to be dead. */
export function takeLease(
  state: PlanState,
  { on, holder, ttlMs, process }: LeaseRequest,
  now: Instant,
  isDead: (process: ProcessIdentity) => boolean,
): [...LeaseEnded[], LeaseTaken] {
  const held = state.leases.get(on)
  const over = held && whyOver(held, now, isDead)
  if (held && !over) {
    const left = Math.ceil(remainingMs(held, now) / 1000)
    throw fault('E_CLAIMED', `${on} is held by ${held.holder} for another ${left} s`, { actual: held.holder })
  }
  const ended: LeaseEnded[] = held && over ? [{ type: 'lease.ended', on, token: held.token, why: over }] : []
  return [
    ...ended,
    { type: 'lease.taken', on, holder, ttlMs, moment: now, ...(process === undefined ? {} : { process }) },
  ]
}

export function renewLease(state: PlanState, on: string, token: number, now: Instant): LeaseRenewed[] {
  checkLease(state, on, token)
  return [{ type: 'lease.renewed', on, token, moment: now }]
}

export function endLease(
  state: PlanState,
  on: string,
  token: number,
  why: LeaseEnded['why'] = 'released',
): LeaseEnded[] {
  checkLease(state, on, token)
  return [{ type: 'lease.ended', on, token, why }]
}

/** Throws `E_LEASE_LOST` unless the token is the current one. */
export function checkLease(state: PlanState, on: string, token: number): Lease {
  const held = state.leases.get(on)
  if (held?.token === token) return held
  const now = held === undefined ? 'nobody holds it now' : `${held.holder} holds it now`
  throw fault('E_LEASE_LOST', `the claim ${token} on ${on} is over; ${now}`, {
    actual: String(token),
    ...(held === undefined ? {} : { expected: String(held.token) }),
  })
}

/** Why a lease can be given to somebody else, or undefined while it holds. */
export function whyOver(
  lease: Lease,
  now: Instant,
  isDead: (process: ProcessIdentity) => boolean,
): 'expired' | 'died' | undefined {
  if (lease.process !== undefined && isDead(lease.process)) return 'died'
  return remainingMs(lease, now) <= 0 ? 'expired' : undefined
}
