import { approvePlan, movePlan, rejectPlan, submitPlan } from '../plan/decisions.ts'
import { diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { Fault, fault, isFault } from '../plan/diagnostics/fault.ts'
import type { PlanStatus } from '../plan/lifecycle.ts'
import type { PlanRecord } from '../plan/records.ts'
import type { PlanState } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import type { ApprovalPolicy } from '../store/config/settings.ts'
import { type CommitNote, type Committed, commit } from '../store/content/commit.ts'
import type { Content } from '../store/content/content.ts'
import type { PlanPlace } from '../store/content/place.ts'
import { update } from '../store/content/update.ts'
import type { LockOptions } from '../store/lock/lock.ts'
import type { Machine } from '../store/machine/port.ts'
import { openPlanLog } from '../store/plan-log.ts'
import { type FoundPlan, openPlaceOf } from '../store/plans/found-plan.ts'
import type { OpenedPlan } from '../store/plans/open-plan.ts'
import { openUserKey, readUserKey } from '../store/user-key.ts'
import type { UserDirectories } from '../store/workspace/user-directories.ts'
import { digestOf } from './digest.ts'
import { type Caller, refusalOf } from './policy.ts'
import { isSealed, sealOf } from './seal.ts'
import { standingOf } from './standing.ts'

/**
 * Decisions about a plan. Each is about what was shown: `E_CHANGED_SINCE_SHOWN` when the files say something else by now,
 * `CONFLICT` when somebody else decided in the meantime. Nothing is recorded then.
 */

/** What a decision needs beside the plan. */
export interface ReviewContext {
  readonly machine: Machine
  readonly userDirs: UserDirectories
  readonly lock: LockOptions
  readonly caller: Caller
}

export interface Comment {
  readonly text: string
  readonly step?: StepId
}

/** A plan as it was shown. Without a state nothing was said about where it stands, and any state will do. */
export type Shown = OpenedPlan & { readonly state?: PlanState }

export interface Decided {
  readonly status: PlanStatus
  /** The version of the content that it is about. */
  readonly version: number
}

/** Keeps the content as a version, and tells whoever reviews plans that there is something to look at. */
export async function propose(context: ReviewContext, shown: OpenedPlan, why?: string): Promise<Decided> {
  const { place, version } = await keep(context, shown, why)
  const digest = digestOf(shown.reading.signed)
  const key = await readUserKey(context.machine, context.userDirs)
  const status = await decide(context, place, (state) => {
    const standing = standingOf(digest, state.approval, (one) => isSealed(key, place.plan, one))
    return submitPlan(state, standing.is === 'whole', context.caller)
  })
  return { status, version }
}

/** Throws why this plan cannot be approved by this caller, before anybody is asked. */
export function refuseApproval(caller: Caller, policy: ApprovalPolicy, shown: OpenedPlan): void {
  const { diagnostics, reading, actions } = shown
  const errors = diagnostics.filter((one) => one.severity === 'error')
  if (errors.length > 0) {
    const faults = errors.length === 1 ? 'a fault' : `${errors.length} faults`
    throw new Fault([diagnostic('E_NOT_SOUND', `the plan has ${faults}`), ...errors])
  }
  const refusal = refusalOf(caller, policy, reading.plan, actions)
  if (refusal) throw refusal
}

/** Says yes to what was shown, and to nothing else. With `each`, every step waits for a yes of its own beside it. */
export async function approve(
  context: ReviewContext,
  shown: Shown,
  policy: ApprovalPolicy,
  comments: readonly Comment[] = [],
  each = false,
): Promise<Decided & { readonly hash: string }> {
  const { machine, userDirs, caller } = context
  refuseApproval(caller, policy, shown)
  const { place, version } = await keep(context, shown, 'reviewed')
  const key = await openUserKey(machine, userDirs)
  const digest = digestOf(shown.reading.signed)
  const { hash, plan } = digest
  const { by, channel } = caller
  const sealed = { hash, plan, version, by, channel, ...(each && { each }) }
  const given = {
    type: 'approval',
    ...sealed,
    steps: [...digest.steps],
    seal: sealOf(key, place.plan, sealed),
  } as const
  const status = await decide(context, place, (state) => {
    refuseMoved(shown.state, state)
    const standing = standingOf(digest, state.approval, (one) => isSealed(key, place.plan, one))
    const isSame = standing.is === 'whole' && (standing.approval?.each ?? false) === each
    return [...notes(caller, comments), ...approvePlan(state, given, isSame)]
  })
  return { status, version, hash }
}

export async function reject(
  context: ReviewContext,
  shown: Shown,
  feedback: string,
  comments: readonly Comment[] = [],
): Promise<Decided> {
  const { caller } = context
  const { place, version } = await keep(context, shown, 'reviewed')
  const status = await decide(context, place, (state) => {
    refuseMoved(shown.state, state)
    return [...notes(caller, comments), ...rejectPlan(state, { ...caller, why: feedback })]
  })
  return { status, version }
}

/** Whatever the files say by now, and also when they cannot be read: nothing of them is carried out any more. */
export async function cancel(context: ReviewContext, shown: Shown, why?: string): Promise<Pick<Decided, 'status'>> {
  const { machine, caller } = context
  const doer = why === undefined ? caller : { ...caller, why }
  const place = await openPlaceOf(machine, shown.found)
  const status = await decide(context, place, (state) => {
    refuseMoved(shown.state, state)
    return movePlan(state, 'cancel', doer)
  })
  return { status }
}

/** Of two who decide at the same time one is first; the other decided about a plan that stood elsewhere. */
function refuseMoved(seen: PlanState | undefined, now: PlanState): void {
  if (seen === undefined || isSameDecision(seen, now)) return
  throw fault('CONFLICT', `somebody else was faster: the plan is ${now.status} now`, {
    actual: now.status,
    expected: seen.status,
    hint: 'Look at what was decided, then decide again if that is still needed.',
  })
}

function isSameDecision(seen: PlanState, now: PlanState): boolean {
  return (
    seen.status === now.status &&
    seen.rejections === now.rejections &&
    seen.approval?.at === now.approval?.at &&
    seen.approval?.seal === now.approval?.seal
  )
}

/** The content that was shown, as a version of the history. */
async function keep(
  { machine, lock, caller }: ReviewContext,
  { found, content }: OpenedPlan,
  why: string | undefined,
): Promise<Pick<Committed, 'version'> & { readonly place: PlanPlace }> {
  const place = await openPlaceOf(machine, found)
  const note = why === undefined ? { by: caller.by } : { by: caller.by, why }
  try {
    const { version } = await commitShown(machine, found, place, content, note, lock)
    return { place, version }
  } catch (error) {
    if (!isFault(error, 'CONFLICT')) throw error
    throw fault('E_CHANGED_SINCE_SHOWN', `the plan changed while it was looked at: ${found.name}`, { cause: error })
  }
}

/** A session of planloop has no file of its own before somebody decides about it: what was shown is written into one. */
function commitShown(
  machine: Machine,
  { dialect }: FoundPlan,
  place: PlanPlace,
  content: Content,
  note: CommitNote,
  lock: LockOptions,
): Promise<Committed> {
  if (dialect !== 'planloop') return commit(machine, place, content, new Map(), note, lock)
  const shown = new Map([...content.files].map(([path, { bytes }]) => [path, bytes]))
  return update(machine, place, () => shown, note, lock)
}

async function decide(
  { machine, lock }: ReviewContext,
  place: PlanPlace,
  records: (state: PlanState) => readonly PlanRecord[],
): Promise<PlanStatus> {
  const log = await openPlanLog(machine, place, { lockWaitMs: lock.waitMs, command: lock.command })
  await log.decide((state) => ({ records: records(state), answer: undefined }))
  return (await log.read()).state.status
}

function notes({ by, channel }: Caller, comments: readonly Comment[]): PlanRecord[] {
  return comments.map((comment) => ({ type: 'note', by, channel, ...comment }))
}
